// One thing that may be done, as a button; where a number belongs to it, with a field for the number.
// @ts-check
import { Component, h } from "./vendor/preact.js";
import { sign } from "./people.js";

/** The word with which records name what is done. @param {any} item */
const verbOf = (item) => item.action.split(" ")[0].split("/").pop();

export class Option extends Component {
  render() {
    const { state, does, say, item, n } = /** @type {any} */ (this.props);
    if (item.range) {
      const [from, to] = item.range;
      const number = this.state.number ?? from;
      return h("p", { class: "buttons", "data-verb": verbOf(item) }, h("label", {}, `${item.head} `,
        h("input", { type: "number", min: from, max: to, value: number, onInput: (/** @type {any} */ e) => this.setState({ number: Number(e.target.value) }) })),
        h("button", { type: "button", "data-n": n, disabled: state.busy, onClick: () => does.act(item, Math.min(Math.max(number, from), to)) }, say.confirm));
    }
    const tint = () => item.node !== undefined && does.tint(item.node);
    return h("button", { type: "button", class: item.must ? "main option" : "option", "data-n": n, "data-verb": verbOf(item), disabled: state.busy, onClick: () => does.act(item), onFocus: tint, onPointerEnter: tint },
      n ? h("span", { class: "n" }, n) : null, item.seat === undefined ? null : sign(item.seat), item.pass ? say.pass : [item.head, item.about].filter(Boolean).join(": "),
      h("small", {}, [item.facts, item.terms].filter(Boolean).map((s) => " · " + s).join("")));
  }
}
