// Territories as a table: for those who do not see the board, and for those who add up.
// @ts-check
import { Component, h } from "./vendor/preact.js";

export class Regions extends Component {
  constructor() {
    super();
    this.state = { open: false };
  }

  componentDidUpdate() {
    if (this.state.open) this.props.does.land();
  }

  render() {
    const { state, does, say } = this.props;
    const open = (state.land?.territories ?? []).filter((/** @type {any} */ t) => !t.complete);
    const worth = (/** @type {any} */ t) => t.now ?? -1;
    const rows = [...open].sort((a, b) => (b.figures?.length ?? 0) - (a.figures?.length ?? 0) || worth(b) - worth(a));
    const names = (/** @type {number[]} */ all) => all.map((seat) => state.now.seats[seat].name).join(", ");
    const row = (/** @type {any} */ t) => h("tr", { key: t.node },
      h("th", { scope: "row" }, h("button", { type: "button", class: "show", "aria-pressed": String(state.tint === t.node), onClick: () => does.update({ tint: state.tint === t.node ? null : t.node, lit: null }) }, t.name)),
      h("td", {}, names(t.owners ?? []) || "–"), h("td", {}, String(t.tiles)),
      h("td", {}, (t.ends ?? []).map((/** @type {number[]} */ c) => c.join(",")).join(" · ") || "–"), h("td", {}, t.worth ?? "–"));
    return h("section", {}, h("details", { onToggle: (/** @type {any} */ e) => this.setState({ open: e.target.open }) },
      h("summary", {}, say.regions),
      state.land ? h("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": say.regions },
        h("table", {}, h("thead", {}, h("tr", {}, [say.territory, say.owners, say.tiles, say.openTo, say.worth].map((head) => h("th", { scope: "col" }, head)))),
          h("tbody", {}, rows.map(row)))) : null));
  }
}
