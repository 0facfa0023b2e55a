// Whole games by one means only: fingers, keys, the names and roles that a screen reader gets. And a game of all kinds of options.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DESK, PHONE, browser, serve, violations } from "./table.mjs";

const LONGEST = 420_000;
const EXPANSIONS = ["Hand of tiles", "Inns & Cathedrals", "The River", "The Tower"];
/** Tiles of the base game alone: with a river there are more. */
const TILES_LEAST = 72;

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

/** Tiles that the record of a page's table places: the game was played in full. */
async function placed(page) {
  const record = await (await fetch(page.url().split("#")[0].replace("/t/", "/api/t/") + "/record")).text();
  return record.split("\n").filter((line) => /^\S+ place /.test(line)).length;
}

/** What a page shows of the moment, by roles and names. */
const moment = async (page) => {
  if (await page.getByRole("heading", { name: "The game is over" }).count()) return "over";
  if (await page.getByRole("button", { name: "End the turn" }).count()) return "done";
  return (await page.title()).startsWith("●") ? "turn" : "wait";
};

/** Does what a way of playing does until the game is over. */
async function play(page, turn, done) {
  const until = Date.now() + LONGEST - 30_000;
  for (let luck = 1; Date.now() < until; luck = (luck * 75 + 74) % 65537) {
    const now = await moment(page);
    if (now === "over") return;
    if (now === "turn") await turn(luck);
    else if (now === "done") await done();
    await page.waitForTimeout(15);
  }
  throw new Error(`the game has not come to its end:\n${await page.locator(".decide").innerText()}`);
}

test("by fingers alone, on a phone", { timeout: LONGEST }, async () => {
  const page = await people.person(PHONE);
  const tap = async (locator, longest = 20_000) => {
    await locator.waitFor({ timeout: longest });
    // The board stays at the top of the screen: whoever scrolls brings things below it.
    await locator.evaluate((one) => { if (!one.closest(".board")) one.scrollIntoView({ block: "end" }); }, null, { timeout: 1500 });
    const at = await locator.boundingBox({ timeout: 1500 });
    if (at) await page.touchscreen.tap(at.x + at.width / 2, at.y + at.height / 2);
  };
  const soft = (locator) => tap(locator, 1000).catch(() => {});
  await page.goto(program.url);
  for (const name of EXPANSIONS) {
    await tap(page.getByRole("checkbox", { name, exact: true }));
    await page.getByRole("checkbox", { name, exact: true, checked: true }).waitFor({ timeout: 3000 });
  }
  await tap(page.getByRole("button", { name: "Make the table" }));
  await tap(page.getByRole("button", { name: "Sit here" }).first());
  await page.getByText("(you)").waitFor();
  await tap(page.getByRole("button", { name: "Bot random" }).last());
  await tap(page.getByRole("button", { name: "Bot random" }).nth(0));
  await tap(page.getByRole("button", { name: "Start the game" }));
  await page.getByRole("application").waitFor();
  await play(page, async (luck) => {
    if (await page.getByRole("button", { name: /^✓/ }).count()) return soft(page.getByRole("button", { name: /^✓/ }).first());
    const cells = page.locator("svg rect.cell:not(.spot *)");
    const spots = page.locator("svg .spot .reach");
    const here = page.locator(".here button");
    if (await here.count()) return soft(here.nth(luck % await here.count()));
    if (await cells.count()) {
      await page.getByRole("button", { name: "Whole board" }).tap().catch(() => {});
      await page.getByRole("application").scrollIntoViewIfNeeded();
      return soft(cells.nth(luck % await cells.count()));
    }
    if (await spots.count() && luck % 3) return soft(spots.nth(luck % await spots.count()));
    const folds = page.locator(".options details:not([open]) > summary");
    if (await folds.count()) await soft(folds.first());
    const options = page.locator(".options .option");
    const n = await options.count();
    if (n) await soft(options.nth(luck % n));
  }, () => soft(page.getByRole("button", { name: "End the turn" })));
  assert.ok((await placed(page)) >= TILES_LEAST, "the whole game");
  assert.deepEqual(await violations(page), []);
});

