// What happened, the latest first. A line lights up its places; a tile that is pointed at, its lines.
// @ts-check
import { Component, h } from "./vendor/preact.js";
import { Cited } from "./rules.js";
import { sign } from "./colours.js";

export class Log extends Component {
  constructor() {
    super();
    /** `from`: action for which the dialog "Undo from here" is open. `why`: action whose alternatives are shown. @type {any} */
    this.state = { from: null, why: null };
  }

  /** What else could have been done, the best first; told once more, it closes. @param {any} one */
  async why(one) {
    if (this.state.why?.n === one.n) return this.setState({ why: null });
    const answer = await this.props.does.ask({ do: "hint", at: one.n - 1 });
    if (answer?.is === "said") this.setState({ why: { n: one.n, lines: answer.lines } });
  }

  /** Asks whoever would ask all others whether they mean it. @param {any} one */
  really(one) {
    const { state, does, say } = this.props;
    const ask = () => {
      this.setState({ from: null });
      does.ask({ do: "back", n: state.now.n, to: one.n - 1 });
    };
    return h("div", { class: "really" }, h("p", {}, `${say.backTo} ${one.n}`), h("p", { class: "buttons" },
      h("button", { type: "button", class: "main", onClick: ask }, say.askAll),
      h("button", { type: "button", onClick: () => this.setState({ from: null }) }, say.cancel)));
  }

  /** @param {any} one */
  line(one) {
    const { state, does, say } = this.props;
    const { now, pointed } = state;
    // Going back further than one's own last action is asked of all.
    const may = state.at === null && now.policy.undo === "agreed" && now.you !== undefined && now.phase === "playing" && !now.wish;
    const back = may && one.seat !== undefined && one.n < now.n;
    // Of what people do one asks them, until the game is over.
    const asks = now.policy.hints && one.seat !== undefined && (now.seats[one.seat].bot || now.phase === "over");
    const why = this.state.why?.n === one.n ? this.state.why.lines : null;
    const about = pointed && one.cells?.some((/** @type {number[]} */ c) => c[0] === pointed[0] && c[1] === pointed[1]);
    const light = () => one.cells && does.update({ lit: one.cells, tint: null });
    return h("li", { key: one.n, class: about ? "about" : "", onPointerEnter: light },
      one.seat === undefined ? null : h("div", { class: "act" },
        h("button", { type: "button", class: "done", onFocus: light, onClick: light }, sign(one.seat), h("b", {}, now.seats[one.seat].name + " "), one.text),
        asks ? h("button", { type: "button", class: "back", title: say.why, "aria-label": `${say.why} ${one.n}`, "aria-expanded": String(!!why), onClick: () => this.why(one) }, "?") : null,
        back ? h("button", { type: "button", class: "back", title: say.backTo, "aria-label": `${say.backTo} ${one.n}`, "aria-expanded": String(this.state.from === one.n), onClick: () => this.setState({ from: one.n }) }, "↶") : null),
      why ? h("div", { class: "really", role: "status" }, h("p", {}, say.whyHelp), h("ol", {}, why.map((/** @type {any} */ line) => h("li", { key: line.en }, line[state.lang])))) : null,
      back && this.state.from === one.n ? this.really(one) : null,
      one.more ? h("ul", {}, one.more.map((/** @type {string} */ more) => h("li", {}, h(Cited, { ...this.props, text: more })))) : null);
  }

  render() {
    const told = this.props.state.now.log.filter((/** @type {any} */ one) => one.seat !== undefined || one.more);
    return h("ol", { class: "log", tabIndex: 0 }, told.reverse().map((/** @type {any} */ one) => this.line(one)));
  }
}
