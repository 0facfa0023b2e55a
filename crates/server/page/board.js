// The board: the picture that the table draws, and over it what may be done.
// @ts-check
import { Component, h } from "./vendor/preact.js";
import { fitting, placements, spots } from "./sync.js";
import { say as tell } from "./heard.js";
import { explore, numbered, speak } from "./explorer.js";
import { Told, pointAt } from "./pointing.js";
import { Tint } from "./territory.js";
import { Here, chooseHere } from "./option.js";
import { spread } from "./spread.js";
import { asWorn, wears } from "./colours.js";

const CLOSEST = 250;
/** Farther than any board reaches. */
const FAR = 1e5;
const TAP = 8;
/** Whoever presses so long wants to know, not to choose. */
const HOLD_MS = 450;

export class Board extends Component {
  /** @param {any} props */
  constructor(props) {
    super(props);
    /** Left, top, width and height of what is seen; nothing = the whole board. */
    this.state = { view: null, picture: null };
    /** @type {Map<number, { x: number, y: number }>} */
    this.fingers = new Map();
    this.moved = 0;
    /** Where all of it is drawn. @type {any} */
    this.element = null;
    /** The picture that is wanted. */
    this.wanted = "";
    /** Where spots are drawn, and for what. @type {number[][]} */
    this.drawn = [];
    this.spreadFor = "";
  }

  /** What can be seen if all of it is: the picture and a row of cells around it. */
  whole() {
    const [x, y, w, height] = this.props.state.now.board.frame;
    return [x - 80, y - 80, w + 160, height + 160];
  }

  view() {
    return this.state.view ?? this.whole();
  }

