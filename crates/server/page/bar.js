// Beside the board: what the table wants now, and of whom. On a narrow screen it is a bar below the board, so that nobody has to look for it.
// @ts-check
import { h } from "./vendor/preact.js";
import { Cited } from "./rules.js";
import { sign } from "./colours.js";
import { Again, Wish } from "./people.js";
import { awaited } from "./sync.js";

/** @param {any} props */
export function Bar(props) {
  return h("section", { class: "decide", "aria-labelledby": "h-decide" }, h(Points, props), props.state.now.phase === "over" ? h(Over, props) : h(Asked, props), h(Wish, props));
}

/** The points in a line, where there is no room for more: what is beside the board elsewhere, and is read there. @param {any} props */
function Points({ state }) {
  return h("p", { class: "strip", "aria-hidden": "true" }, state.now.seats.map((/** @type {any} */ seat, /** @type {number} */ at) =>
    h("span", { key: at, class: awaited(state.now) === at ? "turn" : "" }, sign(at), seat.score)));
}

/** @param {any} props */
function Over(props) {
  const { now } = props.state;
  const names = now.winners.map((/** @type {number} */ at, /** @type {number} */ n) => [n ? ", " : "", sign(at), now.seats[at].name]);
  return [h("div", { class: "asked" }, h("h2", { id: "h-decide" }, props.say.over), h("p", { class: "result" }, names, ` ${props.say.won}.`)),
    h(Said, props), h(Again, props)];
}

/** @param {any} props */
function Asked(props) {
  const { state, does, say } = props;
  const { now } = state;
  const ask = now.ask;
  if (!ask) return null;
  const held = ask.held !== undefined && ask.held === now.you;
  const who = awaited(now);
  const name = who === undefined ? say.chance : now.seats[who].name;
  const prompt = ask.held === undefined ? ask.prompt : held ? "" : say.mayTakeBack;
  const drawn = now.board.drawn;
  const pass = ask.options.find((/** @type {any} */ item) => item.pass);
  const button = (/** @type {string} */ words, /** @type {() => void} */ onClick, kind = "") => h("button", { type: "button", class: kind, disabled: state.busy, onClick }, words);
  return [
    drawn !== undefined && drawn < 65535
      ? h("p", { class: "drawn" }, h("img", { src: `/api/t/${state.room}/tile/${drawn}`, alt: say.drawn, class: `r${state.ghost.tile === drawn ? state.ghost.turned : 0}` })) : null,
    h("div", { class: "asked" },
      h("h2", { id: "h-decide" }, who === undefined ? null : sign(who), ask.yours || held ? say.yourTurn : `${say.turnOf} ${name}`),
      prompt ? h("p", { class: "prompt" }, prompt) : null),
    now.trouble ? h("p", { class: "fault", role: "alert" }, `${say.trouble} ${now.trouble}`) : null,
    h(Said, props),
    h("p", { class: "buttons" },
      held ? button(say.done, () => does.ask({ do: "done", n: now.n }), "main") : null,
      ask.undo ? button(say.undo, () => does.ask({ do: "undo", n: now.n })) : null,
      pass ? button(say.pass, () => does.act(pass)) : null,
      ask.yours && now.policy.hints ? button(say.hint, () => does.ask({ do: "hint" })) : null),
    h(Tray, props),
  ];
}

/** What the table answered: a refusal, with its rules, or a hint, which is none. @param {any} props */
function Said(props) {
  const { state, say } = props;
  const line = (/** @type {any} */ one) => h("li", {}, h(Cited, { ...props, text: one[state.lang] }));
  return [
    state.said.length ? h("div", { role: "alert" }, h("ul", { class: "said" }, state.said.map(line))) : null,
    state.hint ? h("p", { class: "hint", role: "status" }, `${say.hint}${say.colon}${state.hint[state.lang]}`) : null,
  ];
}

/** Tiles of which one is to be chosen. @param {any} props */
function Tray({ state, does }) {
  const options = state.now.ask.options;
  const several = [...new Set(options.filter((/** @type {any} */ i) => i.turned !== undefined).map((/** @type {any} */ i) => i.tile))];
  if (several.length < 2) return null;
  return h("p", { class: "tray" }, several.map((tile) => h("button", {
    type: "button", key: tile, "aria-pressed": String(state.ghost.tile === tile), onClick: () => does.update({ ghost: { tile, turned: 0, cell: null } }),
  }, h("img", { src: `/api/t/${state.room}/tile/${tile}`, alt: options.find((/** @type {any} */ i) => i.tile === tile).head }))));
}

/** The hint that is told: the best of those that are on the list. @param {any[]} lines @param {any[]} options */
export const hintOf = (lines, options) =>
  lines.find((line) => options.some((item) => Object.values(line).some((/** @type {any} */ text) => text.startsWith(item.head) && text.endsWith(item.about)))) ?? lines[0];
