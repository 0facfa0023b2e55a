import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, PHONE, alone, browser, exported, finish, make, serve, servedAgain, sit, start, step, violations } from "./table.mjs";

let program;
let people;
before(async () => {
  program = await serve();
  people = await browser();
});
after(async () => {
  await people.close();
  await program.end();
  assert.deepEqual(people.wrong, [], "errors of the pages");
});

/** The link for friends that the page of a host shows. */
const invitation = (page) => page.locator(".link input").first().inputValue();

test("a host, a friend on a phone and a bot play a game to its end", { timeout: 300_000 }, async () => {
  const host = await people.person(DESK);
  await make(host, program.url, 3, ["Inns & Cathedrals", "The Tower"]);
  assert.deepEqual(await violations(host), [], "the lobby");
  await sit(host, "Ana");
  const friend = await people.person(PHONE);
  await friend.goto(await invitation(host));
  await sit(friend, "Bo");
  await host.getByText("Bo", { exact: true }).waitFor({ timeout: 2000 });
  const watcher = await people.person(PHONE);
  await watcher.goto(await host.locator(".link input").last().inputValue());
  await start(host);
  assert.deepEqual(await violations(host), [], "the table");
  assert.deepEqual(await violations(friend), [], "the table on a phone");
  await finish([[host, "list"], [friend, "touch"]]);
  await watcher.locator(".result").waitFor();
  assert.deepEqual(await violations(host), [], "the end");
  const result = await host.locator(".result").textContent();
  assert.equal(await friend.locator(".result").textContent(), result);
  assert.equal(await watcher.getByRole("button", { name: "Take back" }).count(), 0);
});

test("a game is played by the keyboard alone, in French", { timeout: 300_000 }, async () => {
  const page = await people.person({ ...DESK, reducedMotion: "reduce" });
  await make(page, program.url, 2, ["The River"]);
  await sit(page, "Zoé");
  await page.getByRole("button", { name: "Français" }).press("Enter");
  await page.getByRole("button", { name: "Commencer la partie" }).press("Enter");
  await page.locator(".board svg").first().waitFor();
  await finish([[page, "keys"]]);
  // Ids of rules are the same in every language.
  const text = (await page.locator("#page").innerText()).replace(/[a-z-]+(\.[a-z-]+)+/g, "");
  assert.match(text, /La partie est terminée/);
  assert.doesNotMatch(text, /\b(tile|meeple|draws|points to|Your turn|city|road)\b/, "no English in a French game");
  assert.deepEqual(await violations(page), []);
});

test("a page that is closed and opened again goes on, and another program too", { timeout: 120_000 }, async () => {
  const page = await people.person(DESK);
  await alone(page, program.url);
  for (let luck = 1; (await page.locator(".log > li").count()) < 8; luck++) await step(page, "list", luck);
  const room = new URL(page.url()).pathname;
  await page.goto(program.url);
  await page.getByRole("link", { name: room.slice(3) }).click();
  await page.locator(".seats").getByText("(you)").waitFor();

  const other = await serve("--resume", await exported(program.state, room));
  const again = await people.person(DESK);
  await again.goto(other.url);
  await again.getByRole("button", { name: /Take this seat: Ana/ }).click();
  await again.locator(".seats").getByText("(you)").waitFor();
  assert.ok((await again.locator(".log > li").count()) >= 8);
  await other.end("SIGKILL");
});

test("a page that stays open goes on by itself after the program was killed and began again", { timeout: 120_000 }, async () => {
  const first = await serve();
  const page = await people.person(PHONE);
  await alone(page, first.url);
  const lines = () => page.locator(".log > li").count();
  for (let luck = 1; (await lines()) < 8; luck++) await step(page, "list", luck);
  const before = await page.locator(".log > li").allInnerTexts();
  await first.end("SIGKILL");
  await page.getByRole("status").getByText("cannot be reached").waitFor({ timeout: 8000 });
  const second = await servedAgain(first);
  assert.equal(second.url, first.url);
  await page.getByRole("status").getByText("cannot be reached").waitFor({ state: "detached", timeout: 5000 });
  const after = await page.locator(".log > li").allInnerTexts();
  assert.deepEqual(after.slice(-before.length), before, "every action that was acknowledged is there");
  for (let luck = 1; (await lines()) < before.length + 4; luck++) await step(page, "list", luck);
  await second.end("SIGKILL");
});

test("two people at one screen do not see each other's tiles", { timeout: 120_000 }, async () => {
  const page = await people.person(PHONE);
  await page.goto(program.url);
  await page.getByText("The config file").click();
  await page.getByRole("textbox", { name: "The config file" }).fill('players = ["Ana", "Bo"]\n[expansions]\ntactical-hand = true\n');
  await page.getByRole("button", { name: "Make the table" }).click();
  await sit(page, "Ana");
  await sit(page, "Bo");
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.getByRole("heading", { name: /Now it is the turn of (Ana|Bo)/ }).waitFor();
  assert.equal(await page.locator(".zone img").count(), 0, "no tile is shown before");
  await page.getByRole("button", { name: "Show my tiles" }).tap();
  await page.locator(".zone img").first().waitFor();
  assert.deepEqual(await violations(page), []);
});

test("several at one screen see nobody's tiles while somebody elsewhere decides", { timeout: 120_000 }, async () => {
  const page = await people.person(DESK);
  await page.goto(program.url);
  await page.getByText("The config file").click();
  const file = { name: "evening.toml", mimeType: "application/toml", buffer: Buffer.from('players = ["Ana", "Bo", "Cy"]\n[expansions]\ntactical-hand = true\n') };
  await page.getByLabel("From a file").setInputFiles(file);
  await page.getByText(/^\d+ tiles · ~\d+ min/).waitFor();
  await page.getByRole("button", { name: "Make the table" }).click();
  await sit(page, "Ana");
  await sit(page, "Bo");
  const friend = await people.person(PHONE);
  await friend.goto(await page.locator(".link input").first().inputValue());
  await sit(friend, "Cy");
  await page.getByRole("button", { name: "Start the game" }).click();
  await friend.locator(".board svg").first().waitFor();
  for (let luck = 1; !(await friend.title()).startsWith("●"); luck++) {
    const show = page.getByRole("button", { name: "Show my tiles" });
    if (await show.count()) await show.click();
    await step(page, "list", luck);
  }
  await page.locator(".decide").getByText("Turn of Cy").waitFor();
  await page.waitForFunction(() => !document.querySelector(".zone img"), null, { timeout: 3000 });
  assert.ok(await friend.locator(".zone img").count() > 0);
  // Nor do they when they look back.
  await page.getByRole("button", { name: "One action back" }).click();
  await page.waitForURL(/#n=\d+$/);
  await page.locator(".replay").getByRole("button", { name: "Back to the table" }).waitFor();
  assert.equal(await page.locator(".zone img").count(), 0);
});

test("a config that is wrong is told with its line", async () => {
  const page = await people.person(DESK);
  await page.goto(program.url);
  await page.getByText("The config file").click();
  await page.getByRole("textbox", { name: "The config file" }).fill("players = 2\n[expansions]\nthe-towr = true\n");
  await page.getByRole("button", { name: "Make the table" }).click();
  await page.getByRole("alert").getByText(/the-tower/).waitFor();
  assert.match(await page.getByRole("alert").locator("pre").innerText(), /table\.toml:3\nthe-towr = true\n\^{8}/);
});
