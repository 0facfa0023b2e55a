// The score sheet: every term can be reached, and lights up what it counts.
// @ts-check
import { Component, h } from "./vendor/preact.js";
import { look } from "./looks.js";

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
      sheets ? h("ol", { class: "sheets" }, sheets.map(line)) : null));
  }
}
