// Before the game: who sits where, and how others come to the table.
// @ts-check
import { Component, h } from "./vendor/preact.js";
import { Colour, sign } from "./colours.js";
import { Policies, sits } from "./people.js";
import { post } from "./sync.js";

const BOTS = ["planner", "expert", "greedy", "random"];

/** @param {any} props */
export function Lobby(props) {
  const { state, does, say } = props;
  const { now, keys } = state;
  const own = Object.keys(keys.seats).map(Number);
  const may = now.host || keys.host || keys.invite;
  return [
    h("section", { "aria-labelledby": "h-lobby" },
      h("h2", { id: "h-lobby" }, say.lobby),
      keys.host ? h("p", { class: "soft" }, say.host) : null,
      h("ol", { class: "seats" }, now.seats.map((/** @type {any} */ seat, /** @type {number} */ at) => h("li", { key: at },
        h("p", {}, sign(at), h("b", {}, seat.name), sits(seat, say, own.includes(at))),
        own.includes(at) ? h("button", { type: "button", onClick: () => does.leave(at) }, say.leave) : null,
        seat.free && may ? h(Sit, { ...props, at, name: !own.length && state.settings.name || seat.name }) : null,
        !keys.host || own.includes(at) ? null : seat.free || seat.bot
          ? h(Bot, { ...props, at, bot: seat.bot })
          : h("button", { type: "button", onClick: () => does.leave(at) }, `${say.freeSeat} (${seat.name})`)))),
      h(Colour, props),
      state.said.length ? h("div", { role: "alert" }, h("ul", { class: "said" }, state.said.map((/** @type {any} */ line) => h("li", {}, line[state.lang])))) : null,
      keys.host
        ? [h("p", { class: "soft" }, `${say.freeToBot} ${say.bots}`), h("button", { type: "button", class: "main", disabled: state.busy, onClick: () => does.lobby({ do: "start" }) }, say.begin)]
        : h("p", {}, say.wait)),
    keys.host || keys.invite ? h(Invite, props) : null,
    h(Policies, props),
  ];
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
      h("label", {}, say.yourName + " ", h("input", { value: wanted, maxLength: 24, onInput: (/** @type {any} */ e) => this.setState({ name: e.target.value }) })),
      h("button", { type: "submit" }, say.sit));
  }
}

/** @param {any} props */
function Bot({ does, say, at, bot }) {
  return h("p", { class: "buttons" }, BOTS.map((name) => h("button", {
    type: "button", "aria-pressed": String(bot === name), onClick: () => bot === name ? does.leave(at) : does.lobby({ do: "bot", seat: at, bot: name }),
  }, `${say.putBot} ${name}`)));
}

/** Links for those who play and those who look on, to be copied or scanned. @param {any} props */
function Invite({ state, say }) {
  const base = location.origin + location.pathname;
  const invite = state.keys.invite ?? state.now.invite;
  return h("section", { "aria-labelledby": "h-invite" },
    h("h2", { id: "h-invite" }, say.invite),
    invite ? h(Link, { say, text: `${base}#sit=${invite}`, help: say.inviteHelp }) : null,
    h(Link, { say, text: base, help: say.watchHelp }));
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
