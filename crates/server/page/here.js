// What can be done at one place of the board, where there are several things: a box beside the place, whose options keys choose by number.
// @ts-check
import { Component, h } from "./vendor/preact.js";
import { Option } from "./option.js";

const GAP = 8;

/** Where the options of the open place are. */
const BUTTONS = ".here [data-n]";

/** Chooses an option of the open place by its number; one that wants a number itself is gone to. @param {any} props @param {number} n */
export function chooseHere({ state, does }, n) {
  const item = state.place.items[n - 1];
  if (item && !item.range) does.act(item);
  else if (item) /** @type {any} */ (document.querySelector(`${BUTTONS}[data-n="${n}"]`))?.parentElement.querySelector("input").focus();
}

export class Here extends Component {
  /** @type {any} */
  element = null;

  componentDidMount() {
    this.lay();
    this.element.querySelector("button, input").focus({ preventScroll: true });
  }

  componentDidUpdate() {
    this.lay();
  }

  /** Whoever chose by keys goes on where they were: on the board. A button that was pressed may have lost the focus already. */
  componentWillUnmount() {
    const board = this.element.parentElement.querySelector(".explorer");
    const on = document.activeElement;
    if (on === document.body || this.element.contains(on)) board.focus({ preventScroll: true });
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
