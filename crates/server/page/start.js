// The first page: the tables one sits at, and a new one from a form that writes a config file.
// @ts-check
import { Component, h } from "./vendor/preact.js";
import * as sync from "./sync.js";
import { Records } from "./records.js";

export class Start extends Component {
  constructor() {
    super();
    /** @type {any} */
    this.state = { library: [], ticked: new Set(), players: 3, text: null, wrong: [], busy: false };
  }

  componentDidMount() {
    this.list();
  }

  componentDidUpdate() {
    if (this.lang !== /** @type {any} */ (this.props).state.lang) this.list();
  }

  async list() {
    this.lang = /** @type {any} */ (this.props).state.lang;
    try {
      const answer = await fetch("/api/library?lang=" + this.lang);
      this.setState({ library: await answer.json() });
    } catch {
      /** @type {any} */ (this.props).does.update({ lost: true });
    }
  }

  /** The config file that the form says. */
  config() {
    const { text, players, ticked } = /** @type {any} */ (this.state);
    if (text !== null) return text;
    const lines = [...ticked].sort().map((id) => `${id} = true\n`);
    return `players = ${players}\n\n[expansions]\n${lines.join("")}`;
  }

  async create() {
    this.setState({ busy: true, wrong: [] });
    try {
      const answer = await fetch("/api/t", {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ config: this.config() }),
      });
      const made = await answer.json();
      if (answer.ok) location.assign(`/t/${made.room}#host=${made.host}&sit=${made.invite}`);
      else this.setState({ wrong: Array.isArray(made) ? made : [{ what: made.why }] });
    } catch {
      /** @type {any} */ (this.props).does.update({ lost: true });
    }
    this.setState({ busy: false });
  }

  render() {
    const { state, say } = /** @type {any} */ (this.props);
    const { library, ticked, players, wrong, busy } = /** @type {any} */ (this.state);
    const tick = (/** @type {string} */ id) => {
      const next = new Set(ticked);
      if (!next.delete(id)) next.add(id);
      this.setState({ ticked: next, text: null });
    };
    const own = sync.tables();
    return [
      own.length ? h("section", { "aria-labelledby": "h-yours" }, h("h2", { id: "h-yours" }, say.yours),
        h("ul", {}, own.map((room) => h("li", { key: room }, h("a", { href: "/t/" + room }, room))))) : null,
      h("section", { "aria-labelledby": "h-start" },
        h("h2", { id: "h-start" }, say.start),
        h("p", {}, h("label", {}, say.players + " ", h("input", {
          type: "number", min: 1, max: 8, value: players, onInput: (/** @type {any} */ e) => this.setState({ players: Number(e.target.value), text: null }),
        }))),
        h("fieldset", {}, h("legend", {}, say.expansions),
          h("div", { class: "ticks" }, library.map((/** @type {any} */ e) => h("label", { key: e.id },
            h("input", { type: "checkbox", checked: ticked.has(e.id), onChange: () => tick(e.id) }), " " + e.name)))),
        h("details", {}, h("summary", {}, say.config),
          h("textarea", { rows: 14, spellcheck: false, "aria-label": say.config, value: this.config(), onInput: (/** @type {any} */ e) => this.setState({ text: e.target.value }) })),
        wrong.length ? h("div", { role: "alert" }, h("ul", { class: "said" }, wrong.map((/** @type {any} */ one) => h("li", {},
          one.line ? `${say.config}, ${one.line}: ` : "", one.what[state.lang], one.help ? h("small", {}, " " + one.help[state.lang]) : null)))) : null,
        h("button", { type: "button", class: "main", disabled: busy, onClick: () => this.create() }, say.create)),
      h(Records, { .../** @type {any} */ (this.props), key: "records" }),
    ];
  }
}
