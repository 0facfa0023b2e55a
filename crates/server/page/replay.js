// Looking back: the table as it was after any of its actions, and playing on from there.
// @ts-check
import { Component, h } from "./vendor/preact.js";
import { fork } from "./sync.js";

const STEP_MS = 700;

/** The action that an address names. @param {string} hash @returns {number | null} */
export const actionOf = (hash) => {
  const n = new URLSearchParams(hash.replace(/^#/, "")).get("n");
  return n !== null && /^\d{1,5}$/.test(n) ? Number(n) : null;
};

export class Replay extends Component {
  constructor() {
    super();
    this.state = { plays: false, no: null };
  }

  componentWillUnmount() {
    this.stop();
  }

  stop() {
    clearInterval(this.timer);
    if (this.state.plays) this.setState({ plays: false });
  }

  /** Goes to an action. @param {number} n */
  go(n) {
    const { state, does } = this.props;
    this.setState({ no: null });
    does.back(Math.max(0, Math.min(n, state.live.n)));
  }

  play() {
    if (this.state.plays) return this.stop();
    const { state } = this.props;
    if ((state.at ?? state.live.n) >= state.live.n) this.go(0);
    this.setState({ plays: true });
    this.timer = setInterval(() => {
      const { at, live, waits } = this.props.state;
      if (at === null || at >= live.n) return this.stop();
      if (!waits) this.go(at + 1);
    }, STEP_MS);
  }

  async fork() {
    const { state } = this.props;
    const answer = await fork(state.room, state.keys, state.live.you, state.at ?? state.live.n);
    if (answer.room) location.assign(`/t/${answer.room}#host=${answer.host}&sit=${answer.invite}`);
    else this.setState({ no: answer.why?.[state.lang] ?? "" });
  }

  render() {
    const { state, does, say } = this.props;
    const all = state.live.n;
    const at = state.at ?? all;
    const back = state.at !== null;
    const turn = state.now.turns;
    return h("section", { class: "replay", "aria-labelledby": "h-replay" },
      h("h2", { id: "h-replay" }, say.replay),
      h("p", {}, h("label", {}, `${say.action} `, h("input", {
        type: "range", min: 0, max: all, value: at, "aria-valuetext": `${at} ${say.of} ${all}`, onInput: (/** @type {any} */ e) => { this.stop(); this.go(Number(e.target.value)); },
      })), h("output", {}, ` ${at} ${say.of} ${all}`)),
      h("p", { class: "buttons" },
        h("button", { type: "button", "aria-label": say.turnBefore, disabled: turn[0] === null, onClick: () => { this.stop(); this.go(turn[0]); } }, "⇤"),
        h("button", { type: "button", "aria-label": say.before, disabled: at <= 0, onClick: () => { this.stop(); this.go(at - 1); } }, "←"),
        h("button", { type: "button", "aria-label": this.state.plays ? say.stop : say.autoplay, "aria-pressed": String(this.state.plays), onClick: () => this.play() }, this.state.plays ? "❚❚" : "▶"),
        h("button", { type: "button", "aria-label": say.after, disabled: at >= all, onClick: () => { this.stop(); this.go(at + 1); } }, "→"),
        h("button", { type: "button", "aria-label": say.turnAfter, disabled: turn[1] === null, onClick: () => { this.stop(); this.go(turn[1]); } }, "⇥"),
        back ? h("button", { type: "button", class: "main", onClick: () => { this.stop(); does.back(null); } }, say.toTable) : null,
        h("button", { type: "button", onClick: () => this.fork() }, say.playOn)),
      this.state.no ? h("p", { class: "said", role: "alert" }, this.state.no) : null);
  }
}
