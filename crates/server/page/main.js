// The page: what it knows, what it draws, what it does.
// @ts-check
import { h, render } from "./vendor/preact.js";
import * as notice from "./notice.js";
import { sign, wear } from "./colours.js";
import { Shut } from "./people.js";
import * as sync from "./sync.js";
import { words } from "./words.js";
import { Bar, hintOf } from "./bar.js";
import { Board } from "./board.js";
import { Side } from "./side.js";
import { Lobby } from "./lobby.js";
import { Heard, say as tell } from "./heard.js";
import { look } from "./looks.js";
import { RuleText } from "./rules.js";
import { actionOf } from "./replay.js";

const room = /^\/t\/([0-9a-z]+)$/.exec(location.pathname)?.[1] ?? null;
const settings = "bastide-settings";
const usual = { ...notice.USUAL, autoDone: false, oneTap: false, follows: false, light: "", phrases: true, lang: "", /** @type {number | null} */ colour: null, name: "" };

/** The first page, which tables do without. @type {any} */
let start = null;

/** Everything the page knows. */
const state = {
  room,
  lang: document.documentElement.lang === "fr" ? "fr" : "en",
  keys: room ? sync.taken(room, location.hash) : { seats: {} },
  /** The table as the viewer sees it. @type {any} */
  now: null,
  lost: false,
  gone: false,
  /** The tile in hand: its number, its rotation, and the cell over which it is held. */
  ghost: { tile: -1, turned: 0, /** @type {string | null} */ cell: null },
  /** A place of the board at which there are several options. @type {any} */
  place: null,
  /** Lines with which something was refused. @type {any[]} */
  said: [],
  /** What was answered to who asked for a hint. @type {any} */
  hint: null,
  busy: false,
  /** A seat whose tiles were shown to who sits here now. @type {number | null} */
  shown: null,
  /** The action that one looks back at, and the table as it then was. @type {number | null} */
  at: actionOf(location.hash),
  /** @type {any} */
  past: null,
  /** What was asked for of the past is on its way. */
  waits: false,
  /** Territories, if somebody asked for them, and the paths around segments. @type {any} */
  land: null,
  /** @type {any} */
  shapes: null,
  /** A segment whose territory is tinted. @type {number | null} */
  tint: null,
  /** Cells that light up. @type {number[][] | null} */
  lit: null,
  /** The cell that was pointed at, and what was told of it. @type {number[] | null} */
  pointed: null,
  /** @type {any} */
  told: null,
  /** The cell of the explorer. @type {number[] | null} */
  cursor: null,
  /** The rule whose text is shown, and all rules. @type {string | null} */
  rule: null,
  /** @type {any} */
  rules: null,
  settings: { ...usual, ...sync.kept(settings) },
};
if (state.settings.lang) state.lang = state.settings.lang;
if (location.hash) history.replaceState(null, "", location.pathname + (state.at === null ? "" : "#n=" + state.at));
addEventListener("hashchange", () => does.back(actionOf(location.hash)));

/** Changes what the page knows, and draws it. @param {object} change */
export function update(change) {
  Object.assign(state, change);
  draw();
}

/** Changes what a person wants. @param {object} change */
function set(change) {
  Object.assign(state.settings, change);
  sync.put(settings, state.settings);
  if (state.settings.lang && state.settings.lang !== state.lang) {
    state.lang = state.settings.lang;
    Object.assign(state, { rules: null, land: null, told: null, past: null });
    again();
  }
  draw();
}

let waits = new AbortController();

/** Looks at the table anew, in another language or from another seat. */
function again() {
  waits.abort();
}

/** Delay in milliseconds without an answer after which the page reports a lost connection. */
const LATE_MS = 3000;

/** The key under which the table is looked at. @param {any} now */
const looksWith = (now) => sync.lookingKey(state.keys, sync.awaited(now), now?.private && now.phase === "playing");

async function follow() {
  let after = 0;
  /** What was told last, as long as the same viewer asks in the same language. @type {any} */
  let before = null;
  let said = "";
  // A connection that says nothing may be none any more: whoever wakes asks what must be answered at once.
  sync.onWaking(again);
  /** What tells that no answer comes, once it is late. */
  let late = 0;
  for (let failed = 0; !state.gone; ) {
    waits = new AbortController();
    const key = looksWith(state.now);
    if (!after && !late) late = setTimeout(() => update({ lost: true }), LATE_MS);
    if (said !== `${key} ${state.lang}`) before = null;
    said = `${key} ${state.lang}`;
    const shown = { ...state.keys.seats };
    let now;
    try {
      now = await sync.now(/** @type {string} */ (room), key, after, state.lang, before, waits.signal);
    } catch {
      if (waits.signal.aborted) {
        after = 0;
        continue;
      }
      after = 0;
      await sync.pause(Math.min(5000, 250 * 2 ** ++failed));
      continue;
    }
    failed = 0;
    clearTimeout(late);
    late = 0;
    if (now?.gone) {
      sync.forget(/** @type {string} */ (room));
      return update({ gone: true });
    }
    if (now?.waits) {
      // The table is kept, and cannot go on for the time being: keys stay, and it is tried again.
      update({ lost: now.waits[state.lang] ?? true });
      await sync.pause(5000);
      continue;
    }
    if (state.lost) update({ lost: false });
    if (!now) continue;
    after = now.version;
    before = now;
    sync.lost(/** @type {string} */ (room), state.keys, shown, now.yours);
    try {
      arrived(now);
    } catch (wrong) {
      // What cannot be drawn is told, and the page goes on with what comes next.
      reportError(wrong);
    }
    // Another of the seats here may decide: it sees other things.
    if (looksWith(now) !== key) after = 0;
  }
}