  componentDidMount() {
    this.load();
    this.pressed = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.pressed);
    // What is beside the board grows and shrinks, and the board with it.
    this.resized = new ResizeObserver(() => this.forceUpdate());
    this.resized.observe(this.element);
  }

  componentWillUnmount() {
    this.resized?.disconnect();
    document.removeEventListener("keydown", /** @type {any} */ (this.pressed));
  }

  /** Keys of the board: turn, place, let go, choose by number. @param {KeyboardEvent} event */
  key(event) {
    const { state, does } = this.props;
    const target = /** @type {any} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.("input:not([type=checkbox]), textarea, select, dialog")) return;
    const { ghost, now } = state;
    const options = now.ask?.options ?? [];
    const cells = [...(placements(options).get(ghost.tile) ?? new Map())];
    const items = cells.find(([cell]) => cell === ghost.cell)?.[1] ?? [];
    const on = ["BUTTON", "SUMMARY", "A"].includes(target.tagName);
    if (event.key.toLowerCase() === "r" && items.length) {
      const turned = fitting(items, (ghost.turned + (event.key === "R" ? 3 : 1)) % 4, event.key === "R" ? 3 : 1);
      does.update({ ghost: { ...ghost, turned } });
      tell(`${this.props.say.turnedBy} ${turned * 90}°`);
    } else if ("+-0".includes(event.key)) {
      this.nearer(event.key);
    } else if ("eup".includes(event.key)) {
      this.turn(event.key);
    } else if ("ltwo/".includes(event.key)) {
      event.preventDefault();
      speak(this.props, event.key);
    } else if (event.key === "Escape") {
      does.update({ ghost: { ...ghost, cell: null }, place: null, told: null, tint: null, lit: null });
    } else if (event.key === "Enter" && !on && items.length) {
      const here = items.filter((/** @type {any} */ item) => item.turned === ghost.turned);
      if (here.length === 1) does.act(here[0]);
    } else if (state.at !== null && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
      does.back(Math.min(Math.max(state.at + (event.key === "ArrowLeft" ? -1 : 1), 0), state.live.n));
    } else if (event.key.startsWith("Arrow") && cells.length && !on) {
      event.preventDefault();
      const next = this.beside(cells.map(([cell]) => cell), event.key);
      const fits = cells.find(([cell]) => cell === next)?.[1] ?? [];
      if (next) does.update({ ghost: { ...ghost, cell: next, turned: fitting(fits, ghost.turned) } });
    } else if (/^[1-9]$/.test(event.key) && state.place) {
      chooseHere(this.props, Number(event.key));
    } else if (/^[1-9]$/.test(event.key)) {
      const one = numbered(options)[Number(event.key) - 1];
      if (one?.at) does.choose(one);
      else if (one) /** @type {any} */ (document.querySelector(`[data-n="${event.key}"]`))?.focus();
    }
  }

  /** Closer, farther, or the whole board. @param {string} key */
  nearer(key) {
    const [x, y, w, height] = this.view();
    if (key === "0") this.setState({ view: null });
    else this.zoom(key === "+" ? 1 / 1.3 : 1.3, [x + w / 2, y + height / 2]);
  }

  /** Brings what was done last to the middle, as near as the board is seen, if it is not seen. */
  follow() {
    const { state } = this.props;
    const view = /** @type {any} */ (this.state).view;
    const cells = state.now.log.filter((/** @type {any} */ one) => one.cells?.length).at(-1)?.cells;
    if (!view || !cells || this.followed === state.now.n) return;
    this.followed = state.now.n;
    const [cx, cy] = cells[0].map((/** @type {number} */ at) => at * 100 + 50);
    const [x, y, w, height] = view;
    const seen = cx > x + 50 && cx < x + w - 50 && cy > y + 50 && cy < y + height - 50;
    if (!seen) this.setState({ view: [cx - w / 2, cy - height / 2, w, height] });
  }

  /** Ends the turn, takes back, passes. @param {string} key */
  turn(key) {
    const { state, does } = this.props;
    const { ask, n, you } = state.now;
    if (!ask || state.busy) return;
    if (key === "e" && ask.held !== undefined && ask.held === you) does.ask({ do: "done", n });
    if (key === "u" && ask.undo) does.ask({ do: "undo", n });
    const pass = ask.options.find((/** @type {any} */ item) => item.pass);
    if (key === "p" && pass) does.act(pass);
  }

  /** The cell nearest in a direction, or any if none is held yet. @param {string[]} cells @param {string} key */
  beside(cells, key) {
    const { ghost } = this.props.state;
    if (!ghost.cell) return cells[0];
    const [x, y] = ghost.cell.split(",").map(Number);
    const [dx, dy] = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[key] ?? [0, 0];
    const far = (/** @type {string} */ cell) => {
      const [cx, cy] = cell.split(",").map(Number);
      const [along, across] = [(cx - x) * dx + (cy - y) * dy, Math.abs((cx - x) * dy + (cy - y) * dx)];
      return along > 0 ? along + 3 * across : Infinity;
    };
    const best = cells.reduce((a, b) => (far(b) < far(a) ? b : a));
    return far(best) < Infinity ? best : null;
  }

  componentDidUpdate() {
    this.load();
    if (this.props.state.settings.follows) this.follow();
  }

  /** Shows another picture only when it is here, so that the board does not flicker. */
  load() {
    const { room, now } = this.props.state;
    const { at } = this.props.state;
    const wanted = `${now.board.picture}${at === null ? "" : `.${at}`}${asWorn()}`;
    if (this.wanted === wanted) return;
    this.wanted = wanted;
    const href = `/api/t/${room}/over.svg?p=${now.board.picture}${at === null ? `.${now.version}` : `.${at}&at=${at}`}${asWorn()}${now.pictures ? "&k=" + now.pictures : ""}`;
    const image = new Image();
    image.onload = () => this.wanted === wanted && this.setState({ picture: { href, frame: now.board.frame } });
    image.src = href;
  }

  /** A point of the screen on the board. @param {{ clientX: number, clientY: number }} event */
  point(event) {
    const svg = /** @type {any} */ (this.element).querySelector("svg");
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [at.x, at.y];
  }

  /** A point of the board, in pixels from the corner of what is seen. @param {number[]} at */
  screen([x, y]) {
    const svg = /** @type {any} */ (this.element).querySelector("svg");
    const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
    const corner = svg.getBoundingClientRect();
    return [at.x - corner.left, at.y - corner.top];
  }

  /** Somebody points at what is no button: what was open there closes. @param {MouseEvent} event */
  pointed(event) {
    this.props.does.update({ place: null });
    pointAt(this.props, this.point(event));
  }

  /** @param {number} factor @param {number[]} around */
  zoom(factor, [px, py]) {
    const [x, y, w, height] = this.view();
    const whole = this.whole();
    const wide = Math.min(Math.max(w * factor, CLOSEST), Math.max(whole[2], whole[3]) * 1.5);
    const by = wide / w;
    this.setState({ view: [px - (px - x) * by, py - (py - y) * by, wide, height * by] });
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.held = false;
    clearTimeout(this.holds);
    this.holds = setTimeout(() => {
      this.held = true;
      pointAt(this.props, this.point(event));
    }, HOLD_MS);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) this.moved = 0;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const svg = /** @type {any} */ (this.element).querySelector("svg");
    const scale = 1 / svg.getScreenCTM().a;
    this.moved += Math.hypot(event.clientX - before.x, event.clientY - before.y);
    if (this.moved > TAP) {
      clearTimeout(this.holds);
      svg.setPointerCapture?.(event.pointerId);
      if (others.length === 0) {
        const [x, y, w, height] = this.view();
        this.setState({ view: [x - (event.clientX - before.x) * scale, y - (event.clientY - before.y) * scale, w, height] });
      } else {
        const far = (/** @type {any} */ a) => Math.hypot(a.x - others[0].x, a.y - others[0].y) || 1;
        const mid = { clientX: (event.clientX + others[0].x) / 2, clientY: (event.clientY + others[0].y) / 2 };
        this.zoom(far(before) / far({ x: event.clientX, y: event.clientY }), this.point(mid));
      }
    }
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  up(event) {
    clearTimeout(this.holds);
    this.fingers.delete(event.pointerId);
  }

  /** Does something unless the finger moved: then the board was moved. @param {(event: any) => void} tap */
  tapped(tap) {
    return (/** @type {any} */ event) => {
      event.stopPropagation();
      if (this.moved <= TAP && !this.held) tap(event);
    };
  }

  render() {
    const { state, does, say } = this.props;
    const { now, ghost } = state;
    const options = now.ask?.options ?? [];
    const cells = placements(options).get(ghost.tile) ?? new Map();
    const items = ghost.cell ? cells.get(ghost.cell) ?? [] : [];
    return h("section", { class: "board", "aria-label": say.board, ref: (/** @type {any} */ element) => { this.element = element; } },
      h("div", { class: "explorer", role: "application", tabIndex: 0, "aria-label": say.explorer, onFocus: () => does.land(), onKeyDown: (/** @type {any} */ e) => explore(this.props, e) },
      h("svg", {
        viewBox: this.view().join(" "), "aria-hidden": "true", onClick: this.tapped((e) => this.pointed(e)),
        onPointerDown: (/** @type {any} */ e) => this.down(e), onPointerMove: (/** @type {any} */ e) => this.move(e),
        onPointerUp: (/** @type {any} */ e) => this.up(e), onPointerCancel: (/** @type {any} */ e) => this.up(e),
        onWheel: (/** @type {any} */ e) => { e.preventDefault(); this.zoom(e.deltaY > 0 ? 1.15 : 1 / 1.15, this.point(e)); },
      },
      this.picture(), h("rect", { class: "dusk", x: -FAR, y: -FAR, width: 2 * FAR, height: 2 * FAR }), now.board.last.map((/** @type {any} */ last) => this.last(last)), h(Tint, { state }), this.cursor(),
      [...cells].map(([cell, fits]) => this.cell(cell, fits)),
      items.length ? this.ghost(items) : null,
      this.spots(options))),
      h("div", { class: "tools" },
        h("button", { type: "button", title: say.closer, "aria-label": say.closer, onClick: () => this.nearer("+") }, "+"),
        h("button", { type: "button", title: say.farther, "aria-label": say.farther, onClick: () => this.nearer("-") }, "−"),
        h("button", { type: "button", title: say.fit, "aria-label": say.fit, onClick: () => this.nearer("0") },
          h("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" }, h("path", { d: "M2 7V2H7M13 2H18V7M18 13V18H13M7 18H2V13" })))),
      h(Told, this.props),
      state.place && now.ask?.yours ? h(Here, { ...this.props, key: state.place.at.join(), at: () => this.screen(state.place.at) }) : null,
      items.length ? this.confirm(items) : null,
      !items.length && cells.size ? h("p", { class: "tip" }, say.placeHelp) : null);
  }

  picture() {
    const { state } = this.props;
    const picture = /** @type {any} */ (this.state).picture;
    const tile = (/** @type {number[]} */ [x, y, type, turned]) =>
      h("image", { key: `${x},${y}`, href: `/api/t/${state.room}/tile/${type}?r=${turned}`, x: x * 100, y: y * 100, width: 100, height: 100 });
    const [x, y, width, height] = picture?.frame ?? [];
    return [h("g", { key: "tiles" }, state.now.board.tiles.map(tile)),
      picture ? h("image", { key: "over", href: picture.href, x, y, width, height }) : null];
  }

  /** What somebody did last stays outlined until they act again. @param {[number, number[][]]} done */
  last([seat, cells]) {
    return cells.map(([x, y]) => h("rect", { key: `${seat} ${x},${y}`, class: `last by${wears(seat)}`, x: x * 100 + 1 + seat * 2, y: y * 100 + 1 + seat * 2, width: 98 - seat * 4, height: 98 - seat * 4 }));
  }

  /** The cell of the explorer. */
  cursor() {
    const { cursor, pointed } = this.props.state;
    const at = cursor ?? pointed;
    return at ? h("rect", { class: "cursor", x: at[0] * 100 - 3, y: at[1] * 100 - 3, width: 106, height: 106, rx: 8 }) : null;
  }

  /** Units of the board for a pixel of the screen. */
  unit() {
    const [, , w, height] = this.view();
    const { clientWidth = 0, clientHeight = 0 } = this.element ?? {};
    return clientWidth ? Math.max(w / clientWidth, height / clientHeight) : 1;
  }

  /** A cell on which the tile in hand fits: as it is turned now, or after turning. @param {string} cell @param {any[]} fits */
  cell(cell, fits) {
    const { state, does } = this.props;
    const [x, y] = cell.split(",").map(Number);
    const turned = fitting(fits, state.ghost.turned);
    const kind = turned === state.ghost.turned ? "cell fits" : "cell";
    const here = fits.filter((item) => item.turned === turned);
    const hold = () => state.settings.oneTap && turned === state.ghost.turned && here.length === 1 && !state.busy ? does.act(here[0]) : does.update({ ghost: { ...state.ghost, turned, cell } });
    return h("rect", { key: cell, class: kind, x: x * 100 + 3, y: y * 100 + 3, width: 94, height: 94, rx: 6, onClick: this.tapped(hold) });
  }

  /** The tile in hand over its cell. @param {any[]} items */
  ghost(items) {
    const { state, does } = this.props;
    const { tile, turned, cell } = state.ghost;
    const [x, y] = cell.split(",").map(Number);
    const turn = (/** @type {number} */ by) => does.update({ ghost: { ...state.ghost, turned: fitting(items, (turned + by) % 4, by) } });
    return h("g", { class: "ghost", transform: `translate(${x * 100} ${y * 100}) rotate(${turned * 90} 50 50)`, onClick: this.tapped(() => turn(1)),
      onWheel: (/** @type {any} */ e) => { e.preventDefault(); e.stopPropagation(); turn(e.deltaY > 0 ? 1 : 3); } },
      h("image", { href: `/api/t/${state.room}/tile/${tile}`, width: 100, height: 100 }),
      h("rect", { width: 100, height: 100 }));
  }

  /** Places with options: so far from each other that each can be tapped, with a line to where it is. @param {any[]} options */
  spots(options) {
    const all = spots(options);
    const size = Math.max(13, 11 * this.unit());
    const drawn = this.spread(all.map((spot) => spot.at), 2 * size + 4 * this.unit());
    // A finger covers several of them: the nearest one is meant.
    const tap = (/** @type {any} */ event) => {
      const [x, y] = this.point(event);
      const far = drawn.map(([sx, sy]) => Math.hypot(sx - x, sy - y));
      this.props.does.choose(all[far.indexOf(Math.min(...far))]);
    };
    const off = (/** @type {number} */ n) => Math.hypot(drawn[n][0] - all[n].at[0], drawn[n][1] - all[n].at[1]) > size / 2;
    return [
      all.map(({ at: [x, y] }, n) => off(n) ? h("g", { key: `lead ${x},${y}`, class: "lead" }, h("line", { x1: x, y1: y, x2: drawn[n][0], y2: drawn[n][1] }), h("circle", { cx: x, cy: y, r: size / 4 })) : null),
      all.map((spot, n) => this.spot(spot, drawn[n], size, n + 1, tap)),
    ];
  }

  /** Spreads places, unless they are the same as before: the board is drawn at every touch. @param {number[][]} places @param {number} far */
  spread(places, far) {
    const asked = `${places.join(" ")} ${far}`;
    if (asked !== this.spreadFor) Object.assign(this, { spreadFor: asked, drawn: spread(places, far) });
    return this.drawn;
  }

  /** One of them. @param {any} spot @param {number[]} at @param {number} size @param {number} n @param {(event: any) => void} tap */
  spot(spot, [x, y], size, n, tap) {
    const { state, does } = this.props;
    const node = spot.items[0].node;
    return h("g", { key: spot.at.join(), class: "spot", onClick: this.tapped(tap), onPointerEnter: () => node !== undefined && does.tint(node) },
      spot.cell ? h("rect", { class: "cell fits", x: spot.at[0] - 47, y: spot.at[1] - 47, width: 94, height: 94, rx: 6, onClick: this.tapped(() => does.choose(spot)) }) : null,
      h("circle", { cx: x, cy: y, r: Math.max(size * 1.6, 22 * this.unit()), class: "reach" }), h("circle", { cx: x, cy: y, r: size }),
      state.place ? null : h("text", { "font-size": size * 1.1, x, y: y + size * 0.38 }, String(n)));
  }

  /** Buttons for the tile in hand: turn it, place it. @param {any[]} items */
  confirm(items) {
    const { state, does, say } = this.props;
    const { ghost } = state;
    const here = items.filter((item) => item.turned === ghost.turned);
    const turns = new Set(items.map((item) => item.turned)).size > 1;
    const turn = () => does.update({ ghost: { ...ghost, turned: fitting(items, (ghost.turned + 1) % 4) } });
    return h("div", { class: "confirm" },
      turns ? h("button", { type: "button", onClick: turn }, "↻ " + say.turn) : null,
      here.map((item) => h("button", { type: "button", class: "main", disabled: state.busy, onClick: () => does.act(item) },
        "✓ " + say.place + (here.length > 1 ? ` · ${item.about}` : ""), item.terms ? h("small", {}, " " + item.terms) : null)),
      h("button", { type: "button", onClick: () => does.update({ ghost: { ...ghost, cell: null } }) }, say.cancel));
  }
}
