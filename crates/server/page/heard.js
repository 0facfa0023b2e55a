// What is said to those who listen: politely what others do, at once what concerns whoever listens.
// @ts-check
import { h } from "./vendor/preact.js";

/** @type {{ polite: string, assertive: string }} */
const said = { polite: "", assertive: "" };
/** @type {() => void} */
let changed = () => {};

/** Says something. The same words twice are two texts, or nobody would hear them again.
 * @param {string} text @param {boolean} [now] it concerns whoever listens */
export function say(text, now = false) {
  if (!text) return;
  const where = now ? "assertive" : "polite";
  said[where] = said[where] === text ? text + "\u00a0" : text;
  changed();
}

/** Where it is said. @param {{ onChange: () => void }} props */
export function Heard({ onChange }) {
  changed = onChange;
  return [
    h("p", { class: "heard", role: "status", "aria-live": "polite" }, said.polite),
    h("p", { class: "heard", role: "alert", "aria-live": "assertive" }, said.assertive),
  ];
}
