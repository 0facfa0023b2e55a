// Territories: which one a place belongs to, how it is tinted, what is said of it.
// @ts-check
import { h } from "./vendor/preact.js";

/** The territory of a segment. @param {any} land @param {number | null | undefined} node */
export const territoryOf = (land, node) =>
  land?.territories.find((/** @type {any} */ t) => t.parts.some((/** @type {any} */ part) => part.node === node)) ?? null;

/** Whether two cells are one. @param {number[]} a @param {number[]} b */
export const same = (a, b) => a[0] === b[0] && a[1] === b[1];

/** The tile on a cell. @param {any} land @param {number[]} cell */
export const lyingOn = (land, cell) => land?.cells.find((/** @type {any} */ one) => same(one.cell, cell)) ?? null;

/** Segments on a cell, each with its territory. @param {any} land @param {number[]} cell
 * @returns {{ territory: any, part: any }[]} */
export const segmentsOn = (land, cell) =>
  (land?.territories ?? []).flatMap((/** @type {any} */ territory) =>
    territory.parts.filter((/** @type {any} */ part) => same(part.cell, cell)).map((/** @type {any} */ part) => ({ territory, part })));

/** The segment under a point of the board: the one whose ground it is, else the nearest.
 * @param {any} land @param {string[][] | null} shapes @param {number[]} point */
export function segmentAt(land, shapes, [x, y]) {
  const cell = [Math.floor(x / 100), Math.floor(y / 100)];
  const tile = lyingOn(land, cell);
  const here = segmentsOn(land, cell);
  if (!tile || !here.length) return null;
  const ground = document.createElement("canvas").getContext("2d");
  // Paths are those of the unturned tile: the point is turned back.
  let [px, py] = [x - cell[0] * 100 - 50, y - cell[1] * 100 - 50];
  for (let turn = 0; turn < tile.turned; turn++) [px, py] = [py, -px];
  const on = here.filter(({ part }) => {
    const path = shapes?.[tile.tile]?.[part.segment];
    return path && ground?.isPointInPath(new Path2D(path), px + 50, py + 50, "evenodd");
  });
  const far = (/** @type {any} */ one) => Math.hypot(one.part.at[0] - x, one.part.at[1] - y);
  // What is only a spot has no ground: whoever points at it means it.
  const spot = here.find((one) => far(one) < 16 && !shapes?.[tile.tile]?.[one.part.segment]);
  return spot ?? (on.length ? on : here).reduce((a, b) => (far(b) < far(a) ? b : a));
}

/** A territory in words: what it is, how large, whose, worth what, and where it is open.
 * @param {any} t @param {any[]} seats @param {any} say */
export function inWords(t, seats, say) {
  const names = (/** @type {number[]} */ all) => all.map((seat) => seats[seat].name).join(", ");
  return [
    [t.name, [t.size, ...(t.tags ?? [])].filter(Boolean).join(", ")].filter(Boolean).join(say.colon),
    t.owners?.length ? `${say.owners}${say.colon}${names(t.owners)}` : t.figures?.length ? "" : say.nobodys,
    (t.figures ?? []).map((/** @type {any} */ f) => f.words).join(", "),
    t.worth ?? "",
    t.ends?.length ? `${say.openTo}${say.colon}${t.ends.map((/** @type {number[]} */ c) => c.join(",")).join(" · ")}` : "",
  ].filter(Boolean);
}

/** A territory tinted on the board, and cells that something is said of.
 * @param {{ state: any }} props */
export function Tint({ state }) {
  const { land, shapes, tint, lit } = state;
  const territory = tint === null ? null : territoryOf(land, tint);
  const ground = (/** @type {any} */ part) => {
    const tile = lyingOn(land, part.cell);
    const path = tile && shapes?.[tile.tile]?.[part.segment];
    if (!path) return h("circle", { key: part.node, cx: part.at[0], cy: part.at[1], r: 16 });
    const [x, y] = part.cell;
    return h("path", { key: part.node, d: path, transform: `translate(${x * 100} ${y * 100}) rotate(${tile.turned * 90} 50 50)` });
  };
  return h("g", { class: "tints" },
    territory ? h("g", { class: "tint" }, territory.parts.map(ground)) : null,
    (territory?.ends ?? []).map((/** @type {number[]} */ [x, y]) => h("rect", { key: `e${x},${y}`, class: "end", x: x * 100 + 12, y: y * 100 + 12, width: 76, height: 76, rx: 30 })),
    (lit ?? []).map((/** @type {number[]} */ [x, y]) => h("rect", { key: `l${x},${y}`, class: "lit", x: x * 100 + 2, y: y * 100 + 2, width: 96, height: 96, rx: 5 })));
}
