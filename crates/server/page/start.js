// The first page: the tables one sits at, and a new one from a form that is a config file.
// @ts-check
import { Component, h } from "./vendor/preact.js";
import { Faults } from "./faults.js";
import { Counts, Expansions, Rules, Stepper, seats, usual } from "./form.js";
import * as sync from "./sync.js";
import { Records } from "./records.js";

/** Tables of which this browser has a key, with what they were like when they were seen last, the latest first. @param {any} props */
function Own({ state, say }) {
  const own = sync.tables().map((room) => ({ room, seen: sync.seen(room) })).sort((a, b) => (b.seen?.when ?? 0) - (a.seen?.when ?? 0));
  if (!own.length) return null;
  const day = new Intl.DateTimeFormat(state.lang, { dateStyle: "medium", timeStyle: "short" });
  const about = (/** @type {sync.Seen} */ seen) => [day.format(seen.when), seen.over ? say.over : seen.turn ? `${say.turnOf} ${seen.turn}` : "", seen.title].filter(Boolean).join(" · ");
  return h("section", { "aria-labelledby": "h-yours" }, h("h2", { id: "h-yours" }, say.yours),
    h("ul", { class: "own" }, own.map(({ room, seen }) => h("li", { key: room },
      h("a", { href: "/t/" + room }, seen ? seen.names.join(", ") + " " : "", h("small", {}, room)),
      seen ? h("p", { class: "soft title", title: seen.title }, about(seen)) : null))));
}

/** Minutes that a tile takes: a game of the 72 of the base game is said to take 35. */
const TILE_MINUTES = 0.5;

export class Start extends Component {
  constructor() {
    super();
    /** @type {any} */
    this.state = { offers: null, form: usual(), looked: null, rules: false, busy: false };
    this.asked = 0;
    /** What was asked last is answered. @type {Promise<void> | undefined} */
    this.looks = undefined;
  }

  componentDidMount() {
    this.list();
    this.look({ form: this.state.form });
  }

  componentDidUpdate() {
    if (this.lang !== /** @type {any} */ (this.props).state.lang) this.list();
  }

  async list() {
    this.lang = /** @type {any} */ (this.props).state.lang;
    try {
      const answer = await fetch("/api/library?lang=" + this.lang);
      this.setState({ offers: await answer.json() });
    } catch {
      /** @type {any} */ (this.props).does.update({ lost: true });
    }
  }

  /** Has the program read what the form, or the file, says. @param {{ form?: object, text?: string }} what */
  look(what, rules = /** @type {any} */ (this.state).rules) {
    this.setState(what.form ? { form: what.form, rules } : { text: what.text, rules });
    this.looks = this.follow(what, rules);
  }

  /** Takes the answer. @param {{ form?: object, text?: string }} what @param {boolean} rules */
  async follow(what, rules) {
    const mine = ++this.asked;
    try {
      const looked = await sync.post("/api/form", { ...what, rules });
      // An answer that was overtaken says nothing any more.
      if (mine !== this.asked) return;
      this.setState({ looked, text: looked.text, ...(looked.form ? { form: looked.form } : {}) });
    } catch {
      /** @type {any} */ (this.props).does.update({ lost: true });
    }
  }

  /** A config that lies somewhere else. @param {File | undefined} file */
  async read(file) {
    if (file) this.look({ text: await file.text() });
  }

  async create() {
    this.setState({ busy: true });
    try {
      // What was changed last may not be in the file yet.
      await this.looks;
      const { text, looked } = /** @type {any} */ (this.state);
      const made = await sync.post("/api/t", { config: text ?? looked.text });
      if (made.room) location.assign(`/t/${made.room}#host=${made.host}&sit=${made.invite}`);
      else this.setState({ looked: { ...looked, fine: false, faults: Array.isArray(made) ? made : [{ what: made.why }] } });
    } catch {
      /** @type {any} */ (this.props).does.update({ lost: true });
    }
    this.setState({ busy: false });
  }

  render() {
    const { state, say } = /** @type {any} */ (this.props);
    return [
      h(Own, /** @type {any} */ (this.props)),
      h(Code, { .../** @type {any} */ (this.props), key: "code" }),
      h("section", { "aria-labelledby": "h-start" }, h("h2", { id: "h-start" }, say.start), this.form(state, say)),
      h(Records, { .../** @type {any} */ (this.props), key: "records" }),
    ];
  }

