// The score sheet: sums by rule, and below them every term; each lights up what it counts.
// @ts-check
import { Component, h } from "./vendor/preact.js";
import { look } from "./looks.js";
import { sign } from "./colours.js";

const CITED = /\[([a-z0-9-]+(?:\.[a-z0-9-]+)+)\]/;

/** Points of every seat by the rules that give them: those of the terms, or that which is cited; the rest under "".
 * @param {any[]} sheets @param {number} seats @returns {Map<string, number[]>} */
export function sums(sheets, seats) {
  /** @type {Map<string, number[]>} */
  const rows = new Map();
  const add = (/** @type {string} */ rule, /** @type {number} */ seat, /** @type {number} */ points) => {
    const row = rows.get(rule) ?? Array(seats).fill(0);
    row[seat] += points;
    rows.set(rule, row);
  };
  for (const one of sheets) {
    for (const [rule, seat, points] of one.shares ?? []) add(rule, seat, points);
    if (!one.shares) for (const [seat, points] of one.earned) add(CITED.exec(one.about)?.[1] ?? "", seat, points);
    for (const [seat, points, rule] of one.bonus ?? []) add(rule, seat, points);
  }
  return rows;
}

/** Sums by rule, a column for each player. @param {any} props */
function Sums({ sheets, state, does, say }) {
  const { seats } = state.now;
  const rows = [...sums(sheets, seats.length)].filter(([, row]) => row.some(Boolean));
  const cells = (/** @type {number[]} */ row) => row.map((points) => h("td", { class: "points" }, String(points)));
  const head = (/** @type {string} */ rule) => h("th", { scope: "row" }, rule
    ? h("button", { type: "button", class: "rule", "aria-label": `${say.rule} ${rule}`, onClick: () => does.rule(rule) }, rule) : say.otherPoints);
  const all = seats.map((/** @type {any} */ _, /** @type {number} */ at) => rows.reduce((sum, [, row]) => sum + row[at], 0));
  return h("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": say.sheet }, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say.rule), seats.map((/** @type {any} */ seat, /** @type {number} */ at) => h("th", { scope: "col", class: "points" }, sign(at), seat.name)))),
    h("tbody", {}, rows.map(([rule, row]) => h("tr", { key: rule }, head(rule), cells(row)))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, say.sum), cells(all)))));
}

export class Sheet extends Component {
  constructor() {
    super();
    /** What was asked for last. */
    this.wanted = "";
    /** @type {any} */
    this.state = { open: null, sheets: null };
  }

  componentDidMount() {
    this.load();
  }

  componentDidUpdate() {
    this.load();
  }

  /** It lies open when the game is over. */
  isOpen() {
    return this.state.open ?? this.props.state.now.phase === "over";
  }

  async load() {
    const { state } = this.props;
    const wanted = `${state.now.version} ${state.at} ${state.lang}`;
    if (!this.isOpen() || this.wanted === wanted) return;
    this.wanted = wanted;
    const sheets = await look(state, "sheets");
    if (this.wanted === wanted && sheets) this.setState({ sheets });
  }

  render() {
    const { state, does, say } = this.props;
    const name = (/** @type {number} */ seat) => state.now.seats[seat].name;
    const light = (/** @type {any} */ cells) => does.update({ lit: cells?.length ? cells : null, tint: null });
    const point = (/** @type {string} */ text, /** @type {any} */ cells, /** @type {string} */ rule) => h("button", {
      type: "button", class: "term", onFocus: () => light(cells), onPointerEnter: () => light(cells), onClick: () => rule ? does.rule(rule) : light(cells),
    }, text, rule ? h("small", {}, " " + rule) : null);
    const line = (/** @type {any} */ one, /** @type {number} */ at) => h("li", { key: at },
      one.about ? point(one.about, one.cells, "") : null,
      (one.terms ?? []).map((/** @type {any} */ term) => point(term.text, term.cells ?? one.cells, term.rule)),
      h("span", {}, ` = ${one.value} → ${one.earned.map((/** @type {number[]} */ [seat, n]) => `${name(seat)} ${n}`).join(", ") || "–"}`),
      (one.bonus ?? []).map((/** @type {any} */ [seat, n, rule]) => point(`${name(seat)} ${n > 0 ? "+" : "−"}${Math.abs(n)}`, one.cells, rule)));
    const { sheets } = this.state;
    return h("section", {}, h("details", { open: this.isOpen(), onToggle: (/** @type {any} */ e) => e.target.open !== this.isOpen() && this.setState({ open: e.target.open }) },
      h("summary", {}, say.sheet),
      sheets?.length ? h(Sums, { ...this.props, sheets }) : null,
      sheets ? h("ol", { class: "sheets" }, sheets.map(line)) : null));
  }
}
