// The board without the picture: a cursor that arrows move over it, and keys that say what is to be known.
// @ts-check
import { awaited, fitting, placements, spots } from "./sync.js";
import { say as tell } from "./heard.js";
import { cellInWords, pointAtCell, pointAtSegment } from "./pointing.js";
import { inWords, same, segmentsOn } from "./territory.js";

/** @type {Record<string, number[]>} */
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** All options in the order of their numbers: those with a place first, as on the board, then those without; placements have none.
 * @param {any[]} options @returns {any[]} */
export function numbered(options) {
  const places = spots(options);
  const placed = new Set(places.flatMap((spot) => spot.items));
  return [...places, ...options.filter((item) => item.turned === undefined && !placed.has(item)).map((item) => ({ items: [item] }))];
}

/** Where the cursor is at first: on the tile that came last. @param {any} state */
const cursorOf = (state) => state.cursor ?? state.ghost.cell?.split(",").map(Number) ?? lastCells(state)[0] ?? [0, 0];

/** @param {any} state @returns {number[][]} */
const lastCells = (state) => state.now.log.findLast((/** @type {any} */ one) => one.cells)?.cells ?? [];

/** Cells on which the tile in hand fits. @param {any} state */
const cellsOf = (state) => placements(state.now.ask?.options ?? []).get(state.ghost.tile) ?? new Map();

/** Options with a place on a cell, each with its number. @param {any} state @param {number[]} cell */
const spotsOn = (state, cell) => spots(state.now.ask?.options ?? []).map((spot, n) => ({ spot, n: n + 1 }))
  .filter(({ spot }) => same([Math.floor(spot.at[0] / 100), Math.floor(spot.at[1] / 100)], cell));

/** What is to be said of the cell of the cursor. @param {any} props @param {any} land @param {number[]} cell */
function told({ state, say }, land, cell) {
  const fits = cellsOf(state).get(cell.join(",")) ?? [];
  const here = spotsOn(state, cell).map(({ spot, n }) => `${n}${say.colon}${spot.items.map((/** @type {any} */ item) => [item.head, item.about].filter(Boolean).join(" ")).join(", ")}`);
  return [cellInWords(land, cell, say), fits.length ? say.fitsHere : "", ...here].filter(Boolean).join(". ");
}

/** A key while the explorer has the focus; whether it was one of its own. @param {any} props @param {KeyboardEvent} event */
export async function explore(props, event) {
  const { does } = props;
  const way = WAYS[event.key];
  if (!way && event.key !== "Enter") return;
  event.preventDefault();
  event.stopPropagation();
  const land = await does.land();
  const state = does.seen();
  const cursor = cursorOf(state);
  if (event.key === "Enter") return enter({ ...props, state }, land, cursor);
  const next = event.shiftKey ? scan({ state }, land, cursor, way) : [cursor[0] + way[0], cursor[1] + way[1]];
  const inside = land.cells.some((/** @type {any} */ one) => Math.abs(one.cell[0] - next[0]) < 3 && Math.abs(one.cell[1] - next[1]) < 3);
  if (!inside) return tell(props.say.edge, true);
  does.update({ cursor: next, tint: null, lit: null });
  tell(told({ ...props, state }, land, next));
}

/** The next cell in a direction on which something stands or something may be done: straight ahead before aside.
 * @param {any} props @param {any} land @param {number[]} from @param {number[]} way @returns {number[]} */
function scan({ state }, land, [x, y], [dx, dy]) {
  const figures = land.territories.flatMap((/** @type {any} */ t) => (t.figures ?? []).map((/** @type {any} */ f) => f.cell));
  const things = land.cells.filter((/** @type {any} */ one) => one.things).map((/** @type {any} */ one) => one.cell);
  const offered = [...cellsOf(state).keys()].map((cell) => cell.split(",").map(Number));
  const spotted = spots(state.now.ask?.options ?? []).map(({ at }) => at.map((n) => Math.floor(n / 100)));
  const far = (/** @type {number[]} */ [cx, cy]) => {
    const along = (cx - x) * dx + (cy - y) * dy;
    return along > 0 ? along + 3 * Math.abs((cx - x) * dy + (cy - y) * dx) : Infinity;
  };
  const all = [...figures, ...things, ...offered, ...spotted].filter((cell) => far(cell) < Infinity);
  return all.length ? all.reduce((a, b) => (far(b) < far(a) ? b : a)) : [x + dx * 1000, y + dy * 1000];
}

/** Does at the cursor what a tap would. @param {any} props @param {any} land @param {number[]} cell */
function enter(props, land, cell) {
  const { state, does, say } = props;
  const fits = cellsOf(state).get(cell.join(","));
  if (fits) {
    const held = state.ghost.cell === cell.join(",");
    const here = fits.filter((/** @type {any} */ item) => item.turned === state.ghost.turned);
    if (held && here.length === 1) return does.act(here[0]);
    const turned = fitting(fits, state.ghost.turned);
    does.update({ cursor: cell, ghost: { ...state.ghost, cell: cell.join(","), turned } });
    return tell(`${say.heldHere} ${turned * 90}°. ${say.heldHelp}`);
  }
  const here = spotsOn(state, cell);
  if (here.length === 1) return does.choose(here[0].spot);
  const segments = segmentsOn(land, cell);
  if (!segments.length) return pointAtCell(props, cell);
  // Pressed again it goes on to the next segment of the tile.
  const at = segments.findIndex(({ part }) => part.node === state.tint);
  return pointAtSegment(props, segments[(at + 1) % segments.length], cell);
}

/** Keys that say something wherever the focus is; whether it was one of them. @param {any} props @param {string} key */
export async function speak(props, key) {
  const { state, does, say } = props;
  const { now } = state;
  if (key === "l") {
    const last = now.log.findLast((/** @type {any} */ one) => one.seat !== undefined);
    if (!last) return;
    does.update({ cursor: last.cells?.[0] ?? state.cursor, lit: last.cells ?? null, tint: null });
    tell([`${now.seats[last.seat].name}${say.colon}${last.text}`, ...(last.more ?? [])].join(". "));
  } else if (key === "t") {
    const { yours, held } = now.ask ?? {};
    const who = awaited(now);
    const turn = now.ask ? (yours || held !== undefined && held === now.you ? say.yourTurn : who === undefined ? "" : `${say.turnOf} ${now.seats[who].name}`) : say.over;
    tell([turn, held === undefined ? now.ask?.prompt : held === now.you ? say.done : say.mayTakeBack, now.seats.map((/** @type {any} */ seat) => `${seat.name} ${seat.score}`).join(", ")].filter(Boolean).join(". "));
  } else if (key === "w") {
    const land = await does.land();
    const here = segmentsOn(land, cursorOf(state)).map(({ territory }) => inWords(territory, now.seats, say).join(", "));
    tell([...new Set(here)].join(". ") || say.free);
  } else if (key === "o") {
    const options = now.ask?.options ?? [];
    const places = cellsOf(state).size;
    const said = numbered(options).slice(0, 9).map((one, n) => `${n + 1}${say.colon}${one.items.map((/** @type {any} */ item) => item.pass ? say.pass : [item.head, item.about].filter(Boolean).join(" ")).join(", ")}`);
    tell([places ? `${places} ${say.cells}` : "", ...said].filter(Boolean).join(". ") || say.noOptions);
  } else if (key === "/") {
    document.getElementById("command")?.focus();
  }
}
