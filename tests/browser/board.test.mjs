// What can be looked at beside the game: rules behind a refusal, territories, tiles to come, the past, records.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, PHONE, browser, make, serve, sit, start, step, violations } from "./table.mjs";

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

/** A game of one person and a bot, played so far that the person decides again. */
async function table(device, expansions = [], actions = 0) {
  const page = await people.person(device);
  await make(page, program.url, 2, expansions);
  await sit(page, "Ana");
  await start(page);
  for (let luck = 1; (await page.locator(".log > li").count()) < actions; luck++) await step(page, "list", luck);
  await comesTo(page, CELL);
  return page;
}

/** Plays until the person may choose something of a sort. */
async function comesTo(page, sort) {
  const log = () => page.locator(".log > li").count();
  for (let luck = 1; ; luck++) {
    // What was asked for has been answered, and somebody here decides.
    await page.waitForFunction(() => !document.querySelector(".decide button:disabled") &&
      (document.title.startsWith("●") || [...document.querySelectorAll(".decide .main")].some((b) => b.textContent === "End the turn")));
    if (await page.locator(sort).count()) return;
    const lines = await log();
    await step(page, "list", luck);
    await page.waitForFunction((n) => document.querySelectorAll(".log > li").length !== n, lines, { timeout: 1000 }).catch(() => {});
  }
}

const CELL = "svg rect.cell";
const SPOT = "svg .spot";

