// Shows what the program says: texts as texts, pictures as pictures, nothing else.
"use strict";

const WORDS = {
  en: {
    title: "Bastide", skip: "To the log", board: "Board", log: "Reloads and faults", score: "Points",
    player: "Player", points: "Points", tiles: "Tiles", other: "Français",
    wait: "connecting …", live: "connected", lost: "The program has ended or cannot be reached. Trying again …",
    boardAlt: "The board. ", tilesAlt: "The tiles of the set",
  },
  fr: {
    title: "Bastide", skip: "Vers le journal", board: "Plateau", log: "Rechargements et fautes", score: "Points",
    player: "Joueur", points: "Points", tiles: "Tuiles", other: "English",
    wait: "connexion …", live: "connecté", lost: "Le programme est terminé ou injoignable. Nouvel essai …",
    boardAlt: "Le plateau. ", tilesAlt: "Les tuiles du jeu",
  },
};

const at = (id) => document.getElementById(id);
let lang = document.documentElement.lang === "fr" ? "fr" : "en";
let now = null;
let live = null;
let heard = null;
// How often another run of the program may have taken over: each counts its pictures from the start.
let runs = 0;

function fill(list, items, make) {
  list.replaceChildren(...items.map(make));
}

function made(name, text, kind) {
  const node = document.createElement(name);
  node.textContent = text;
  if (kind) node.className = kind;
  return node;
}

// A line of a file keeps its columns, so that the caret stays below its word; what is said about it is folded.
function more(text) {
  const node = made("pre", "");
  for (const line of text.split("\n")) {
    node.append(made("span", line + "\n", /^ *\d* *\|/.test(line) ? "source" : "said"));
  }
  return node;
}

function picture(id, version, alt) {
  const image = at(id);
  const link = at(id + "-link");
  image.alt = alt;
  link.hidden = version === 0;
  if (id === "tiles") link.parentElement.hidden = version === 0;
  const source = "/" + id + ".svg?v=" + runs + "." + version;
  if (version > 0 && image.getAttribute("src") !== source) image.src = source;
}

function draw() {
  const words = WORDS[lang];
  document.documentElement.lang = lang;
  for (const node of document.querySelectorAll("[data-say]")) node.textContent = words[node.dataset.say];
  at("lang").textContent = words.other;
  at("lang").lang = lang === "fr" ? "en" : "fr";
  const link = live === null ? words.wait : live ? words.live : words.lost;
  // Said again only if it is something else: screen readers read out every change.
  if (at("link").textContent !== link) at("link").textContent = link;
  at("link").className = live === false ? "fault" : "";
  if (!now) return;
  document.title = now.title + " · Bastide";
  at("title").textContent = now.title;
  at("status").textContent = now.status[lang];
  fill(at("scores"), now.scores, ([name, points]) => {
    const row = document.createElement("tr");
    row.append(made("td", name), made("td", String(points)));
    return row;
  });
  fill(at("sheets"), now.sheets, (sheet) => made("li", sheet[lang]));
  fill(at("log"), now.log, (line) => {
    const item = made("li", "", line.mood);
    item.append(made("p", line.text[lang]));
    if (line.more[lang]) item.append(more(line.more[lang]));
    return item;
  });
  picture("board", now.board, words.boardAlt + now.status[lang]);
  picture("tiles", now.tiles, words.tilesAlt);
}

function read(text) {
  now = JSON.parse(text);
  draw();
  // Only what is new is read out, and not the whole log at the first look.
  if (heard !== null && now.said > heard && now.log.length > 0) {
    at("heard").textContent = now.log[0].text[lang];
  }
  heard = now.said;
}

at("lang").addEventListener("click", () => {
  lang = lang === "fr" ? "en" : "fr";
  draw();
});

function listen() {
  const events = new EventSource("/events");
  events.addEventListener("now", (event) => {
    if (live === false) {
      runs += 1;
      heard = null;
    }
    live = true;
    read(event.data);
  });
  events.addEventListener("error", () => {
    live = false;
    draw();
    // Most browsers try again by themselves; those that have given up are made to.
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
}

// What the page came with is shown at once; what has changed since is the first event.
read(at("now").textContent);
listen();
