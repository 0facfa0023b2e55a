// What the page of a table weighs, how soon it is seen on a slow line, and how long one action takes.
//   node tests/browser/measure.mjs          needs the program (BASTIDE=…, else target/release/bastide) and Chromium
import { PHONE, browser, make, serve, sit, step } from "./table.mjs";

/** A slow 4G line, and a processor a quarter as fast as this one. */
const LINE = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (0.75 * 1024 * 1024) / 8 };
const SLOWER = 4;

const program = await serve();
const people = await browser();
const page = await people.person(PHONE);
await make(page, program.url, 2, ["The River", "Inns & Cathedrals"]);
await sit(page, "Ana");
await page.getByRole("button", { name: "Start the game" }).click();
await page.locator(".board svg").first().waitFor();
for (let luck = 1; (await page.locator(".log > li").count()) < 40; luck++) await step(page, "list", luck);
for (let luck = 1; !(await page.locator("svg rect.cell").count()); luck++) await step(page, "list", luck);

const tools = await page.context().newCDPSession(page);
await tools.send("Network.enable");
await tools.send("Network.clearBrowserCache");
await tools.send("Network.emulateNetworkConditions", LINE);
await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
await page.reload();
await page.locator("svg rect.cell").first().waitFor();
const parts = await page.evaluate(() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map((one) => ({ name: new URL(one.name).pathname, bytes: /** @type {PerformanceResourceTiming} */ (one).encodedBodySize })));
const weight = (of) => (parts.filter(({ name }) => of.test(name)).reduce((sum, one) => sum + one.bytes, 0) / 1000).toFixed(1);
console.log(`scripts of a table, packed as they are sent: ${weight(/\.js$/)} kB in ${parts.filter(({ name }) => name.endsWith(".js")).length} files`);
console.log(`with styles and the document: ${weight(/\.(js|css)$|^\/t\//)} kB`);

const seen = [];
const ready = [];
for (let again = 0; again < 5; again++) {
  await tools.send("Network.clearBrowserCache");
  await page.reload();
  await page.locator("svg rect.cell").first().waitFor();
  const times = await page.evaluate(() => ({
    seen: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN, ready: performance.now(),
  }));
  seen.push(times.seen);
  ready.push(times.ready);
}
const middle = (all) => Math.round([...all].sort((a, b) => a - b)[all.length >> 1]);
console.log(`first contentful paint: ${middle(seen)} ms; the board can be used: ${middle(ready)} ms (middle of ${seen.length})`);

await tools.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
await tools.send("Performance.enable");
const spent = async () => {
  const { metrics } = await tools.send("Performance.getMetrics");
  return metrics.find((one) => one.name === "ScriptDuration").value * 1000;
};
const acts = [];
for (let luck = 1; acts.length < 10; luck++) {
  const lines = await page.locator(".log > li").count();
  const before = await spent();
  await step(page, "list", luck);
  await page.waitForTimeout(300);
  const now = await page.locator(".log > li").count();
  if (now === lines + 1) acts.push((await spent()) - before);
  if (await page.locator(".result").count()) break;
}
const worst = Math.round(Math.max(...acts));
console.log(`script for an action with ${await page.locator(".log > li").count()} lines behind it: ${middle(acts)} ms, ${worst} at most (${acts.length} actions, the test's own script included)`);
await people.close();
await program.end();