test("by keys alone", { timeout: LONGEST }, async () => {
  const page = await people.person(DESK);
  const press = (key) => page.keyboard.press(key);
  /** Goes on by Tab until what has the focus is called so. */
  const reach = async (name, tabs = 120) => {
    for (let n = 0; n < tabs; n++) {
      const called = await page.evaluate(() => {
        const on = document.activeElement;
        return on?.getAttribute("aria-label") ?? on?.labels?.[0]?.textContent ?? on?.textContent ?? "";
      });
      if (name.test(called.trim())) return;
      await press("Tab");
    }
    throw new Error(`${name} is not reached`);
  };
  await page.goto(program.url);
  await page.getByRole("checkbox", { name: "The River", exact: true }).waitFor();
  for (const name of EXPANSIONS) {
    await reach(new RegExp(`^${name}$`));
    await press("Space");
  }
  await reach(/^Make the table$/);
  await press("Enter");
  await page.getByRole("heading", { name: "Who plays?" }).waitFor();
  await reach(/^Sit here$/);
  await press("Enter");
  await page.getByText("(you)").waitFor();
  await reach(/^Start the game$/);
  await press("Enter");
  await page.getByRole("application").waitFor();
  await reach(/^Board: arrows/);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("role") === "application");
  await play(page, async (luck) => {
    if (!(await focused())) await reach(/^Board: arrows/, 200).catch(() => {});
    if (await page.locator("svg rect.cell").count() && !(await page.locator("svg .spot").count())) {
      // Goes from thing to thing until it hears that the tile fits.
      for (let n = 0; n < 12; n++) {
        await press(`Shift+${["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"][(luck + (luck >> 3) * n) % 4]}`);
        await page.waitForTimeout(30);
        if (/fits here/.test(await page.locator(".heard").allInnerTexts().then((all) => all.join(" ")))) break;
      }
      await press("Enter");
      if (luck % 2) await press("r");
      return press("Enter");
    }
    if (luck % 5 === 0) return press("p");
    await press(String(1 + luck % 4));
    if (!(await focused())) await press("Enter");
  }, () => press("e"));
  assert.ok((await placed(page)) >= TILES_LEAST, "the whole game");
});

test("by roles and names alone, as a screen reader has them", { timeout: LONGEST }, async () => {
  const page = await people.person(DESK);
  const press = (role, name) => page.getByRole(role, { name, exact: true });
  await page.goto(program.url);
  for (const name of EXPANSIONS) await press("checkbox", name).check();
  await press("button", "Make the table").click();
  await press("button", "Sit here").first().click();
  await page.getByText("(you)").waitFor();
  await press("button", "Start the game").click();
  const choices = page.getByRole("group", { name: "What you may do" });
  await play(page, async (luck) => {
    const options = choices.getByRole("button");
    const folds = choices.getByRole("group");
    // What is folded is opened first; it stays open.
    for (let n = 0; n < await folds.count(); n++) {
      const fold = folds.nth(n);
      if (!(await fold.getByRole("button").count())) await fold.getByText(/\(\d+\)$/).first().click({ timeout: 1000 }).catch(() => {});
    }
    const n = await options.count();
    if (n) await options.nth(luck % n).click({ timeout: 1000 }).catch(() => {});
  }, () => press("button", "End the turn").click({ timeout: 1000 }).catch(() => {}));
  assert.ok((await placed(page)) >= TILES_LEAST, "the whole game");
});

test("options of every kind are played, and the page knows none of them", { timeout: LONGEST }, async () => {
  const here = new URL("menagerie", import.meta.url).pathname;
  const file = join(program.state, "menagerie.toml");
  await writeFile(file, `players = ["Ana", { name = "Bo", bot = "random" }]\nseed = 8\n[expansions]\nmenagerie = { path = ${JSON.stringify(here)} }\n`);
  const own = await serve(file);
  try {
    const page = await people.person(DESK);
    await page.goto(own.url);
    await page.getByRole("button", { name: "Sit here" }).first().click();
    await page.getByText("(you)").waitFor();
    await page.getByRole("button", { name: "Start the game" }).click();
    await page.getByRole("application").waitFor();
    await page.getByRole("checkbox", { name: "End turns without asking" }).check();
    const verbs = [...(await readFile(join(here, "expansion.toml"), "utf8")).matchAll(/^\[verb\.([a-z]+)\]/gm)].map((found) => found[1]);
    const used = new Set();
    const offered = new Map();
    const asked = [];
    page.on("request", (request) => /\/ask$/.test(request.url()) && asked.push(request.postDataJSON()));
    await play(page, async (luck) => {
      await page.evaluate(() => document.querySelectorAll(".options details").forEach((fold) => (fold.open = true)));
      const options = page.locator(".options .option, .options form button, .options p.buttons button");
      const n = await options.count();
      if (!n) return;
      // What has not been played yet goes before the rest, and first what is offered least.
      const heads = await options.evaluateAll((all) => all.map((one) => one.closest("[data-verb]")?.getAttribute("data-verb") ?? ""));
      heads.forEach((verb) => verb && offered.set(verb, (offered.get(verb) ?? 0) + 1));
      const rare = heads.filter((verb) => verbs.includes(verb) && !used.has(verb)).sort((a, b) => offered.get(a) - offered.get(b))[0];
      // The list may be another one by now: what is wanted is named, and not counted.
      const wanted = rare === undefined ? options.nth(luck % n) : options.and(page.locator(`[data-verb="${rare}"], [data-verb="${rare}"] *`)).first();
      await wanted.click({ timeout: 1000 }).catch(() => {});
      for (const one of asked) if (one.action?.startsWith("menagerie/")) used.add(one.action.split(/[ /]/)[1]);
    }, () => page.getByRole("button", { name: "End the turn" }).click({ timeout: 1000 }).catch(() => {}));
    assert.deepEqual(verbs.filter((verb) => !offered.has(verb)), [], "verbs that were never offered as a button");
    assert.deepEqual(verbs.filter((verb) => !used.has(verb)), [], "verbs that were offered and never chosen");
    assert.deepEqual(await violations(page), []);
  } finally {
    await own.end();
  }
});
