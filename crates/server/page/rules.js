// Rules: every id opens its text, and all that are in force can be read.
// @ts-check
import { Component, h } from "./vendor/preact.js";
import { look } from "./looks.js";

const ID = /\[([a-z0-9-]+(?:\.[a-z0-9-]+)+)\]/g;

/** A text in which every id of a rule is a button. @param {any} props */
export function Cited({ text, does, say }) {
  const parts = text.split(ID);
  return h("span", {}, parts.map((/** @type {string} */ part, /** @type {number} */ n) => n % 2
    ? h("button", { type: "button", class: "rule", "aria-label": `${say.rule} ${part}`, onClick: () => does.rule(part) }, part) : part));
}

/** The text of a rule that somebody asked for. */
export class RuleText extends Component {
  /** The window in which it is shown. @type {any} */
  element = null;

  componentDidMount() {
    this.shown();
  }

  componentDidUpdate() {
    this.shown();
  }

  shown() {
    const { state } = this.props;
    if (state.rule && this.element && !this.element.open) this.element.showModal();
    if (!state.rule && this.element?.open) this.element.close();
  }

  render() {
    const { state, does, say } = this.props;
    const rule = state.rules?.find((/** @type {any} */ one) => one.rule === state.rule);
    return h("dialog", { class: "rule-text", ref: (/** @type {any} */ element) => { this.element = element; }, "aria-labelledby": "h-rule", onClose: () => does.update({ rule: null }) },
      h("h2", { id: "h-rule" }, state.rule ?? say.rule),
      h("p", {}, rule ? rule.text : say.noRule),
      rule?.source ? h("p", { class: "soft" }, rule.source) : null,
      h("button", { type: "button", onClick: () => does.update({ rule: null }) }, say.close));
  }
}

/** Every rule in force. @param {any} props */
export function Rules({ state, does, say }) {
  const open = async (/** @type {any} */ event) => {
    if (event.target.open && !state.rules) does.update({ rules: await look(state, "rules") });
  };
  return h("section", {}, h("details", { onToggle: open },
    h("summary", {}, say.rules),
    state.rules ? h("dl", { class: "rules" }, state.rules.map((/** @type {any} */ one) => [
      h("dt", { key: one.rule }, one.rule), h("dd", {}, one.text)])) : null));
}

/** What is played at a table before its game has begun: expansions, what was chosen about each, and the rules in force. */
export class Played extends Component {
  constructor() {
    super();
    /** What was asked for last. */
    this.wanted = "";
    /** @type {any} */
    this.state = { played: null };
  }

  componentDidMount() {
    this.load();
  }

  componentDidUpdate() {
    this.load();
  }

  /** Rules that are being written may change what is played before the game. */
  async load() {
    const { state } = this.props;
    const wanted = `${state.now.title} ${state.lang}`;
    if (this.wanted === wanted) return;
    this.wanted = wanted;
    const played = await look(state, "played");
    if (played && this.wanted === wanted) this.setState({ played });
  }

  render() {
    const { say } = this.props;
    const { played } = this.state;
    if (!played) return null;
    const options = (/** @type {any} */ one) => one.options.map((/** @type {string[]} */ [name, value]) => h("li", { key: name }, `${name}${say.colon}${value}`));
    return [h("section", { "aria-labelledby": "h-played" },
      h("h2", { id: "h-played" }, say.played),
      h("p", { class: "soft" }, played.edition),
      h("ul", { class: "own" }, played.expansions.map((/** @type {any} */ one) => h("li", { key: one.id },
        one.options.length ? h("details", {}, h("summary", {}, one.name), h("ul", { class: "soft" }, options(one))) : one.name)))),
    h(Rules, { ...this.props, key: "rules" })];
  }
}
