// The people at the table: who is here, what they wish, what they say to each other, and how the table is kept.
// @ts-check
import { Component, h } from "./vendor/preact.js";
import { sign } from "./colours.js";
import { Faults } from "./faults.js";
import { own } from "./sync.js";

const BOT = "planner";
const BOTS = ["planner", "expert", "greedy", "random"];
/** @type {Record<string, string>} */
const KEPT = { confirm: "keptConfirm", undo: "keptUndo" };

/** Who sits there, in brackets: a person, who may be away, or a bot. @param {any} seat @param {any} say @param {boolean} own */
export function sits(seat, say, own) {
  if (own) return ` (${say.you})`;
  if (seat.stand_in) return ` (${say.bot}: ${seat.bot}, ${say.standsIn})`;
  if (seat.bot) return ` (${say.bot}: ${seat.bot})`;
  if (seat.free) return ` (${say.free})`;
  return h("span", { class: seat.here ? "here-dot" : "soft" }, ` (${seat.here ? say.here : say.away})`);
}

/** Whether whoever was invited may sit down there. @param {any} seat */
export const isVacant = (seat) => seat.free || seat.bot && !seat.stand_in;

/** Bots for a seat. @param {any} props */
export function Bot({ does, say, at, bot }) {
  return h("p", { class: "buttons" }, BOTS.map((name) => h("button", {
    type: "button", "aria-pressed": String(bot === name), onClick: () => bot === name ? does.leave(at) : does.lobby({ do: "bot", seat: at, bot: name }),
  }, `${say.putBot} ${name}`)));
}

/** What can be done about somebody who is away. @param {any} props */
export function Away({ state, does, say, seat, at }) {
  const { now, keys } = state;
  if (now.phase !== "playing" || seat.bot || seat.free || seat.here) return null;
  if (keys.host) {
    return h("button", { type: "button", onClick: () => does.lobby({ do: "bot", seat: at, bot: BOT }) }, `${say.letBot} ${seat.name}`);
  }
  if (!seat.late || now.you === undefined) return null;
  return h("button", { type: "button", onClick: () => does.ask({ do: "stand-in", seat: at }) }, `${say.askBot} ${seat.name}`);
}

/** What the people of this table have to do with each other. @param {any} props */
export function People(props) {
  return [h(Writing, props), h(Notes, props), h(Phrases, props)];
}

/** Something that somebody wishes, and others agree to. @param {any} props */
export function Wish({ state, does, say }) {
  const { now, keys } = state;
  if (!now.wish) return null;
  const { id, text, yes, of, asked } = now.wish;
  // Whoever holds several seats speaks for each of them.
  const voters = own(keys).filter((seat) => asked.includes(seat));
  const silent = voters.filter((seat) => !yes.includes(seat));
  const vote = async (/** @type {number[]} */ seats, /** @type {boolean} */ answer) => {
    for (const seat of seats) await does.ask({ do: "vote", wish: id, yes: answer }, keys.seats[seat]);
  };
  return h("div", { class: "wish", role: "alert" },
    h("p", {}, text, ` ${yes.length} / ${of}`),
    voters.length ? h("p", { class: "buttons" },
      silent.length ? h("button", { type: "button", class: "main", onClick: () => vote(silent, true) }, say.agree) : null,
      h("button", { type: "button", onClick: () => vote(voters.slice(0, 1), false) }, say.refuse)) : null);
}

/** Rules that are being written while people play: the host sees what is wrong, and decides what becomes of the game. @param {any} props */
function Writing({ state, does, say }) {
  const { now } = state;
  const { cut, faults = [] } = now;
  if (!cut && !faults.length) return null;
  const answer = (/** @type {boolean} */ yes) => does.lobby({ do: "cut", yes });
  return h("section", { class: "writing" },
    faults.length ? [h("h2", {}, say.wrongRules), h(Faults, { faults, lang: state.lang })] : null,
    cut ? [h("h2", {}, say.cutAsk), h("p", {}, cut), h("p", { class: "buttons" },
      h("button", { type: "button", onClick: () => answer(true) }, say.cutYes),
      h("button", { type: "button", class: "main", onClick: () => answer(false) }, say.cutNo))] : null);
}

/** What the table told. @param {any} props */
function Notes({ state, say }) {
  const { notes } = state.now;
  if (!notes.length) return null;
  return h("section", { "aria-labelledby": "h-notes" },
    h("h2", { id: "h-notes" }, say.notes),
    h("div", { "aria-live": "polite" }, h("ol", { class: "notes" }, notes.slice(-4).map((/** @type {any} */ [id, text]) => h("li", { key: id }, text)))));
}

