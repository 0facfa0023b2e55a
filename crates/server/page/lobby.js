// Who sits where before the game, and how people come to a table at any time: by links, which also take a seat to another device, and codes.
// @ts-check
import { Component, h } from "./vendor/preact.js";
import { Colour, sign } from "./colours.js";
import { Bot, Policies, isVacant, sits } from "./people.js";
import { Played } from "./rules.js";
import { own as seatsOf, post } from "./sync.js";

const base = () => location.origin + location.pathname;

/** @param {any} props */
export function Lobby(props) {
  const { state, does, say } = props;
  const { now, keys } = state;
  const own = seatsOf(keys);
  const may = now.host || keys.host || keys.invite;
  // Whoever came by the link of one seat is offered that one, as long as it can be had.
  const wanted = !own.length && !keys.host && now.seats[keys.at]?.free ? keys.at : null;
  return [
    h("section", { "aria-labelledby": "h-lobby" },
      h("h2", { id: "h-lobby" }, say.lobby),
      keys.host ? h("p", { class: "soft" }, say.host) : null,
      h("ol", { class: "seats" }, now.seats.map((/** @type {any} */ seat, /** @type {number} */ at) => h("li", { key: at },
        h("p", {}, sign(at), h("b", {}, seat.name), sits(seat, say, own.includes(at)), seat.ready ? h("b", { class: "won" }, ` ${say.isReady}`) : null),
        own.includes(at) ? h("p", { class: "buttons" },
          h("button", { type: "button", "aria-pressed": String(!!seat.ready), onClick: () => does.ask({ do: "ready", yes: !seat.ready }, keys.seats[at]) }, say.ready),
          h("button", { type: "button", onClick: () => does.leave(at) }, say.leave)) : null,
        seat.free && may && (wanted ?? at) === at ? h(Sit, { ...props, at, name: !own.length && state.settings.name || seat.name }) : null,
        !keys.host || own.includes(at) ? null : seat.free || seat.bot
          ? [h(Bot, { ...props, at, bot: seat.bot }), h(Fold, { title: `${say.seatLink} (${seat.name})`, body: () => h(SeatLink, { ...props, at }) })]
          : h("button", { type: "button", onClick: () => does.leave(at) }, `${say.freeSeat} (${seat.name})`)))),
      h(Colour, props),
      state.said.length ? h("div", { role: "alert" }, h("ul", { class: "said" }, state.said.map((/** @type {any} */ line) => h("li", {}, line[state.lang])))) : null,
      keys.host
        ? [h("p", { class: "soft" }, `${say.freeToBot} ${say.bots}`), h("button", { type: "button", class: "main", disabled: state.busy, onClick: () => does.lobby({ do: "start" }) }, say.begin)]
        : h("p", {}, say.wait)),
    keys.host || keys.invite ? h(Invite, props) : null,
    h(Policies, props), h(Played, { ...props, key: "played" }),
  ];
}

/** Somebody who has a seat is called otherwise from now on. */
class Name extends Component {
  render() {
    const { state, does, say, at } = /** @type {any} */ (this.props);
    const wanted = this.state.name ?? state.now.seats[at].name;
    const name = (/** @type {Event} */ event) => {
      event.preventDefault();
      does.set({ name: wanted });
      does.ask({ do: "name", name: wanted }, state.keys.seats[at]);
      this.setState({ name: null });
    };
    return h("form", { class: "buttons", onSubmit: name }, h(Called, { say, value: wanted, onName: (/** @type {string} */ name) => this.setState({ name }) }),
      h("button", { type: "submit", disabled: !wanted.trim() }, say.rename));
  }
}

/** Where somebody says their name. @param {any} props */
function Called({ say, value, onName }) {
  return h("label", {}, say.yourName + " ", h("input", { value, maxLength: 24, onInput: (/** @type {any} */ e) => onName(e.target.value) }));
}

/** A seat of a game that has begun can be taken by who was invited: under their name, and not under that of a bot. */
export class TakeSeat extends Component {
  render() {
    const { state, does, say } = /** @type {any} */ (this.props);
    const { now } = state;
    if (!now.invited || now.you !== undefined) return null;
    const free = now.seats.map((/** @type {any} */ seat, /** @type {number} */ at) => ({ seat, at })).filter((/** @type {any} */ { seat }) => isVacant(seat))
      .filter((/** @type {any} */ { at }, /** @type {number} */ _, /** @type {any[]} */ all) => at === state.keys.at || !all.some((one) => one.at === state.keys.at));
    const name = this.state.name ?? state.settings.name;
    // Whoever comes back is called as before, unless they say otherwise.
    const take = (/** @type {any} */ seat, /** @type {number} */ at) => {
      if (name.trim()) does.set({ name });
      does.lobby({ do: "sit", seat: at, name: name.trim() ? name : seat.name });
    };
    return h("section", { class: "buttons" }, state.keys.host || now.phase === "over" || free.some((/** @type {any} */ { seat }) => seat.free) ? null : h("p", { class: "soft" }, say.lostSeat),
      free.length ? h(Called, { say, value: name, onName: (/** @type {string} */ name) => this.setState({ name }) }) : null,
      free.map((/** @type {any} */ { seat, at }) => h("button", { key: at, type: "button", disabled: !!seat.bot && !name.trim(), onClick: () => take(seat, at) },
        sign(at), `${say.takeSeat}: ${seat.name}`)));
  }
}

