// The form of a table: what each expansion lets one choose, as its manifest says it. The form is the config file: the program
// writes the file from it, and reads it back.
// @ts-check
import { Component, h } from "./vendor/preact.js";

/** @typedef {{ players: { name: string, bot?: string }[], edition?: string, expansions: Record<string, Record<string, any>>, tiles: Record<string, number> }} Form */

/** The form of a table of three. @returns {Form} */
export const usual = () => ({ players: ["A", "B", "C"].map((name) => ({ name })), expansions: {}, tiles: {} });

/** Another number of seats; those who were named stay. @param {Form} form @param {number} n @returns {Form} */
export function seats(form, n) {
  const players = form.players.slice(0, n);
  for (let at = players.length; at < n; at++) {
    const name = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].slice(at).concat([..."ABCDEFGH"]).find((letter) => players.every((seat) => seat.name !== letter));
    players.push({ name: name ?? String(at) });
  }
  return { ...form, players };
}

/** What an option is if nobody says anything. @param {any} option @param {string} edition */
const unsaid = (option, edition) => option.editions[edition] ?? option.default;

/** An option as it is chosen; what nobody has to say is not said. @param {Form} form @param {string} id @param {any} option @param {any} value @param {string} edition @returns {Form} */
export function choose(form, id, option, value, edition) {
  const { [option.name]: _, ...others } = form.expansions[id] ?? {};
  const said = value === unsaid(option, edition) ? others : { ...others, [option.name]: value };
  return { ...form, expansions: { ...form.expansions, [id]: said } };
}

/** An expansion comes or goes. @param {Form} form @param {string} id @returns {Form} */
export function tick(form, id) {
  const { [id]: was, ...others } = form.expansions;
  return { ...form, expansions: was ? others : { ...others, [id]: {} } };
}

/** What a search does not tell apart: capitals and accents. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** All expansions by their names, the game that they expand first; a search leaves those whose name has it. */
export class Expansions extends Component {
  constructor() {
    super();
    this.state = { search: "" };
  }

  render() {
    const { offers, lang, say } = this.props;
    const { search } = this.state;
    const name = (/** @type {any} */ e) => e.name[lang] ?? e.name.en ?? e.id;
    const first = (/** @type {any} */ e) => Number(e.id !== offers.base);
    const shown = offers.expansions.filter((/** @type {any} */ e) => plain(name(e)).includes(plain(search)))
      .sort((/** @type {any} */ a, /** @type {any} */ b) => first(a) - first(b) || name(a).localeCompare(name(b), lang));
    return [
      h("p", {}, h("label", {}, say.search + " ", h("input", { type: "search", value: search, onInput: (/** @type {any} */ e) => this.setState({ search: e.target.value }) }))),
      h("ul", { class: "expansions" }, shown.map((/** @type {any} */ e) => h(Expansion, { ...this.props, e, name, key: e.id }))),
    ];
  }
}

/** @param {any} props */
function Expansion({ e, name, offers, form, change, say, lang }) {
  const edition = form.edition ?? offers.edition;
  const named = (/** @type {string} */ id) => name(offers.expansions.find((/** @type {any} */ other) => other.id === id) ?? { id, name: {} });
  const base = e.id === offers.base;
  const on = base || e.id in form.expansions;
  const against = on ? [] : e.conflicts.filter((/** @type {string} */ id) => id in form.expansions);
  const lacks = on ? e.needs.filter((/** @type {string} */ id) => !(id in form.expansions)) : [];
  const why = against.length ? `${say.notWith} ${against.map(named).join(", ")}` : lacks.length ? `${say.needs} ${lacks.map(named).join(", ")}` : "";
  return h("li", {},
    base ? h("b", {}, name(e)) : h("label", {}, h("input", {
      type: "checkbox", checked: on, disabled: against.length > 0, "aria-describedby": why ? `why-${e.id}` : undefined, onChange: () => change(tick(form, e.id)),
    }), " " + name(e)),
    why ? h("small", { class: "soft", id: `why-${e.id}` }, " " + why) : null,
    on && e.options.length ? h("details", {}, h("summary", {}, `${say.optionsOf} ${name(e)}`),
      e.options.map((/** @type {any} */ option) => h(Option, {
        key: option.name, id: e.id, option, lang, say, value: form.expansions[e.id]?.[option.name] ?? unsaid(option, edition),
        set: (/** @type {any} */ value) => change(choose(form, e.id, option, value, edition)),
      }))) : null);
}

/** One option: a switch, a number between two others, or one of some words. @param {any} props */
function Option({ id, option, value, set, lang, say }) {
  const label = option.label[lang] ?? option.label.en ?? option.name;
  if (option.range) {
    return h("p", { class: "option-row" }, h(Stepper, { label, value, from: option.range[0], to: option.range[1], set, say }));
  }
  if (option.words) {
    const said = (/** @type {any} */ [word, text]) => text[lang] ?? text.en ?? word;
    if (option.words.length > 4) {
      return h("p", { class: "option-row" }, h("label", {}, label + " ", h("select", { value, onChange: (/** @type {any} */ e) => set(e.target.value) },
        option.words.map((/** @type {any} */ word) => h("option", { value: word[0], selected: word[0] === value }, said(word))))));
    }
    return h("fieldset", { class: "option-row" }, h("legend", {}, label), option.words.map((/** @type {any} */ word) => h("label", { key: word[0] },
      h("input", { type: "radio", name: `${id}.${option.name}`, checked: word[0] === value, onChange: () => set(word[0]) }), " " + said(word) + " ")));
  }
  return h("p", { class: "option-row" }, h("label", {}, h("input", { type: "checkbox", role: "switch", checked: value, onChange: (/** @type {any} */ e) => set(e.target.checked) }), " " + label));
}

/** A whole number between two others. @param {any} props */
export function Stepper({ label, value, from, to, set, say }) {
  return h("span", { class: "stepper", role: "group", "aria-label": label }, label + " ",
    h("button", { type: "button", "aria-label": `${label}: ${say.less}`, disabled: value <= from, onClick: () => set(value - 1) }, "−"),
    h("output", {}, String(value)),
    h("button", { type: "button", "aria-label": `${label}: ${say.more}`, disabled: value >= to, onClick: () => set(value + 1) }, "+"));
}

/** Copies of the tiles in play. @param {any} props */
export function Counts({ counts, form, change, say }) {
  const known = new Map(counts);
  for (const [tile, n] of Object.entries(form.tiles)) if (tile.includes("/")) known.set(tile, n);
  return h("ul", { class: "counts" }, [...known].map(([tile, n]) => h("li", { key: tile },
    h(Stepper, { label: tile, value: n, from: 0, to: 99, say, set: (/** @type {number} */ next) => change({ ...form, tiles: { ...form.tiles, [tile]: next } }) }))));
}

/** Texts of the rules in force. @param {any} props */
export function Rules({ rules, offers, lang }) {
  const named = (/** @type {string} */ id) => offers.expansions.find((/** @type {any} */ e) => e.id === id)?.name[lang] ?? id;
  return rules.filter((/** @type {any} */ [, all]) => all.length).map((/** @type {any} */ [id, all]) => h("details", { key: id },
    h("summary", {}, `${named(id)} (${all.length})`),
    h("dl", {}, all.map((/** @type {any} */ [rule, text]) => [h("dt", {}, h("code", {}, rule)), h("dd", {}, text[lang] ?? text.en)]))));
}
