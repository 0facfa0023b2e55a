// Tiles that are still to come: what has not been seen, what of it fits on a cell, what was put aside.
// @ts-check
import { Component, h } from "./vendor/preact.js";
import { look } from "./looks.js";

/** Free cells beside tiles. @param {any} land @returns {string[]} */
function freeCells(land) {
  const taken = new Set((land?.cells ?? []).map((/** @type {any} */ one) => one.cell.join(",")));
  const free = new Set();
  for (const { cell: [x, y] } of land?.cells ?? []) {
    for (const beside of [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]]) if (!taken.has(beside.join(","))) free.add(beside.join(","));
  }
  const order = (/** @type {string} */ cell) => cell.split(",").map(Number);
  return [...free].sort((a, b) => order(a)[1] - order(b)[1] || order(a)[0] - order(b)[0]);
}

export class Rest extends Component {
  constructor() {
    super();
    /** What was asked for last. */
    this.wanted = "";
    /** @type {any} */
    this.state = { open: false, cell: "", rest: null, only: false };
  }

  componentDidUpdate() {
    this.load();
  }

  async load() {
    const { state, does } = this.props;
    if (!this.state.open) return;
    const wanted = `${state.now.version} ${state.at} ${state.lang} ${this.state.cell}`;
    if (this.wanted === wanted) return;
    this.wanted = wanted;
    does.land();
    const rest = await look(state, "rest", this.state.cell ? `&cell=${this.state.cell}` : "");
    if (this.wanted === wanted && rest) this.setState({ rest });
  }

  render() {
    const { state, does, say } = this.props;
    const { rest, cell } = this.state;
    const now = state.now;
    const choose = (/** @type {any} */ event) => {
      const chosen = event.target.value;
      this.setState({ cell: chosen });
      does.update({ lit: chosen ? [chosen.split(",").map(Number)] : null });
    };
    const tiles = (rest?.tiles ?? []).filter((/** @type {any} */ one) => one.fits !== false);
    const percent = (/** @type {number[]} */ [fit, all]) => new Intl.NumberFormat(state.lang, { style: "percent", maximumFractionDigits: 1 }).format(all ? fit / all : 0);
    const picture = (/** @type {number} */ tile, /** @type {string} */ words) => h("img", { src: `/api/t/${state.room}/tile/${tile}`, alt: words, loading: "lazy" });
    return h("section", { "aria-labelledby": "h-rest" }, h("details", { onToggle: (/** @type {any} */ e) => this.setState({ open: e.target.open }) },
      h("summary", { id: "h-rest" }, `${say.left}${say.colon}${now.deck} ${say.leftToDraw}`),
      rest ? [
        h("p", {}, h("label", {}, say.fits + " ", h("select", { value: cell, onChange: choose },
          h("option", { value: "" }, say.anywhere), freeCells(state.land).map((one) => h("option", { key: one, value: one }, one))))),
        rest.next ? h("p", { role: "status" }, `${rest.next[0]} ${say.of} ${rest.next[1]}, ${say.nextDraw} ${percent(rest.next)}`) : null,
        cell ? h("p", { class: "soft" }, say.byEdges) : null,
        rest.unseen > rest.deck ? h("p", { class: "soft" }, `${rest.unseen - rest.deck} ${say.heldByOthers}`) : null,
        h("ul", { class: "tiles" }, tiles.map((/** @type {any} */ one) => h("li", { key: one.tile }, picture(one.tile, one.words), `× ${one.n}`))),
        rest.aside?.length ? [h("h3", {}, say.aside), h("ul", { class: "tiles" }, rest.aside.map((/** @type {any} */ [tile, n, words]) => h("li", { key: tile }, picture(tile, words), `× ${n}`)))] : null,
      ] : null));
  }
}