/** Where a point of the board is on the screen. */
const screen = (page, x, y) => page.evaluate(([x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(document.querySelector(".explorer > svg").getScreenCTM());
  return [at.x, at.y];
}, [x, y]);

/** Points at a place of the board, as the device does. */
async function point(page, device, x, y) {
  const [sx, sy] = await screen(page, x, y);
  await (device === PHONE ? page.touchscreen.tap(sx, sy) : page.mouse.click(sx, sy));
}

for (const [name, device] of [["desk", DESK], ["phone", PHONE]]) {
  test(`a refusal says the rule, with its text (${name})`, { timeout: 120_000 }, async () => {
    const page = await table(device);
    await point(page, device, 150, 150);
    const told = page.locator(".told .said");
    await told.waitFor();
    assert.match(await told.innerText(), /base\.place/);
    assert.match(await page.getByRole("alert").first().innerText(), /base\.place/, "it is heard at once");
    assert.deepEqual(await violations(page), [], "a refusal");
    await told.getByRole("button", { name: /^Rule base\./ }).first().click();
    const rule = page.getByRole("dialog");
    await rule.waitFor();
    assert.ok((await rule.innerText()).length > 60, await rule.innerText());
    assert.deepEqual(await violations(page), [], "a rule");
    await rule.getByRole("button", { name: "Close", exact: true }).click();
    await rule.waitFor({ state: "hidden" });
    // A spot that is not offered: a segment of the first tile, when a figure may be placed on the new one.
    await comesTo(page, SPOT);
    await page.getByRole("button", { name: "Whole board" }).click();
    await point(page, device, 50, 50);
    await told.waitFor();
    assert.match(await told.innerText(), /\[?base\./);
    await page.getByRole("button", { name: "Close", exact: true }).first().click();
    assert.equal(await told.count(), 0);
  });

  test(`a territory tells itself, and a line of the log its places (${name})`, { timeout: 120_000 }, async () => {
    const page = await table(device, [], 10);
    await comesTo(page, SPOT);
    const option = page.locator(".options .option").filter({ hasText: / tiles?, .*now/ }).first();
    await option.focus();
    await page.locator(".tint path, .tint circle").first().waitFor({ state: "attached" });
    assert.match(await option.innerText(), /\d+ tiles?.*\d+ points? now/);
    assert.deepEqual(await violations(page), [], "a territory");
    await page.locator(".log .done").first().focus();
    assert.ok((await page.locator(".lit").count()) > 0, "the line's places");
    await page.getByRole("button", { name: "Whole board" }).click();
    await point(page, device, 50, 50);
    await page.locator(".told").waitFor();
    assert.match(await page.locator(".told").innerText(), /tile.*\n.*(owned by|nobody's)/s);
    await page.locator(".log .about").first().waitFor({ state: "attached", timeout: 1000 }).catch(() => {});
    const lines = await page.locator(".log > li").allInnerTexts();
    assert.equal(await page.locator(".log .about").count() > 0, lines.some((line) => / 0,0\b/.test(line)), "lines about the tile 0,0");
    // What everybody did last stays outlined.
    assert.equal(await page.locator(".last.by0").count() > 0 && await page.locator(".last.by1").count() > 0, true);
  });

  test(`tiles to come, score sheet, rules and territories can be read (${name})`, { timeout: 120_000 }, async () => {
    const page = await table(device, ["The River"], 8);
    await page.getByText(/^Tiles left/).click();
    const cells = page.getByLabel("Fits at");
    await cells.waitFor();
    const all = await page.locator(".tiles li").count();
    await cells.locator("option").nth(1).waitFor({ state: "attached" });
    await cells.selectOption({ index: 1 });
    await page.getByText(/^\d+ of \d+, next draw/).waitFor();
    assert.ok((await page.locator(".tiles li").count()) <= all);
    await page.getByText("Rules in force").click();
    await page.locator(".rules dt").getByText("base.place.edges", { exact: true }).or(page.locator(".rules dt").first()).first().waitFor();
    assert.ok((await page.locator(".rules dd").count()) > 20);
    await page.getByText("Territories that are open").click();
    const table_ = page.getByRole("table");
    await table_.waitFor();
    const row = table_.getByRole("row").nth(1);
    assert.match(await row.innerText(), /-?\d+,-?\d+/);
    await row.getByRole("button").click();
    await page.locator(".tint path, .tint circle").first().waitFor({ state: "attached" });
    await page.getByText("Score sheet").click();
    assert.deepEqual(await violations(page), [], "all drawers");
  });
}

/** Discs of the spots as they are on the screen, in the order of their numbers. */
const discs = (page) => page.locator("svg .spot .reach + circle").evaluateAll((all) => all.map((one) => {
  const { x, y, width } = one.getBoundingClientRect();
  return { x: x + width / 2, y: y + width / 2, width };
}));

/** A table of two kinds of figures, at which several places may be chosen. */
async function crowded(device) {
  const page = await table(device, ["Inns & Cathedrals"]);
  for (let luck = 1; ; luck++) {
    await comesTo(page, `${CELL}, ${SPOT}`);
    const places = await page.locator(SPOT).count();
    if (places > 3) break;
    const lines = await page.locator(".log > li").count();
    // Figures are kept: later there are still two kinds of them to choose from.
    if (places) await page.keyboard.press("p");
    else await step(page, "list", luck);
    await page.waitForFunction((n) => document.querySelectorAll(".log > li").length !== n, lines, { timeout: 1000 }).catch(() => {});
  }
  await page.getByRole("button", { name: "Whole board" }).click();
  return page;
}

test("spots do not lie on each other, and each can be tapped", { timeout: 120_000 }, async () => {
  const page = await crowded({ ...PHONE, viewport: { width: 320, height: 568 } });
  const spots = await discs(page);
  for (const [n, one] of spots.entries()) {
    for (const other of spots.slice(n + 1)) assert.ok(Math.hypot(one.x - other.x, one.y - other.y) > one.width, "they do not touch");
  }
  for (const [n, { x, y }] of spots.entries()) {
    const first = page.locator(`.options [data-n="${n + 1}"]`).first();
    const wanted = (await first.innerText()).replace(/^\d+\s*/, "");
    await page.touchscreen.tap(x, y);
    const option = page.locator(".here .option").first();
    await option.waitFor();
    assert.equal((await option.innerText()).replace(/^1\s*/, ""), wanted);
    const [box, board] = [await page.locator(".here").boundingBox(), await page.locator(".board").boundingBox()];
    assert.ok(box.y >= board.y && box.y + box.height <= board.y + board.height, "its options are on the board");
    if (!n) assert.deepEqual(await violations(page), [], "a place is open");
    await page.locator(".here").getByRole("button", { name: "Close" }).tap();
  }
});

test("options of a place are chosen by keys", { timeout: 120_000 }, async () => {
  const page = await crowded(DESK);
  const here = page.getByRole("group", { name: "Here:" });
  await page.keyboard.press("1");
  await here.waitFor();
  assert.equal(await page.locator(".options .n, .spot text").count(), 0, "numbers stand there alone");
  assert.ok(await here.evaluate((box) => box.contains(document.activeElement)));
  await page.keyboard.press("Escape");
  await here.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "application");
  await page.keyboard.press("1");
  const wanted = await here.locator(".option").nth(1).innerText();
  await page.keyboard.press("2");
  await page.locator(".log > li").first().getByText(/large meeple/).waitFor();
  assert.match(wanted, /large meeple/);
  // Whoever has chosen goes on with the next tile: arrows hold it over the cells where it fits, and Enter places it.
  const mine = async () => {
    const done = page.getByRole("button", { name: "End the turn" });
    while (!(await page.locator("svg rect.cell").count())) {
      if (await done.isEnabled({ timeout: 50 }).catch(() => false)) await page.keyboard.press("e");
      await page.waitForTimeout(50);
    }
  };
  await mine();
  const tiles = await page.locator("svg image").count();
  await page.keyboard.press("ArrowRight");
  await page.locator("svg .ghost").waitFor();
  assert.equal(await page.locator("svg .cursor").count(), 0);
  const held = () => page.locator("svg .ghost").getAttribute("transform");
  const first = await held();
  for (const way of ["ArrowLeft", "ArrowUp", "ArrowDown"]) if (await held() === first) await page.keyboard.press(way);
  assert.notEqual(await held(), first);
  await page.keyboard.press("Enter");
  await page.waitForFunction((n) => document.querySelectorAll("svg image").length >= n && !document.querySelector("svg .ghost"), tiles);
});

test("the board is read and played without its picture", { timeout: 180_000 }, async () => {
  const page = await table(DESK, [], 6);
  const heard = () => page.locator(".heard").allInnerTexts().then((all) => all.join(" "));
  const board = page.getByRole("application");
  await board.focus();
  // What was done last may have been done nowhere on the board: the cursor comes by its own keys.
  await page.keyboard.press("l");
  await page.waitForFunction(() => [...document.querySelectorAll(".heard")].some((p) => /\w+: .*/.test(p.textContent)));
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => document.querySelector(".cursor"));
  const before = await heard();
  await page.keyboard.press("Shift+ArrowUp");
  await page.waitForFunction((old) => [...document.querySelectorAll(".heard")].map((p) => p.textContent).join(" ") !== old, before);
  assert.match(await heard(), /-?\d+,-?\d+/);
  for (const [key, said] of [["t", /Your turn.*Ana \d+, /], ["w", /.+/], ["o", /\d+ cells for the tile/]]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(200);
    assert.match(await heard(), said, key);
  }
  // The same twice is two texts.
  await page.keyboard.press("t");
  const once = await page.locator(".heard").first().textContent();
  await page.keyboard.press("t");
  await page.waitForTimeout(100);
  assert.notEqual(await page.locator(".heard").first().textContent(), once);
  // A command is completed from the only option that begins so, and what is none is refused with its rule.
  await page.keyboard.press("/");
  const line = page.getByRole("combobox", { name: "Command" });
  assert.equal(await line.evaluate((input) => input === document.activeElement), true);
  const first = await page.locator("#commands option").first().getAttribute("value");
  await line.fill(first.replace(/-?\d+,-?\d+ r\d/, "77,77 r0"));
  await page.keyboard.press("Enter");
  await page.locator(".decide .said").waitFor();
  assert.match(await page.locator(".decide .said").innerText(), /base\./);
  const lines = await page.locator(".log > li").count();
  await line.fill(first);
  await page.keyboard.press("Enter");
  await page.waitForFunction((n) => document.querySelectorAll(".log > li").length > n, lines);
});

test("a game is looked back at, kept as a file, opened again, and played on from", { timeout: 180_000 }, async () => {
  const page = await table(DESK, ["The River"], 12);
  const slider = page.getByRole("slider");
  const all = Number(await slider.getAttribute("max"));
  assert.ok(all > 12);
  await slider.fill("5");
  await page.waitForURL(/#n=5$/);
  await page.locator(".replay output").getByText(`5 of ${all}`).waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".log > li").length < 6);
  assert.equal(await page.locator("svg rect.cell").count(), 0, "the past cannot be changed");
  await page.getByRole("button", { name: "One action on" }).click();
  await page.waitForURL(/#n=6$/);
  await page.reload();
  await page.locator(".replay output").getByText(`6 of ${all}`).waitFor();
  assert.deepEqual(await violations(page), [], "looking back");
  await page.getByRole("button", { name: "One turn back" }).click();
  await page.waitForURL(/#n=[0-5]$/);
  await page.getByRole("button", { name: "One turn on" }).click();
  await page.waitForURL(/#n=[6-9]$/);
  await slider.fill("6");
  await page.waitForURL(/#n=6$/);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(/#n=8$/);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Back to the table" }).click();
  await page.locator("svg rect.cell").first().waitFor();
  assert.equal(new URL(page.url()).hash, "");

  await page.getByRole("slider").fill("7");
  await page.waitForURL(/#n=7$/);
  const room = page.url().split("#")[0];
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/t/") && !room.endsWith(url.pathname));
  await page.getByRole("slider").waitFor();
  assert.equal(await page.getByRole("slider").getAttribute("max"), "7");
  await page.getByRole("button", { name: /Take this seat: Ana/ }).click();
  await page.locator(".seats").getByText("(you)").waitFor();

  const record = await (await fetch(room.replace("/t/", "/api/t/") + "/record")).text();
  const other = await people.person(PHONE);
  await other.goto(program.url);
  await other.getByLabel("File", { exact: true }).setInputFiles({ name: "old.bastide", mimeType: "text/plain", buffer: Buffer.from(record) });
  await other.waitForTimeout(1500);
  // What a watcher may have of an unfinished game has no seed, and cannot be gone on with: it is told so, with its line.
  assert.deepEqual(await violations(other), [], "a record that is refused");
  assert.ok((await other.getByRole("alert").allInnerTexts()).join("").length > 10);
});