/** The table is another one. @param {any} now */
function arrived(now) {
  const before = state.now;
  const mine = now.ask?.yours && !(before?.ask?.yours && before.n === now.n);
  // A turn has many steps; it begins once.
  const begins = mine && !(before?.you === now.you && (before?.ask?.yours || before?.ask?.held === now.you));
  const change = { now, busy: false };
  if (!before || before.n !== now.n) Object.assign(change, { place: null, said: [], hint: null, told: null, pointed: null, tint: null, lit: null });
  update(change);
  sync.saw(/** @type {string} */ (room), now);
  const ghost = { ...state.ghost, cell: before?.n === now.n ? state.ghost.cell : null };
  const tiles = [...sync.placements(now.ask?.options ?? []).keys()];
  if (!tiles.includes(ghost.tile)) Object.assign(ghost, { tile: tiles[0] ?? -1, turned: 0, cell: null });
  update({ ghost });
  if (begins && before) notice.call(state.settings);
  // Whoever has gone on to read something else sees what may be done; on a very small screen the page itself was scrolled.
  if (mine) {
    document.querySelector(".side")?.scrollTo(0, 0);
    document.querySelector(".board")?.scrollIntoView();
  }
  heard(before, now, mine, begins);
  if (state.land && state.at === null) does.land();
  if (state.at !== null && !state.past) does.back(state.at);
  // Whoever asked for another game goes to it; the others find the way there.
  if (now.next && wants) does.follow(now.next);
}

/** Says what happened, and whose turn it is. @param {any} before @param {any} now @param {boolean} mine @param {boolean} begins */
function heard(before, now, mine, begins) {
  const say = words(state.lang);
  for (const one of before ? now.log.filter((/** @type {any} */ one) => one.n > before.n) : []) {
    if (one.seat === undefined && !one.more) continue;
    const who = one.seat === undefined ? "" : now.seats[one.seat].name + say.colon + one.text;
    tell([who, ...(one.more ?? [])].filter(Boolean).join(". "));
  }
  if (mine) tell([begins ? say.yourTurn : "", now.ask.prompt].filter(Boolean).join(". "), true);
}

/** Somebody here has asked for another game. */
let wants = false;

/** Asks the table for something. @param {any} body @param {string | null} [key] */
async function ask(body, key = sync.viewingKey(state.keys, state.now?.you)) {
  update({ busy: true, said: [], hint: null });
  try {
    const answer = await sync.ask(/** @type {string} */ (room), key, body);
    if (answer.is === "no") update({ said: [answer.why] });
    if (answer.is === "said" && body.at === undefined) update({ hint: hintOf(answer.lines, state.now.ask?.options ?? []) });
    if (answer.is === "sat") {
      state.keys.seats[answer.seat] = answer.key;
      sync.keep(/** @type {string} */ (room), state.keys);
      again();
    }
    if (body.do === "again" && answer.is === "done") {
      wants = true;
      if (state.now?.next) does.follow(state.now.next);
    }
    return answer;
  } catch {
    const unsent = (/** @type {string} */ lang) => {
      const say = words(lang);
      return say.unsent;
    };
    update({ said: [{ en: unsent("en"), fr: unsent("fr") }] });
    return null;
  } finally {
    update({ busy: false });
  }
}