class Phrases extends Component {
  async componentDidMount() {
    try {
      this.setState({ all: await (await fetch("/page/phrases.json")).json() });
    } catch {
      // Without them nothing can be said, and the game goes on.
    }
  }

  render() {
    const { state, does, say } = /** @type {any} */ (this.props);
    const { now } = state;
    const all = /** @type {any} */ (this.state).all ?? [];
    if (!now.policy.phrases || now.phase === "lobby") return null;
    const heard = state.settings.phrases ? now.phrases.slice(-3) : [];
    return h("section", { "aria-labelledby": "h-phrases" },
      h("h2", { id: "h-phrases" }, say.phrases),
      h("div", { "aria-live": "polite" }, h("ol", { class: "spoken" }, heard.map((/** @type {any} */ [id, seat, text]) =>
        h("li", { key: id }, sign(seat), h("b", {}, now.seats[seat].name), " ", text)))),
      now.you === undefined ? null : h("details", {}, h("summary", {}, say.sayIt),
        h("p", { class: "buttons" }, all.map((/** @type {any} */ one) => h("button", { type: "button", key: one.id, onClick: () => does.ask({ do: "say", phrase: one.id }) }, one[state.lang])))),
      h("label", {}, h("input", { type: "checkbox", checked: !state.settings.phrases, onChange: (/** @type {any} */ e) => does.set({ phrases: !e.target.checked }) }), " " + say.mute));
  }
}

/** How the table is kept: the host says so before the game, everybody reads it. @param {any} props */
export function Policies({ state, does, say }) {
  const { now, keys } = state;
  const { policy } = now;
  const may = keys.host && now.phase === "lobby";
  const change = (/** @type {object} */ part) => does.lobby({ do: "policy", policy: part });
  const choice = (/** @type {string} */ name, /** @type {string[]} */ words) => may
    ? h("p", {}, h("label", {}, say[KEPT[name]] + " ", h("select", { value: policy[name], onChange: (/** @type {any} */ e) => change({ [name]: e.target.value }) },
      words.map((word) => h("option", { value: word, selected: policy[name] === word }, say[name + "-" + word])))))
    : h("p", {}, `${say[KEPT[name]]} ${say[name + "-" + policy[name]]}`);
  const tick = (/** @type {string} */ name, /** @type {string} */ word) => may
    ? h("p", {}, h("label", {}, h("input", { type: "checkbox", checked: policy[name], onChange: (/** @type {any} */ e) => change({ [name]: e.target.checked }) }), " " + word))
    : h("p", {}, `${word}${say.colon}${policy[name] ? say.yes : say.no}`);
  const seconds = policy.pause / 1000;
  return h("section", { class: "policies", "aria-labelledby": "h-policies" },
    h("h2", { id: "h-policies" }, say.policies),
    choice("confirm", ["ask", "never"]), choice("undo", ["own", "none", "agreed"]),
    tick("watchers", say.watchers), tick("phrases", say.phrasesOn), tick("hints", say.hintsOn),
    may ? h("p", {}, h("label", {}, say.pause + " ", h("input", { type: "number", min: 0, max: 5, step: 0.1, value: seconds, onChange: (/** @type {any} */ e) => change({ pause: Math.round(1000 * Math.min(5, Math.max(0, Number(e.target.value) || 0))) }) })), " s")
      : h("p", {}, `${say.pause} ${seconds} s`));
}

/** A table that is not for everybody's eyes. @param {any} props */
export function Shut({ state, say }) {
  return h("section", { class: "hand-over" }, h("h2", {}, say.shut),
    h("ol", { class: "seats" }, state.now.seats.map((/** @type {any} */ seat, /** @type {number} */ at) => h("li", { key: at }, sign(at), seat.name))));
}

/** Once more with the same people. @param {any} props */
export function Again({ state, does, say }) {
  const { now, keys } = state;
  if (now.next) return h("p", { class: "buttons" }, h("a", { class: "next", href: "/t/" + now.next, onClick: () => does.follow(now.next) }, say.nextGame));
  if (now.you === undefined && !keys.host) return null;
  const again = () => does.ask({ do: "again" }, keys.seats[now.you] ?? keys.host);
  return h("p", { class: "buttons" }, h("button", { type: "button", class: "main", disabled: state.busy, onClick: again }, say.again));
}
