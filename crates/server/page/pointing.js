// Pointing at a place of the board that is no button: what lies there is told, and why it cannot be chosen.
// @ts-check
import { h } from "./vendor/preact.js";
import { why } from "./looks.js";
import { say as tell } from "./heard.js";
import { inWords, lyingOn, segmentAt } from "./territory.js";
import { Cited } from "./rules.js";

/** Somebody points at a place. @param {any} props @param {number[]} point on the board */
export async function pointAt({ does, say }, point) {
  const cell = [Math.floor(point[0] / 100), Math.floor(point[1] / 100)];
  const land = await does.land();
  const state = does.seen();
  const found = segmentAt(land, state.shapes, point);
  if (!found) return pointAtCell({ state, does, say }, cell);
  await pointAtSegment({ state, does, say }, found, cell);
}

/** Somebody points at a free cell. @param {any} props @param {number[]} cell */
export async function pointAtCell({ state, does, say }, cell) {
  does.update({ pointed: cell, tint: null, lit: null, told: null });
  const choosing = state.at === null && state.now.ask?.yours;
  if (!choosing) return;
  const tile = state.ghost.tile < 0 ? "" : `&tile=${state.ghost.tile}`;
  refuse({ state, does, say }, await why(state, `cell=${cell.join(",")}${tile}`));
}

/** Somebody points at a segment. @param {any} props @param {any} found @param {number[]} cell */
export async function pointAtSegment({ state, does, say }, { territory, part }, cell) {
  const seats = state.now.seats;
  does.update({ pointed: cell, tint: part.node, lit: null, told: { lines: inWords(territory, seats, say), wrong: [] } });
  tell(inWords(territory, seats, say).join(". "));
  const options = state.at === null && state.now.ask?.yours ? state.now.ask.options : [];
  const figures = options.some((/** @type {any} */ item) => item.node !== undefined);
  if (!figures || options.some((/** @type {any} */ item) => item.node === part.node)) return;
  refuse({ state, does, say }, await why(state, `node=${part.node}`));
}

/** Why a place cannot be chosen. @param {any} props @param {any} answer */
function refuse({ does }, answer) {
  const state = does.seen();
  const lines = answer.is === "no" ? [answer.why] : answer.lines;
  const wrong = lines.map((/** @type {any} */ line) => line[state.lang]);
  does.update({ told: { lines: state.told?.lines ?? [], wrong } });
  tell(wrong.join(" "), true);
}

/** What was told of the place that was pointed at. @param {any} props */
export function Told(props) {
  const { state, does, say } = props;
  if (!state.told) return null;
  const { lines, wrong } = state.told;
  return h("div", { class: "told" },
    lines.map((/** @type {string} */ line, /** @type {number} */ n) => (n ? h("p", {}, line) : h("p", {}, h("b", {}, line)))),
    wrong.length ? h("ul", { class: "said" }, wrong.map((/** @type {string} */ line) => h("li", {}, h(Cited, { ...props, text: line })))) : null,
    h("button", { type: "button", class: "close", "aria-label": say.close, onClick: () => does.update({ told: null, tint: null, lit: null, pointed: null }) }, "×"));
}

/** What is on a cell, in words. @param {any} land @param {number[]} cell @param {any} say */
export function cellInWords(land, cell, say) {
  const tile = lyingOn(land, cell);
  const [x, y] = cell;
  if (!tile) return `${x},${y}${say.colon}${say.free}`;
  const here = land.territories.flatMap((/** @type {any} */ t) => t.parts.filter((/** @type {any} */ p) => p.cell[0] === x && p.cell[1] === y)
    .map((/** @type {any} */ p) => [t.kind, p.sides].filter(Boolean).join(" ")));
  const figures = land.territories.flatMap((/** @type {any} */ t) => (t.figures ?? []).filter((/** @type {any} */ f) => f.cell[0] === x && f.cell[1] === y)
    .map((/** @type {any} */ f) => `${f.words}, ${t.kind}`));
  return [`${x},${y}${say.colon}${tile.words}`, here.join(", "), ...figures, ...(tile.things ?? [])].filter(Boolean).join(". ");
}
