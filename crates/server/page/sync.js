// What is known of a table, and how it is asked: keys, the table as it is now, and what is sent.
// @ts-check

/** Keys of a table that this browser keeps. The seat to which a link led stands beside them. @typedef {{ host?: string, invite?: string, at?: number, seats: Record<string, string> }} Keys */

const PLACE = "bastide:";
/** What a table was like when it was seen last. @typedef {{ when: number, title: string, names: string[], turn: string | null, over: boolean }} Seen */
const SEEN = "bastide-seen:";

/** What this browser has kept under a name; nothing, if it has not, or keeps nothing.
 * @param {string} name @param {"localStorage" | "sessionStorage"} [where] @returns {any} */
export function kept(name, where = "localStorage") {
  try {
    return JSON.parse(window[where].getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps something under a name, or nothing any more. Without storage it holds as long as the page.
 * @param {string} name @param {any} what @param {"localStorage" | "sessionStorage"} [where] */
export function put(name, what, where = "localStorage") {
  try {
    if (what === null) window[where].removeItem(name);
    else window[where].setItem(name, JSON.stringify(what));
  } catch {
    // Links have to be opened again after a reload.
  }
}

/** Keys of a table. @param {string} room @returns {Keys} */
export function keys(room) {
  const all = kept(PLACE + room);
  return { ...all, seats: all?.seats ?? {} };
}

/** Keeps keys of a table. @param {string} room @param {Keys} all */
export function keep(room, all) {
  here = [...Object.values(all.seats), all.host, all.invite].filter(Boolean).join(" ");
  put(PLACE + room, all);
}

/** Seats of which there are keys, the first one first. @param {Keys} all */
export const own = (all) => Object.keys(all.seats).map(Number).sort((a, b) => a - b);

/** Tables of which this browser has a key. @returns {string[]} */
export function tables() {
  try {
    return Object.keys(localStorage).filter((k) => k.startsWith(PLACE)).map((k) => k.slice(PLACE.length));
  } catch {
    return [];
  }
}

/** Keeps what a table is like beside its keys, for whoever looks for it later. @param {string} room @param {any} now */
export function saw(room, now) {
  const who = awaited(now);
  const names = now.seats.map((/** @type {any} */ seat) => seat.name);
  put(SEEN + room, { when: Date.now(), title: now.title, names, turn: who === undefined ? null : names[who], over: now.phase === "over" });
}

/** What a table was like when it was seen last; nothing, if it was not. @param {string} room @returns {Seen | null} */
export const seen = (room) => kept(SEEN + room);

/** Forgets a table. @param {string} room */
export function forget(room) {
  put(PLACE + room, null);
  put(SEEN + room, null);
}

/** Takes keys from the part of the address behind `#`, which is sent to nobody, and keeps them.
 * @param {string} room @param {string} fragment @returns {Keys} */
export function taken(room, fragment) {
  const kept = keys(room);
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  const host = said.get("host");
  const invite = said.get("sit");
  const seat = /^(\d)\.([0-9a-f]{32})$/.exec(said.get("seat") ?? "");
  if (host) kept.host = host;
  if (invite) kept.invite = invite;
  if (seat) kept.seats[seat[1]] = seat[2];
  if (said.has("at")) kept.at = Number(said.get("at"));
  keep(room, kept);
  return kept;
}

/** Forgets seats whose keys were shown and that are somebody else's by now.
 * @param {string} room @param {Keys} kept @param {Record<string, string>} shown @param {number[]} yours */
export function lost(room, kept, shown, yours) {
  const gone = Object.keys(shown).filter((seat) => !yours.includes(Number(seat)) && kept.seats[seat] === shown[seat]);
  for (const seat of gone) delete kept.seats[seat];
  if (gone.length) keep(room, kept);
}

/** The seat from which something is awaited: of who has acted, that they are done; else of who decides. Nothing, if that is chance.
 * @param {any} now @returns {number | undefined} */
export const awaited = (now) => now?.ask?.held ?? now?.ask?.seat;

/** The key under which one looks: that of the seat that decides, if it is here, else of the first seat, else of the host. Where
 * seats see what others do not, several at one screen see what all see while somebody else decides.
 * @param {Keys} kept @param {number | null | undefined} decides @param {boolean} [apart] @returns {string | null} */
export function lookingKey(kept, decides, apart = false) {
  const here = own(kept);
  const seat = here.find((one) => one === decides) ?? (apart && here.length > 1 ? "" : here[0]);
  return kept.seats[seat] ?? kept.host ?? kept.invite ?? null;
}

/** The key of who the table was told to: of their seat, if they have one, else of the host. What is asked beside the table shows no
 * more than the table. @param {Keys} kept @param {number | null | undefined} you @returns {string | null} */
export const viewingKey = (kept, you) => kept.seats[you ?? ""] ?? kept.host ?? kept.invite ?? null;

/** The key under which seats are changed. @param {Keys} kept @returns {string | null} */
export function lobbyKey(kept) {
  return kept.host ?? kept.invite ?? lookingKey(kept, null);
}

/** Keys of all who sit at this screen: they are here too. */
let here = "";

/** Takes the keys of a table to the one at which the same people play once more, one place further.
 * @param {string} next @param {Keys} kept @param {number} seats */
export function carry(next, kept, seats) {
  const further = Object.entries(kept.seats).map(([seat, key]) => [(Number(seat) + seats - 1) % seats, key]);
  keep(next, { ...kept, seats: Object.fromEntries(further) });
}

/** @param {string | null} key @returns {Record<string, string>} */
export const headers = (key) => (key ? { Authorization: "Bearer " + key, "Bastide-Also": here } : {});

/** Within this the program answers, or says that nothing has changed. */
const WAIT_MS = 35_000;
/** Within this it answers what is asked of it at once, on the slowest of lines. */
const SOON_MS = 20_000;

/** Gives up after so long, or when somebody else does. @param {number} ms @param {AbortSignal} [or] */
function within(ms, or) {
  const gives = new AbortController();
  setTimeout(() => gives.abort(), ms);
  or?.addEventListener("abort", () => gives.abort());
  return gives.signal;
}

/** The table, as soon as it is another than the one after which is asked; nothing if it has not changed. What the same viewer was told
 * in the same language is not told again. @param {string} room @param {string | null} key @param {number} after @param {string} lang
 * @param {any} before @param {AbortSignal} signal */
export async function now(room, key, after, lang, before, signal) {
  const known = before ? `&known=${before.course}.${before.n}` : "";
  const answer = await fetch(`/api/t/${room}/now?after=${after}&lang=${lang}${known}`, {
    headers: headers(key), signal: within(after ? WAIT_MS : SOON_MS, signal),
  });
  if (answer.status === 404) return { gone: true };
  if (answer.status === 204) return null;
  if (answer.status === 503) return { waits: (await answer.json()).why };
  if (!answer.ok) throw new Error(String(answer.status));
  const now = await answer.json();
  if (now.known !== undefined) now.log = [...before.log.filter((/** @type {any} */ one) => one.n <= now.known), ...now.log];
  return now;
}

/** What was sent and is not answered yet. */
const SENT = "bastide-sent:";

/** Asks for something. A request that gets no answer is sent again. An action has a word of its own, under which it happens once:
 * it is sent until it is answered, by the page after a reload if need be. Anything else is given up after a while.
 * @param {string} room @param {string | null} key @param {any} body */
export async function ask(room, key, body) {
  if (body.id) sent(room, { key, body });
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await fetch(`/api/t/${room}/ask`, {
        method: "POST",
        headers: { ...headers(key), "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal: within(SOON_MS),
      });
      const said = await answer.json();
      if (body.id) sent(room, null);
      return said;
    } catch (lost) {
      if (attempt >= 5 && !body.id) throw lost;
      await pause(2500);
    }
  }
}

/** Keeps what is sent, for a page that is loaded anew. @param {string} room @param {{ key: string | null, body: any } | null} what */
const sent = (room, what) => put(SENT + room, what, "sessionStorage");

/** What was sent before the page was loaded anew, and was not answered. @param {string} room @returns {{ key: string | null, body: any } | null} */
export const unanswered = (room) => kept(SENT + room, "sessionStorage");

/** What is to be done when the machine wakes or finds its network again. @type {Set<() => void>} */
const waking = new Set();
let listens = false;

/** Calls whenever the machine may have slept, or was without a network. @param {() => void} then */
export function onWaking(then) {
  waking.add(then);
  if (listens) return;
  listens = true;
  const all = () => waking.forEach((one) => one());
  addEventListener("online", all);
  addEventListener("offline", all);
  addEventListener("pageshow", (event) => event.persisted && all());
  document.addEventListener("visibilitychange", () => document.hidden || all());
}

/** The table as it was after so many actions; nothing, if it cannot be had.
 * @param {string} room @param {string | null} key @param {number} at @param {string} lang */
export async function past(room, key, at, lang) {
  const answer = await fetch(`/api/t/${room}/now?at=${at}&lang=${lang}`, { headers: headers(key) });
  return answer.ok ? answer.json() : null;
}

/** A new table that begins with the first actions of this one.
 * @param {string} room @param {Keys} kept @param {number | undefined} you @param {number} n */
export async function fork(room, kept, you, n) {
  const answer = await fetch(`/api/t/${room}/fork`, {
    method: "POST", headers: { ...headers(viewingKey(kept, you)), "Content-Type": "application/json" }, body: JSON.stringify({ n }),
  });
  return answer.json();
}

/** Asks the program for something that belongs to no table. @param {string} path @param {object} body */
export async function post(path, body) {
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return answer.json();
}

/** Returns a random identifier. `crypto.randomUUID` is missing on pages that are not served over HTTPS. */
export function word() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/** Waits for so long, or until the machine wakes. @param {number} ms @returns {Promise<void>} */
export const pause = (ms) => new Promise((done) => {
  const ends = () => {
    clearTimeout(waits);
    waking.delete(ends);
    done();
  };
  const waits = setTimeout(ends, ms);
  onWaking(ends);
});

/** Options that place a tile: of each tile its cells, and of each cell what can be done there for each rotation.
 * @param {any[]} options */
export function placements(options) {
  /** @type {Map<number, Map<string, any[]>>} */
  const tiles = new Map();
  for (const item of options) {
    if (item.turned === undefined) continue;
    const cells = tiles.get(item.tile) ?? new Map();
    tiles.set(item.tile, cells);
    const at = item.cell.join(",");
    cells.set(at, [...(cells.get(at) ?? []), item]);
  }
  return tiles;
}

/** The next rotation that fits, beginning with the one that is wanted.
 * @param {any[]} items @param {number} wanted @param {number} [by] quarter turns from one to the next */
export function fitting(items, wanted, by = 1) {
  for (let more = 0; more < 4; more++) {
    const turned = (wanted + more * by) % 4;
    if (items.some((item) => item.turned === turned)) return turned;
  }
  return items[0]?.turned ?? 0;
}

/** Everything else that has a place on the board: of each place what can be done there.
 * @param {any[]} options */
export function spots(options) {
  /** @type {Map<string, { at: number[], cell: boolean, items: any[] }>} */
  const places = new Map();
  for (const item of options) {
    if (item.turned !== undefined || (!item.at && !item.cell)) continue;
    const at = item.at ?? [item.cell[0] * 100 + 50, item.cell[1] * 100 + 50];
    const key = at.join(",");
    /** @type {{ at: number[], cell: boolean, items: any[] }} */
    const place = places.get(key) ?? { at, cell: !item.at, items: [] };
    place.items.push(item);
    places.set(key, place);
  }
  return [...places.values()];
}