class Sit extends Component {
  render() {
    const { does, say, at, name } = /** @type {any} */ (this.props);
    const wanted = this.state.name ?? name;
    const sit = (/** @type {Event} */ event) => {
      event.preventDefault();
      does.set({ name: wanted });
      does.lobby({ do: "sit", seat: at, name: wanted });
    };
    return h("form", { class: "buttons", onSubmit: sit },
      h(Called, { say, value: wanted, onName: (/** @type {string} */ name) => this.setState({ name }) }), h("button", { type: "submit" }, say.sit));
  }
}

/** What is drawn, and asked for, only once somebody wants to see it. */
class Fold extends Component {
  render() {
    const { title, body } = this.props;
    return h("details", { onToggle: (/** @type {any} */ e) => e.target === e.currentTarget && this.setState({ open: e.target.open }) },
      h("summary", {}, title), this.state.open ? body() : null);
  }
}

/** Links for those who play and those who look on, to be copied or scanned; and the code to be typed. @param {any} props */
function Invite({ state, say }) {
  const { now } = state;
  const invite = state.keys.invite ?? now.invite;
  return h("section", { "aria-labelledby": "h-invite" },
    h("h2", { id: "h-invite" }, say.invite),
    now.code ? h("p", {}, `${say.codeHelp} `, h("b", { class: "code" }, now.code)) : null,
    invite ? h(Link, { say, text: `${base()}#sit=${invite}`, help: say.inviteHelp }) : null,
    h(Link, { say, text: base(), help: say.watchHelp }));
}

/** A link that leads to one seat. @param {any} props */
function SeatLink({ state, say, at }) {
  const invite = state.keys.invite ?? state.now.invite;
  return invite ? h(Link, { say, text: `${base()}#sit=${invite}&at=${at}`, help: `${say.seatHelp} ${state.now.seats[at].name}.` }) : null;
}

/** Seats while people play: one's own on another device, and for the host those of others. @param {any} props */
export function Places(props) {
  const { state, does, say } = props;
  const { now, keys } = state;
  const own = seatsOf(keys);
  if (!own.length && !keys.host) return null;
  const invite = keys.invite ?? now.invite;
  const others = keys.host ? now.seats.map((/** @type {any} */ seat, /** @type {number} */ at) => ({ seat, at })).filter((/** @type {any} */ one) => !own.includes(one.at)) : [];
  const body = () => [
    own.map((at) => h(Name, { ...props, key: "name" + at, at })),
    own.map((at) => h(Link, { key: "own" + at, say, text: `${base()}#seat=${at}.${keys.seats[at]}`, help: `${now.seats[at].name}${say.colon}${say.myLink}` })),
    keys.host ? h(Link, { key: "host", say, text: `${base()}#host=${keys.host}${invite ? "&sit=" + invite : ""}`, help: say.hostLink }) : null,
    others.map((/** @type {any} */ { seat, at }) => h("div", { key: at }, isVacant(seat)
      ? [h(Fold, { key: "link", title: `${say.seatLink} (${seat.name})`, body: () => h(SeatLink, { ...props, at }) }),
        seat.free && now.phase === "playing" ? h(Bot, { ...props, at, bot: seat.bot }) : null]
      : [h("p", { class: "soft" }, say.freeHelp), h("button", { type: "button", onClick: () => does.leave(at) }, `${say.freeSeat} (${seat.name})`)])),
  ];
  return h("section", {}, h(Fold, { title: say.places, body }));
}

class Link extends Component {
  componentDidMount() {
    this.look();
  }

  componentDidUpdate() {
    this.look();
  }

  /** The server knows under which name others reach it. The link is sent in a body: it holds a key. */
  async look() {
    const { text } = /** @type {any} */ (this.props);
    if (this.asked === text) return;
    this.asked = text;
    try {
      this.setState({ link: await post("/api/invite", { link: text }) });
    } catch {
      // It can be copied without a picture.
    }
  }

  render() {
    const { say, help } = /** @type {any} */ (this.props);
    const link = this.state.link;
    const text = link?.link ?? /** @type {any} */ (this.props).text;
    const copy = async (/** @type {any} */ event) => {
      const input = event.target.parentElement.querySelector("input");
      input.select();
      try {
        // Pages of a local network have no clipboard; the text is marked for the keyboard then.
        if (navigator.clipboard) await navigator.clipboard.writeText(text);
        else document.execCommand("copy");
        this.setState({ copied: true });
      } catch {
        this.setState({ copied: false });
      }
    };
    return h("div", { class: "link" },
      h("p", {}, help), link?.alone ? h("p", { class: "fault" }, say.alone) : null,
      h("p", { class: "buttons" }, h("input", { readOnly: true, value: text, "aria-label": help, onFocus: (/** @type {any} */ e) => e.target.select() }),
        h("button", { type: "button", onClick: copy }, this.state.copied ? say.copied : say.copy)),
      link ? h("svg", { class: "qr", viewBox: `-4 -4 ${link.size + 8} ${link.size + 8}`, "aria-hidden": "true" }, h("path", { d: link.dark })) : null);
  }
}
