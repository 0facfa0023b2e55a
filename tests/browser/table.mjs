// A program that serves tables, and people who look at it in browsers.
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "playwright-core";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const PROGRAM = process.env.BASTIDE ?? new URL("../../target/release/bastide", import.meta.url).pathname;

export const DESK = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Starts the program; its address, and how it is ended. */
export async function serve(...args) {
  return served(await mkdtemp(join(tmpdir(), "bastide-")), "0", args);
}

/** Starts it again where it was, with what it has kept. */
export const servedAgain = (program) => served(program.state, new URL(program.url).port, []);

async function served(state, port, args) {
  const program = spawn(PROGRAM, ["--lang", "en", "serve", "--port", port, "--pause", "0", ...args], { env: { ...process.env, BASTIDE_STATE: state } });
  let said = "";
  const url = await new Promise((found, failed) => {
    program.stdout.on("data", (data) => {
      said += data;
      const line = /http:\S+/.exec(said);
      if (line) found(line[0]);
    });
    program.on("exit", () => failed(new Error("the program ended: " + said)));
    program.stderr.on("data", (data) => (said += data));
  });
  return { url, state, said: () => said, end: (signal = "SIGINT") => new Promise((ended) => { program.on("exit", ended); program.kill(signal); }) };
}

/** The record of a table in a file, from a copy of what a program that still runs has kept. */
export async function exported(state, room) {
  const copy = await mkdtemp(join(tmpdir(), "bastide-"));
  await cp(join(state, "tables"), join(copy, "tables"), { recursive: true });
  const file = join(copy, "game.bastide");
  const record = execFileSync(PROGRAM, ["serve", "--export", room], { env: { ...process.env, BASTIDE_STATE: copy } });
  await writeFile(file, record);
  return file;
}

/** A browser whose pages may say nothing wrong. */
export async function browser() {
  const engine = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const wrong = [];
  return {
    wrong,
    close: () => engine.close(),
    async person(device) {
      const context = await engine.newContext(device);
      // Whoever writes the page tries it without building the program: PAGE=crates/server/page.
      if (process.env.PAGE) await context.route("**/page/**", (route) => {
        const path = join(process.env.PAGE, new URL(route.request().url()).pathname.slice(6));
        return existsSync(path) ? route.fulfill({ path }) : route.continue();
      });
      const page = await context.newPage();
      page.on("pageerror", (error) => wrong.push(String(error)));
      // Refusals are answers, and a program that was ended answers nothing.
      page.on("console", (line) => line.type() === "error" && !/40[39]|422|503|ERR_(CONNECTION|INTERNET|FAILED)/.test(line.text()) && wrong.push(line.text()));
      return page;
    },
  };
}

/** What axe finds on a page as it is now. */
export async function violations(page) {
  const found = await new AxeBuilder({ page }).analyze();
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}

/** Makes a table by the form, with expansions by their names on the page. */
export async function make(page, url, players, expansions) {
  await page.goto(url);
  const seats = page.getByRole("group", { name: "Players" });
  await seats.waitFor();
  while (Number(await seats.locator("output").textContent()) < players) await seats.getByRole("button", { name: "more" }).click();
  while (Number(await seats.locator("output").textContent()) > players) await seats.getByRole("button", { name: "less" }).click();
  for (const name of expansions) await page.getByLabel(name, { exact: true }).check();
  // The file follows the form: what is made is what it says.
  for (const name of expansions) await page.getByLabel(name, { exact: true }).and(page.locator(":checked")).waitFor();
  await page.getByRole("button", { name: "Make the table" }).click();
  await page.getByRole("heading", { name: "Who plays?" }).waitFor();
}

/** Takes the first free seat. */
export async function sit(page, name) {
  const form = page.locator("form").first();
  await form.locator("input").fill(name);
  await form.getByRole("button").click();
  await page.locator(".seats").getByText(/\((you|vous)\)/).last().waitFor();
}

/** Makes a table for a person and a bot, sits down and begins. */
export async function alone(page, url) {
  await make(page, url, 2, []);
  await sit(page, "Ana");
  await start(page);
}

/** Begins the game. */
export async function start(page) {
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.locator(".board svg").first().waitFor();
}

const state = (page) => page.evaluate(() => ({
  over: !!document.querySelector(".result"),
  mine: document.title.startsWith("●"),
  done: [...document.querySelectorAll(".decide button.main")].some((b) => /End the turn|Fin du tour/.test(b.textContent) && !b.disabled),
  cells: document.querySelectorAll("svg rect.cell").length,
  ghost: !!document.querySelector("svg .ghost"),
  spots: document.querySelectorAll("svg .spot").length,
  n: document.querySelectorAll(".log > li").length,
}));

/** Plays whatever is to be decided on a page, by one way of using it; whether the game is over.
 * @param {"touch" | "keys" | "list"} way @param {number} luck */
export async function step(page, way, luck) {
  const now = await state(page);
  if (now.over) return true;
  if (now.done) {
    // What was there a moment ago may have gone: then the next step looks again.
    await page.getByRole("button", { name: /End the turn|Fin du tour/ }).click({ timeout: 1000 }).catch(() => {});
  } else if (now.mine) {
    await { touch: byTouch, keys: byKeys, list: byList }[way](page, now, luck);
  }
  await page.waitForTimeout(20);
  return false;
}

async function byTouch(page, now, luck) {
  if (now.ghost) return page.locator(".confirm button.main").first().tap({ timeout: 1000 }).catch(() => {});
  if (now.cells) {
    // The board is covered by nothing but its own buttons: a touch in the middle of a cell holds the tile over it.
    const at = await page.locator("svg rect.cell").nth(luck % now.cells).boundingBox();
    if (at) await page.touchscreen.tap(at.x + at.width / 2, at.y + at.height / 2);
    const held = await page.locator("svg .ghost").count();
    if (!held) await page.getByRole("button", { name: /Whole board|Tout le plateau/ }).tap();
    return;
  }
  await byList(page, now, luck);
}

async function byKeys(page, now, luck) {
  await page.evaluate(() => document.activeElement?.blur());
  if (now.cells) {
    for (let moves = 0; moves <= luck % 4; moves++) await page.keyboard.press(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"][(luck + moves) % 4]);
    if (luck % 2) await page.keyboard.press("r");
    return page.keyboard.press("Enter");
  }
  const option = page.locator(".options button").nth(luck % 3 ? 0 : (await page.locator(".options button").count()) - 1);
  if (await option.count()) {
    await option.focus({ timeout: 1000 }).catch(() => {});
    await page.keyboard.press("Enter");
  }
}

async function byList(page, now, luck) {
  await page.evaluate(() => document.querySelectorAll(".options details").forEach((d) => (d.open = true)));
  const options = page.locator(".options button");
  const all = await options.count();
  if (all) await options.nth(luck % all).click({ timeout: 1000 }).catch(() => {});
}

/** Plays a game to its end: each page in its way. */
export async function finish(pages, longest = 240_000) {
  const until = Date.now() + longest;
  for (let luck = 1; Date.now() < until; luck = (luck * 75 + 74) % 65537) {
    let over = 0;
    for (const [page, way] of pages) over += (await step(page, way, luck)) ? 1 : 0;
    if (over === pages.length) return;
  }
  throw new Error("the game has not come to its end");
}
