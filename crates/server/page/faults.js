// What is wrong in a text: the line, and below it a mark where it is wrong.
// @ts-check
import { h } from "./vendor/preact.js";

/** @param {{ faults: any[], lang: string }} props */
export function Faults({ faults, lang }) {
  return h("ul", { class: "faults" }, faults.map((fault, at) => h("li", { key: at, class: fault.warning ? "soft" : "fault" },
    h("p", {}, fault.what[lang], fault.code ? h("small", {}, ` [${fault.code}]`) : null),
    fault.line ? h("pre", {}, place(fault)) : null,
    fault.help ? h("p", { class: "soft" }, fault.help[lang]) : null)));
}

/** @param {any} fault */
function place({ file, line, text, at }) {
  const where = `${file}:${line}`;
  if (!text) return where;
  const [from, to] = at;
  return `${where}\n${text}\n${" ".repeat(from)}${"^".repeat(to - from)}`;
}
