// Colours and signs of the seats. Whoever has a seat may have the colour they like: it changes with the seat that wears it, on
// this device alone.
// @ts-check
import { h } from "./vendor/preact.js";
import { own } from "./sync.js";

const ALL = 8;

/** The seat whose colour somebody here has changed, and the one that wears it instead. */
let worn = [0, 0];

/** Colours are those that whoever sits here likes, from now on. @param {any} keys @param {number | null} liked */
export function wear(keys, liked) {
  const [first] = own(keys);
  worn = first === undefined || liked === null ? [0, 0] : [first, liked];
}

/** The seat whose colour and sign a seat wears here. @param {number} seat */
export const wears = (seat) => (seat === worn[0] ? worn[1] : seat === worn[1] ? worn[0] : seat) % ALL;

/** What a picture with figures is asked for with. */
export const asWorn = () => (worn[0] === worn[1] ? "" : `&seat=${worn[0]}&like=${worn[1]}`);

/** The sign of a seat on its colour. @param {number} seat */
export const sign = (seat) => h("img", { class: "sign", src: `/page/seat/${wears(seat)}`, alt: "", width: 22, height: 22 });

/** The choice of one's colour, for who has a seat. @param {any} props */
export function Colour({ state, does, say }) {
  const [first] = own(state.keys);
  if (first === undefined) return null;
  const choose = (/** @type {any} */ event) => does.set({ colour: Number(event.target.value) });
  return h("p", {}, h("label", {}, say.colour + " ", h("select", { value: wears(first), onChange: choose },
    say.colours.split(" ").map((/** @type {string} */ name, /** @type {number} */ at) => h("option", { key: at, value: at, selected: wears(first) === at }, name)))), " ", sign(first));
}
