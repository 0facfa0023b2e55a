// The command line: an option as records write it, completed from those that there are.
// @ts-check
import { Component, h } from "./vendor/preact.js";

/** The option that a text means: the same, or the only one that begins so; of a range of numbers the text names one.
 * @param {any[]} options @param {string} text @returns {{ item: any, number?: number } | null} */
export function meant(options, text) {
  const typed = text.trim().replace(/\s+/g, " ");
  if (!typed) return null;
  const exact = options.find((item) => item.action === typed && !item.range);
  if (exact) return { item: exact };
  const range = /^(.*) (-?\d+)$/.exec(typed);
  const ranged = range && options.find((item) => item.range && item.action === range[1]);
  if (range && ranged) return { item: ranged, number: Number(range[2]) };
  const begun = options.filter((item) => !item.range && item.action.startsWith(typed));
  return begun.length === 1 ? { item: begun[0] } : null;
}

export class Command extends Component {
  /** @param {Event} event */
  async send(event) {
    event.preventDefault();
    const { state, does } = this.props;
    const text = this.state.text ?? "";
    if (!text.trim()) return;
    const found = meant(state.now.ask.options, text);
    // What is none of the options is asked for as it is: the answer says which rules forbid it.
    const answer = await (found ? does.act(found.item, found.number) : does.act({ action: text.trim() }));
    if (answer?.is === "done") this.setState({ text: "" });
  }

  render() {
    const { state, say } = this.props;
    const options = state.now.ask.options;
    return h("form", { class: "command buttons", onSubmit: (/** @type {Event} */ e) => this.send(e) },
      h("label", { for: "command" }, say.command),
      h("input", { id: "command", list: "commands", autocomplete: "off", autocapitalize: "off", spellcheck: false, value: this.state.text ?? "", onInput: (/** @type {any} */ e) => this.setState({ text: e.target.value }) }),
      h("datalist", { id: "commands" }, options.map((/** @type {any} */ item) => h("option", { key: item.action, value: item.range ? `${item.action} ${item.range[0]}` : item.action }))),
      h("button", { type: "submit", disabled: state.busy }, say.send));
  }
}
