// What is looked at beside the table itself: territories, tiles to come, score sheet, rules. Each is asked for once.
// @ts-check
import { headers, viewingKey } from "./sync.js";

const KEPT = 24;
/** Looks that never change as long as the game goes on. */
const FIXED = ["rules", "shapes"];
/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/** Has a look at something of the table, as it is now or as it was; nothing, if it cannot be had.
 * @param {any} state @param {string} what @param {string} [more] @returns {Promise<any>} */
export function look(state, what, more = "") {
  const fixed = FIXED.includes(what);
  const then = state.at === null || fixed ? "" : `&at=${state.at}`;
  const path = `/api/t/${state.room}/${what}?lang=${state.lang}${then}${more}`;
  const key = viewingKey(state.keys, state.now?.you);
  const id = fixed ? path : `${path} ${key} ${state.now?.version}`;
  const known = kept.get(id);
  if (known) return known;
  const asked = fetch(path, { headers: headers(key) }).then((answer) => (answer.ok ? answer.json() : null), () => null);
  kept.set(id, asked);
  asked.then((found) => found ?? kept.delete(id));
  for (const old of [...kept.keys()].slice(0, -KEPT)) kept.delete(old);
  return asked;
}

/** Which rules forbid what somebody may mean by a place; what the table answers.
 * @param {any} state @param {string} place @returns {Promise<any>} */
export async function why(state, place) {
  const key = viewingKey(state.keys, state.now?.you);
  const answer = await fetch(`/api/t/${state.room}/why?lang=${state.lang}&${place}`, { headers: headers(key) });
  return answer.json();
}
