// What may be done, as buttons; several things at one place of the board in a box beside the place, where keys choose by number.
// @ts-check
import { Component, h } from "./vendor/preact.js";
import { sign } from "./colours.js";

/** Pixels between the box of a place and what is around it. */
const GAP = 8;

/** The word with which records name what is done. @param {any} item */
const verbOf = (item) => item.action.split(" ")[0].split("/").pop();

/** One thing; where a number belongs to it, with an input for the number. */
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

/** Chooses an option of the open place by its number; one that wants a number itself is gone to. @param {any} props @param {number} n */
export function chooseHere({ state, does }, n) {
  const item = state.place.items[n - 1];
  if (item && !item.range && !state.busy) does.act(item);
  else if (item?.range) /** @type {any} */ (document.querySelector(`.here [data-n="${n}"]`))?.parentElement.querySelector("input").focus();
}

export class Here extends Component {
  /** @type {any} */
  element = null;
  /** Something was chosen. */
  acts = false;

  componentDidMount() {
    this.lay();
    this.element.querySelector("button, input").focus({ preventScroll: true });
  }

  componentDidUpdate() {
    this.lay();
    this.acts ||= this.props.state.busy;
  }

  /** Whoever closes it is on the board, and so is whoever chose there with its cursor. Others who chose are not, so that arrows move
   * the next tile, and not a cursor that nobody asked for. A button that was pressed may have lost the focus already. */
  componentWillUnmount() {
    const board = this.element.parentElement.querySelector(".explorer");
    const on = /** @type {any} */ (document.activeElement);
    if (on !== document.body && !this.element.contains(on)) return;
    if (this.acts && !this.props.state.cursor) on.blur();
    else board.focus({ preventScroll: true });
  }

  /** Lays the box below the place, or above it if there is no room, and wholly on the board. */
  lay() {
    const { element } = this;
    const board = element.parentElement;
    const [x, y] = this.props.at();
    const free = board.clientHeight - element.offsetHeight - GAP;
    const below = y + 3 * GAP;
    const top = below <= free ? below : y - 3 * GAP - element.offsetHeight;
    const left = x - element.offsetWidth / 2;
    element.style.top = `${Math.max(GAP, Math.min(top, free))}px`;
    element.style.left = `${Math.max(GAP, Math.min(left, board.clientWidth - element.offsetWidth - GAP))}px`;
  }

  render() {
    const { state, does, say } = this.props;
    return h("div", { class: "here", role: "group", "aria-label": say.at, ref: (/** @type {any} */ element) => { this.element = element ?? this.element; } },
      state.place.items.map((/** @type {any} */ item, /** @type {number} */ n) => h(Option, { ...this.props, item, n: n + 1, key: item.action })),
      h("button", { type: "button", class: "close", "aria-label": say.close, onClick: () => does.update({ place: null }) }, "×"));
  }
}
