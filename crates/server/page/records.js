// A game that somebody has as a file: to be watched, to be gone on with.
// @ts-check
import { Component, h } from "./vendor/preact.js";

export class Records extends Component {
  constructor() {
    super();
    this.state = { wrong: [], busy: false };
  }

  /** @param {File | undefined} file */
  async open(file) {
    if (!file) return;
    this.setState({ busy: true, wrong: [] });
    try {
      const answer = await fetch("/api/record", {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ record: await file.text() }),
      });
      const made = await answer.json();
      if (answer.ok) location.assign(`/t/${made.room}#host=${made.host}&sit=${made.invite}`);
      else this.setState({ wrong: Array.isArray(made) ? made : [{ what: made.why }] });
    } catch {
      this.props.does.update({ lost: true });
    }
    this.setState({ busy: false });
  }

  render() {
    const { state, say } = this.props;
    const { wrong, busy } = this.state;
    return h("section", { "aria-labelledby": "h-open" },
      h("h2", { id: "h-open" }, say.openRecord),
      h("p", { class: "soft" }, say.openHelp),
      h("p", {}, h("label", {}, say.file + " ", h("input", { type: "file", accept: ".bastide,.jcz,.txt", disabled: busy, onChange: (/** @type {any} */ e) => this.open(e.target.files[0]) }))),
      wrong.length ? h("div", { role: "alert" }, h("ul", { class: "said" }, wrong.slice(0, 5).map((/** @type {any} */ one) => h("li", {},
        one.line ? `${say.line} ${one.line}${say.colon}` : "", one.what[state.lang], one.help ? h("small", {}, " " + one.help[state.lang]) : null)))) : null);
  }
}
