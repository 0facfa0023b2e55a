// Beside the board: what may be done, who plays, what happened. Everything can be done here without the board.
// @ts-check
import { h } from "./vendor/preact.js";
import { numbered } from "./explorer.js";
import { Command } from "./command.js";
import { Option } from "./option.js";
import { Places, TakeSeat } from "./lobby.js";
import { Log } from "./log.js";
import { Rules } from "./rules.js";
import { Rest } from "./rest.js";
import { Regions } from "./regions.js";
import { Replay } from "./replay.js";
import { Sheet } from "./sheet.js";
import { Colour, sign } from "./colours.js";
import { Away, People, Policies, sits } from "./people.js";
import { awaited } from "./sync.js";

/** Parts of a seat that are read at once. */
const FEW = 5;

/** @param {any} props */
export function Side(props) {
  const { state, say } = props;
  const { now } = state;
  return h("div", { class: "side" },
    h(Choose, props),
    h("section", { "aria-labelledby": "h-points" },
      h("h2", { id: "h-points" }, say.points),
      h("ol", { class: "seats" }, now.seats.map((/** @type {any} */ seat, /** @type {number} */ at) => h(Seat, { ...props, seat, at, key: at })))),
    h(People, props),
    h("section", { "aria-labelledby": "h-log" },
      h("h2", { id: "h-log" }, say.log),
      h(Log, props)),
    h(Sheet, props), h(Regions, props), h(Rest, props), h(Rules, props), h(Replay, props),
    h(Places, { ...props, key: "places" }), h(Settings, props));
}

/** @param {any} props */
function Seat({ state, does, say, seat, at }) {
  const { now } = state;
  const turn = awaited(now) === at;
  const won = now.winners?.includes(at);
  return h("li", { class: turn ? "turn" : "" },
    h("p", {}, sign(at), h("b", {}, seat.name), sits(seat, say, now.you === at),
      won ? h("b", { class: "won" }, " " + say.won) : null, h("span", { class: "score" }, String(seat.score))),
    h(Parts, { parts: seat.parts }), h(Away, { state, does, say, seat, at }),
    seat.zones.map((/** @type {any} */ [name, tiles, all]) => h("p", { class: "zone", key: name }, `${name}: `,
      tiles.length ? tiles.map((/** @type {number} */ tile) => h("img", { src: `/api/t/${state.room}/tile/${tile}`, alt: "" })) : String(all))));
}

/** What is before a seat, as far as there is any of it: the first words at once, more of them when it is opened. @param {{ parts: string[] }} props */
function Parts({ parts }) {
  const some = parts.filter((part) => !/^0\s/.test(part));
  if (some.length <= FEW) return h("p", { class: "soft" }, some.join(" · "));
  return h("details", { class: "soft" }, h("summary", {}, some.slice(0, FEW).join(" · ") + " …"), some.slice(FEW).join(" · "));
}

/** What may be done, if whoever looks decides; else what else they can do. @param {any} props */
function Choose(props) {
  const { now } = props.state;
  if (now.phase === "over") return h("section", {}, h(Record, props));
  if (now.ask?.yours) return h("section", { "aria-labelledby": "h-options" }, h(Options, props));
  return now.ask?.held === undefined ? h(TakeSeat, props) : null;
}

/** All options as buttons, by what is done. While a place of the board is open, numbers choose there and stand only there. @param {any} props */
function Options(props) {
  const { state, say } = props;
  const options = state.now.ask.options;
  const numbers = new Map(state.place ? [] : numbered(options).flatMap((one, n) => one.items.map((/** @type {any} */ item) => [item.action, n + 1])));
  const groups = new Map();
  for (const item of options) groups.set(item.head, [...(groups.get(item.head) ?? []), item]);
  const group = (/** @type {[string, any[]]} */ [head, items]) => {
    const buttons = items.map((/** @type {any} */ item) => h(Option, { ...props, item, n: numbers.get(item.action), key: item.action }));
    if (items.length === 1) return buttons;
    return h("details", { key: head, open: items.length <= 8 && items[0].turned === undefined }, h("summary", {}, `${head} (${items.length})`), buttons);
  };
  return [h("h2", { id: "h-options" }, say.options), h("div", { class: "options", role: "group", "aria-label": say.options }, [...groups].map(group)), h(Command, props)];
}

/** @param {any} props */
function Settings(props) {
  const { state, does, say } = props;
  const tick = (/** @type {string} */ name) => h("label", {}, h("input", { type: "checkbox", checked: state.settings[name], onChange: (/** @type {any} */ e) => does.set({ [name]: e.target.checked }) }), " " + say[name]);
  return [h("section", { class: "settings" }, state.now.policy.confirm === "ask" ? tick("autoDone") : null, tick("oneTap"), tick("follows"), tick("sound"), tick("title"), tick("icon"), tick("buzz"), h(Light, props), h(Colour, props), h(Record, props)),
    state.now.phase === "lobby" ? null : h(Policies, props)];
}

/** Bright or dark, if it is not to be as everywhere else on this device. @param {any} props */
function Light({ state, does, say }) {
  return h("p", {}, h("label", {}, say.light + " ", h("select", { value: state.settings.light, onChange: (/** @type {any} */ e) => does.set({ light: e.target.value }) },
    ["", "light", "dark"].map((value, at) => h("option", { key: value, value, selected: state.settings.light === value }, say.lights.split(" | ")[at])))));
}

/** @param {any} props */
function Record({ state, say }) {
  const fetchIt = async () => {
    const key = state.keys.seats[state.now.you] ?? state.keys.host;
    const answer = await fetch(`/api/t/${state.room}/record`, { headers: key ? { Authorization: "Bearer " + key } : {} });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = `${state.room}.bastide`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return h("button", { type: "button", onClick: fetchIt }, say.record);
}
