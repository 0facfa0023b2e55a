// What is where: targets large enough, nothing beside the screen, in all widths, with large letters, in the dark, without motion.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, PHONE, browser, make, serve, sit, start, step, violations } from "./table.mjs";

const WIDTHS = [320, 390, 768, 1280, 1920];

let program;
let people;
before(async () => {
  program = await serve();
  people = await browser();
});
after(async () => {
  await people?.close();
  await program?.end();
  assert.deepEqual(people.wrong, [], "errors of the pages");
});

/** Targets that are smaller than a finger. Words within a sentence are as high as the sentence, and a box to tick has its label. */
const small = (page) => page.evaluate(() => {
  const all = document.querySelectorAll("button:not(.rule), summary, input:not([type=checkbox]):not([type=range]), select, label:has(input[type=checkbox]), .spot .reach");
  return [...all].filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()])
    .filter(([, at]) => at.height && (at.height < 43.5 || at.width < 43.5))
    .map(([one, at]) => `${one.outerHTML.slice(0, 90)} ${Math.round(at.width)}×${Math.round(at.height)}`);
});

/** What reaches beyond the screen to the right: people scroll down, never sideways. */
const beside = (page) => page.evaluate(() => {
  const wide = document.documentElement.clientWidth;
  const within = (one) => one.closest(".explorer, .wide, .heard, dialog:not([open])");
  return document.documentElement.scrollWidth <= wide ? [] : [...document.querySelectorAll("body *")]
    .filter((one) => !within(one) && one.getBoundingClientRect().right > wide + 1).map((one) => one.outerHTML.slice(0, 100));
});

async function fits(page, what) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    assert.deepEqual(await beside(page), [], `${what}, ${width} pixels`);
    assert.deepEqual(await small(page), [], `${what}, ${width} pixels`);
  }
  // Text at 200 %: all is measured in letters.
  await page.evaluate(() => document.documentElement.setAttribute("data-large", ""));
  const style = await page.evaluate(() => {
    const sheet = document.styleSheets[0];
    return sheet.insertRule("html[data-large] { font-size: 200% }", sheet.cssRules.length);
  });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    assert.deepEqual(await beside(page), [], `${what}, ${width} pixels, letters of 200 %`);
  }
  await page.evaluate((n) => document.styleSheets[0].deleteRule(n), style);
  await page.evaluate(() => document.documentElement.removeAttribute("data-large"));
}

for (const [name, device] of [["light", { ...PHONE }], ["dark, without motion", { ...DESK, colorScheme: "dark", reducedMotion: "reduce" }]]) {
  test(`pages fit (${name})`, { timeout: 240_000 }, async () => {
    const page = await people.person(device);
    await page.goto(program.url);
    await page.getByRole("checkbox", { name: "The Tower", exact: true }).waitFor();
    await fits(page, "the start page");
    assert.deepEqual(await violations(page), []);
    await make(page, program.url, 2, ["Inns & Cathedrals", "The Tower"]);
    await fits(page, "the lobby");
    await sit(page, "Ana");
    await start(page);
    for (let luck = 1; (await page.locator(".log > li").count()) < 16; luck++) await step(page, "list", luck);
    for (let luck = 1; !(await page.locator("svg rect.cell").count()); luck++) await step(page, "list", luck);
    await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
    await page.getByRole("table").first().waitFor();
    await fits(page, "a tile is to be placed");
    assert.deepEqual(await violations(page), []);
    // The tile over a cell: its buttons are on the screen however near the board is.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => document.querySelector(".explorer").focus());
    for (let n = 0; n < 8 && !(await page.locator(".confirm").count()); n++) {
      await page.keyboard.press(["Shift+ArrowUp", "Shift+ArrowLeft", "Shift+ArrowDown", "Shift+ArrowRight"][n % 4]);
      await page.keyboard.press("Enter");
      await page.waitForTimeout(100);
    }
    await fits(page, "a tile is held");
    for (let luck = 1; !(await page.locator("svg .spot").count()); luck++) await step(page, "list", luck);
    await fits(page, "a figure may be placed");
    if (device.reducedMotion) {
      const moving = await page.evaluate(() => document.getAnimations().length);
      assert.equal(moving, 0);
    }
    if (device.colorScheme) {
      const [red] = (await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).match(/\d+/g).map(Number);
      assert.ok(red < 60, "the page is dark");
    }
  });
}

const SCREENS = [[320, 568], [390, 844], [844, 390], [1024, 768], [1280, 800], [1366, 640], [1920, 1080]];
const MANY = ["Abbey & Mayor", "Hills & Sheep", "Inns & Cathedrals", "King & Robber Baron", "Mage & Witch", "The Festival", "The Phantom", "The Tower", "Traders & Builders"];

test("with a long header too, the board's buttons and what is wanted are on the screen", { timeout: 120_000 }, async () => {
  const page = await people.person(DESK);
  await make(page, program.url, 2, MANY);
  await sit(page, "Ana");
  await page.getByRole("button", { name: "Start the game" }).click();
  for (let luck = 1; !(await page.locator("svg rect.cell.fits").count()); luck++) await step(page, "list", luck);
  await page.reload();
  await page.locator("svg rect.cell").first().waitFor();
  assert.equal(await page.locator(".first").count(), 0, "the picture that was shown at first is gone");
  await page.keyboard.press("ArrowRight");
  await page.locator(".confirm").waitFor();
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    const wrong = await page.evaluate(() => {
      const box = (one) => one.getBoundingClientRect();
      const within = (one, [left, top, right, bottom]) => one.left >= left - 1 && one.top >= top - 1 && one.right <= right + 1 && one.bottom <= bottom + 1;
      const board = box(document.querySelector(".board"));
      const bar = box(document.querySelector(".decide"));
      const screen = [0, 0, innerWidth, innerHeight];
      const seen = [...document.querySelectorAll("header button, .board, .confirm button, .tools button, .decide, .decide button")];
      const own = [...document.querySelectorAll(".confirm button, .tools button")];
      return [
        ...seen.filter((one) => !within(box(one), screen)).map((one) => `${one.outerHTML.slice(0, 60)} is not on the screen`),
        ...own.filter((one) => !within(box(one), [board.left, board.top, board.right, board.bottom])).map((one) => `${one.textContent} is not on the board`),
        ...(bar.top >= board.bottom - 1 || bar.left >= board.right - 1 ? [] : ["what is wanted hides the board"]),
        ...(box(document.querySelector("header")).height < 62 ? [] : ["the header has more than a row"]),
        ...(document.documentElement.scrollHeight <= innerHeight ? [] : ["the page scrolls"]),
      ];
    });
    assert.deepEqual(wrong, [], `${width} × ${height}`);
  }
});
