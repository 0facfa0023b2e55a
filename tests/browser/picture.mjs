// The picture of a table in the book: bots play, and somebody looks at what they may do.
//   node tests/browser/picture.mjs docs/src/pictures/table.png
import { browser, serve, sit, step } from "./table.mjs";

const program = await serve();
const people = await browser();
const page = await people.person({ viewport: { width: 1200, height: 760 } });
await page.goto(program.url);
await page.getByText("The config file").click();
await page.getByRole("textbox", { name: "The config file" }).fill(
  'players = ["Ana", { name = "Bo", bot = "planner" }, { name = "Cléo", bot = "planner" }]\nseed = 11\n[expansions]\nriver = true\ninns-and-cathedrals = true\nthe-tower = true\n');
await page.getByRole("button", { name: "Make the table" }).click();
await sit(page, "Ana");
await page.getByRole("button", { name: "Start the game" }).click();
await page.locator(".board svg").first().waitFor();
for (let luck = 3; (await page.locator(".log > li").count()) < 60; luck += 7) await step(page, "list", luck);
for (;;) {
  await page.waitForTimeout(300);
  if ((await page.title()).startsWith("●") && (await page.locator("svg rect.cell").count())) break;
  await step(page, "list", 0);
}
const at = await page.locator("svg rect.cell").first().boundingBox();
await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
await page.waitForTimeout(600);
await page.screenshot({ path: process.argv[2] });
await people.close();
await program.end();