  /** @param {any} state @param {any} say */
  form(state, say) {
    const { offers, form, looked, text, busy } = /** @type {any} */ (this.state);
    if (!offers || !looked) return null;
    const { lang } = state;
    const change = (/** @type {object} */ next) => this.look({ form: next });
    // A file may say more than the form shows: then it is changed as a file.
    const shown = looked.form || text === undefined || looked.text !== text;
    const faults = looked.faults;
    const edition = form.edition ?? offers.edition;
    return [
      shown || faults.some((/** @type {any} */ fault) => !fault.warning) ? null : h("p", { class: "soft" }, say.moreThanForm),
      h("p", {}, h(Stepper, { label: say.players, value: form.players.length, from: 2, to: 8, say, set: (/** @type {number} */ n) => change(seats(form, n)) })),
      h("p", {}, h("label", {}, say.edition + " ", h("select", { value: edition, onChange: (/** @type {any} */ e) => change({ ...form, edition: e.target.value === offers.edition ? undefined : e.target.value }) },
        Object.entries(offers.editions).map(([id, name]) => h("option", { value: id, selected: id === edition }, name[lang] ?? name.en))))),
      h("fieldset", {}, h("legend", {}, say.expansions), h(Expansions, { offers, form, change, say, lang })),
      h("details", {}, h("summary", {}, say.copiesOf), h(Counts, { counts: looked.counts, form, change, say })),
      h("details", { onToggle: (/** @type {any} */ e) => e.target.open && e.target === e.currentTarget && !looked.rules.length && this.look(looked.form ? { form } : { text }, true) },
        h("summary", {}, say.rulesInForce), h(Rules, { rules: looked.rules, offers, lang })),
      h("details", { onDragOver: (/** @type {Event} */ e) => e.preventDefault(), onDrop: (/** @type {any} */ e) => { e.preventDefault(); this.read(e.dataTransfer.files[0]); } }, h("summary", {}, say.config),
        h("p", {}, h("label", {}, say.pickConfig + " ", h("input", { type: "file", accept: ".toml", onChange: (/** @type {any} */ e) => this.read(e.target.files[0]) }))),
        h("textarea", { rows: 14, spellcheck: false, "aria-label": say.config, value: text ?? looked.text, onInput: (/** @type {any} */ e) => this.look({ text: e.target.value }) })),
      faults.length ? h("div", { role: "alert" }, h(Faults, { faults, lang })) : null,
      h("p", { class: "make buttons" }, h("button", { type: "button", class: "main", disabled: busy, onClick: () => this.create() }, say.create),
        h("span", { role: "status" }, `${looked.tiles} ${say.tiles} · ~${Math.round(looked.tiles * TILE_MINUTES / 5) * 5} min`)),
    ];
  }
}

/** The code of a table in the same network, typed on the start page. */
class Code extends Component {
  constructor() {
    super();
    /** @type {any} */
    this.state = { code: "", why: null, busy: false };
  }

  async go() {
    const { does } = this.props;
    this.setState({ busy: true, why: null });
    try {
      const found = await sync.post("/api/code", { code: this.state.code });
      if (found.room) location.assign(`/t/${found.room}#sit=${found.invite}`);
      else this.setState({ why: found.why });
    } catch {
      does.update({ lost: true });
    }
    this.setState({ busy: false });
  }

  render() {
    const { state, say } = this.props;
    const { code, why, busy } = this.state;
    if (!("codes" in document.documentElement.dataset)) return null;
    const go = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.go();
    };
    return h("section", { "aria-labelledby": "h-code" }, h("h2", { id: "h-code" }, say.code),
      h("form", { class: "buttons", onSubmit: go },
        h("label", {}, say.codeOf + " ", h("input", { value: code, size: 6, maxLength: 8, autocapitalize: "characters", autocomplete: "off", spellcheck: false, onInput: (/** @type {any} */ e) => this.setState({ code: e.target.value }) })),
        h("button", { type: "submit", disabled: busy || !code.trim() }, say.sitDown)),
      why ? h("div", { role: "alert" }, h("p", { class: "fault" }, why[state.lang])) : null);
  }
}