/** What the parts of the page do. */
const does = {
  update,
  set,
  ask,
  /** What is shown by now: what a part was given may be old after it has waited. */
  seen: () => seen(),
  /** Carries out an option. @param {any} item @param {number} [number] */
  act(item, number) {
    const action = number === undefined ? item.action : `${item.action} ${number}`;
    return ask({ do: "act", n: state.now.n, action, id: sync.word(), done: state.settings.autoDone });
  },
  /** Takes the only option of a place, or shows all of them. @param {any} spot */
  choose(spot) {
    if (spot.items.length === 1 && !spot.items[0].range) return does.act(spot.items[0]);
    update({ place: spot });
  },
  /** Territories, now or at the action that is looked back at. */
  async land() {
    const shown = seen();
    const [land, shapes] = await Promise.all([look(shown, "land"), look(shown, "shapes")]);
    if (land && (land !== state.land || shapes !== state.shapes)) update({ land, shapes });
    return land;
  },
  /** Shows a segment's territory. @param {number | undefined} node */
  async tint(node) {
    if (node === undefined) return update({ tint: null });
    update({ tint: node, lit: null });
    await does.land();
  },
  /** Shows the text of a rule. @param {string} rule */
  async rule(rule) {
    update({ rule, rules: state.rules ?? await look(state, "rules") });
  },
  /** Looks back at an action, or at the table as it is. @param {number | null} at @returns {Promise<void>} */
  async back(at) {
    if (at === null || !room) {
      history.replaceState(null, "", location.pathname);
      return update({ at: null, past: null, land: null, tint: null, lit: null, told: null });
    }
    update({ at, waits: true });
    const past = await sync.past(room, sync.viewingKey(state.keys, state.now?.you), at, state.lang);
    // Somebody who went on meanwhile wants to see another one.
    if (state.at !== at) return;
    if (!past) return does.back(null);
    history.replaceState(null, "", `${location.pathname}#n=${at}`);
    update({ past, waits: false, tint: null, lit: null, told: null });
    if (state.land) does.land();
  },
  /** Asks in the lobby, with the key that may. @param {object} body */
  async lobby(body) {
    return ask(body, sync.lobbyKey(state.keys));
  },
  /** Goes to the table at which the same people play once more. @param {string} next */
  follow(next) {
    sync.carry(next, state.keys, state.now.seats.length);
    location.assign("/t/" + next);
  },
  /** Leaves a seat that this browser holds. @param {number} seat */
  async leave(seat) {
    const own = state.keys.seats[seat];
    const answer = await ask({ do: "leave", seat }, own ?? sync.lobbyKey(state.keys));
    if (answer?.is === "done" && own) {
      delete state.keys.seats[seat];
      sync.keep(/** @type {string} */ (room), state.keys);
      again();
    }
  },
};

/** What is shown: the table as it is, or as it was. */
function seen() {
  const live = state.now;
  return state.at !== null && state.past && live ? { ...state, now: state.past, live } : { ...state, at: null, live };
}

function draw() {
  const say = words(state.lang);
  document.documentElement.lang = state.lang;
  document.documentElement.style.colorScheme = state.settings.light;
  const ask = state.now?.ask;
  notice.mark(!!ask?.yours, state.settings, say);
  wear(state.keys, state.settings.colour);
  const props = { state: seen(), does, say };
  const other = state.lang === "fr" ? "en" : "fr";
  const wrong = state.gone ? say.gone : state.lost === true ? say.lost : state.lost;
  const title = state.now?.title ?? "";
  const head = h("header", {},
    h("h1", {}, h("a", { href: "/", class: "home" }, "Bastide")),
    h("p", { class: wrong ? "status" : "status title", role: "status", title }, wrong || title),
    h("button", { type: "button", lang: other, onClick: () => set({ lang: other }) }, say.other));
  // The picture that came with the document is shown until the table itself is known.
  if (state.now || state.gone) document.querySelector(".first")?.remove();
  render([head, h(Heard, { key: "heard", onChange: draw }), h(RuleText, { ...props, key: "rule" }), h("main", { class: kind() }, body(props))], /** @type {Element} */ (document.getElementById("page")));
}

function kind() {
  if (!room) return "start";
  return state.now?.phase === "lobby" ? "lobby" : "table";
}

/** @param {any} props */
function body(props) {
  const state = props.state;
  if (!room) return start && h(start, props);
  if (state.gone || !state.now) return null;
  if (state.now.phase === "lobby") return h(Lobby, props);
  if (state.now.shut) return h(Shut, props);
  const several = sync.own(state.keys).length > 1;
  const live = state.live;
  if (several && live.private && live.ask?.yours && state.shown !== live.you) {
    return h(HandOver, props);
  }
  return [h(Board, props), h(Bar, props), h(Side, props)];
}

/** Several people at one screen: what one sees, the others must not. @param {any} props */
function HandOver({ state, does, say }) {
  const name = state.live.seats[state.live.you].name;
  return h("section", { class: "hand-over" },
    h("h2", {}, sign(state.live.you), say.handOver + " " + name), h("p", {}, say.hand),
    h("button", { type: "button", class: "main", onClick: () => does.update({ shown: state.live.you }) }, say.show));
}

draw();
if (!room) {
  import("./start.js").then(({ Start }) => {
    start = Start;
    draw();
  });
} else {
  follow();
  const { key, body } = sync.unanswered(room) ?? {};
  if (body) ask(body, key);
}
