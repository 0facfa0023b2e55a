// The page in two other engines, Firefox and WebKit, spoken to without a library: a table is made, somebody plays some actions
// against a bot, and a picture is taken. `node engines.mjs` tells what each does; one that is not installed is left out.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "./table.mjs";

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Firefox by its own remote protocol: each message is its length, a colon, and JSON. */
async function firefox() {
  const profile = await mkdtemp(join(tmpdir(), "bastide-firefox-"));
  const program = spawn("firefox-esr", ["--marionette", "--headless", "--profile", profile], { stdio: "ignore" });
  const line = await opened(2828);
  const waiting = new Map();
  let rest = Buffer.alloc(0);
  line.on("data", (data) => {
    rest = Buffer.concat([rest, data]);
    for (let colon = rest.indexOf(":"); colon > 0; colon = rest.indexOf(":")) {
      const length = Number(rest.subarray(0, colon));
      if (rest.length < colon + 1 + length) return;
      const said = JSON.parse(rest.subarray(colon + 1, colon + 1 + length).toString());
      rest = rest.subarray(colon + 1 + length);
      if (Array.isArray(said)) waiting.get(said[1])?.(said);
    }
  });
  let last = 0;
  const ask = (what, with_ = {}) => new Promise((done, failed) => {
    const text = JSON.stringify([0, ++last, what, with_]);
    waiting.set(last, ([, , error, result]) => (error ? failed(new Error(error.message)) : done(result)));
    line.write(`${Buffer.byteLength(text)}:${text}`);
  });
  await ask("WebDriver:NewSession");
  await ask("WebDriver:SetWindowRect", { width: 390, height: 844 });
  return {
    go: (url) => ask("WebDriver:Navigate", { url }),
    run: async (script) => (await ask("WebDriver:ExecuteScript", { script, args: [] })).value,
    picture: async () => (await ask("WebDriver:TakeScreenshot", { full: false })).value,
    end: async () => { line.destroy(); program.kill(); },
  };
}

/** A port as soon as somebody listens. */
async function opened(port) {
  for (let tries = 0; tries < 300; tries++) {
    const line = await new Promise((done) => {
      const line = connect(port, "127.0.0.1", () => done(line)).on("error", () => done(null));
    });
    if (line) return line;
    await wait(100);
  }
  throw new Error(`nobody listens at ${port}`);
}

/** WebKit by WebDriver. */
async function webkit() {
  const libraries = "/usr/lib/x86_64-linux-gnu";
  const versions = readdirSync(libraries).filter((name) => name.startsWith("webkit2gtk-4"));
  const binary = versions.map((name) => join(libraries, name, "MiniBrowser")).find(existsSync);
  if (!binary) throw new Error("MiniBrowser is missing");
  const screen = spawn("Xvfb", [":77", "-screen", "0", "1280x900x24"], { stdio: "ignore" });
  await wait(500);
  const driver = spawn("WebKitWebDriver", ["--port=4477"], { stdio: "ignore", env: { ...process.env, DISPLAY: ":77" } });
  (await opened(4477)).destroy();
  const ask = async (way, path, body) => {
    const answer = await fetch(`http://127.0.0.1:4477/session${path}`, { method: way, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(value?.message ?? answer.statusText);
    return value;
  };
  const options = { "webkitgtk:browserOptions": { binary, args: ["--automation"] } };
  const { sessionId } = await ask("POST", "", { capabilities: { alwaysMatch: options } });
  return {
    go: (url) => ask("POST", `/${sessionId}/url`, { url }),
    run: (script) => ask("POST", `/${sessionId}/execute/sync`, { script, args: [] }),
    picture: () => ask("GET", `/${sessionId}/screenshot`),
    end: async () => { await ask("DELETE", `/${sessionId}`).catch(() => {}); driver.kill(); screen.kill(); },
  };
}

/** Asks a page again and again until it says something. */
async function until(page, script, what) {
  for (let tries = 0; tries < 200; tries++) {
    const found = await page.run(script);
    if (found) return found;
    await wait(100);
  }
  throw new Error(`${what} did not come: ${await page.run("return document.body.innerText")}`);
}

const press = (text) => `const found = [...document.querySelectorAll("button")].find((b) => b.textContent.trim() === ${JSON.stringify(text)} && !b.disabled);
  if (found) found.click(); return !!found;`;

/** Some actions of a game against a bot; how many lines its log has then. */
async function plays(page, url) {
  await page.go(url);
  await until(page, press("Make the table"), "the form");
  await until(page, `return [...document.querySelectorAll("h1, h2")].some((h) => h.textContent === "Who plays?")`, "the table");
  await page.run(`const name = document.querySelector("form input");
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(name, "Ana");
    name.dispatchEvent(new Event("input", { bubbles: true })); document.querySelector("form button").click();`);
  await until(page, `return /\\(you\\)/.test(document.querySelector(".seats")?.textContent)`, "the seat");
  await until(page, press("Start the game"), "the start");
  await until(page, `return !!document.querySelector(".board svg")`, "the board");
  const act = `document.querySelectorAll(".options details").forEach((d) => (d.open = true));
    const done = [...document.querySelectorAll(".decide button.main")].find((b) => b.textContent === "End the turn" && !b.disabled);
    const option = done ?? document.querySelector(".options button");
    if (option) option.click();
    return document.querySelectorAll(".log > li").length >= 8 ? document.querySelectorAll(".log > li").length : 0;`;
  return until(page, act, "the eighth action");
}

const program = await serve();
let wrong = 0;
for (const [name, begin, needs] of [["Firefox", firefox, "/usr/bin/firefox-esr"], ["WebKit", webkit, "/usr/bin/WebKitWebDriver"]]) {
  if (!existsSync(needs)) {
    console.log(`${name}: not installed`);
    continue;
  }
  let page;
  try {
    page = await begin();
    const agent = await page.run("return navigator.userAgent");
    const lines = await plays(page, program.url);
    const picture = (await page.picture()).length;
    const wide = await page.run("return document.documentElement.scrollWidth - innerWidth");
    const fine = picture > 10_000 && wide <= 0;
    wrong += Number(!fine);
    console.log(`${name}: ${fine ? "fine" : "WRONG"}, ${lines} lines of the log, ${wide} px too wide, ${agent}`);
  } catch (error) {
    wrong += 1;
    console.log(`${name}: FAILED: ${error.message}`);
  }
  await page?.end();
}
await program.end();
process.exit(wrong ? 1 : 0);
