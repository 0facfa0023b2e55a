// Words of the page itself. What belongs to a game comes from the table, in the language that is asked for.
// @ts-check
import { BOARD } from "./words-board.js";

const EN = {
  ...BOARD.en,
  other: "Français", lost: "The table cannot be reached. Trying again …", gone: "There is no such table any more.",
  start: "A new table", yours: "Tables you sit at", players: "Players", expansions: "Expansions", config: "The config file",
  create: "Make the table", lobby: "Who plays?", free: "free", you: "you", bot: "bot", host: "You are the host",
  sit: "Sit here", yourName: "Your name", leave: "Leave", putBot: "Bot", begin: "Start the game", invite: "Invite",
  inviteHelp: "Whoever opens this link takes a free seat.", watchHelp: "Whoever opens this one looks on.", copy: "Copy",
  copied: "Copied", freeToBot: "Bots play the seats that are still free.", wait: "The host starts the game.",
  board: "Board", points: "Points", log: "What happened", left: "Tiles left", leftToDraw: "to draw", options: "What you may do",
  undo: "Take back", done: "End the turn", hint: "Hint", why: "Why not?", pass: "Pass", place: "Place here", turn: "Turn",
  yourTurn: "Your turn", turnOf: "Turn of", waitsFor: "Waiting for", chance: "chance", over: "The game is over", won: "won",
  now: "now", finished: "if completed", number: "Number", confirm: "OK", places: "places", placeHelp: "Tap a marked cell of the board.",
  fit: "Whole board", closer: "Closer", farther: "Farther", at: "Here:", record: "Record of the game", takeSeat: "Take this seat",
  hand: "The others look away", handOver: "Now it is the turn of", show: "Show my tiles", trouble: "An expansion failed; the game is as it was before.",
  sound: "Sound", autoDone: "End turns without asking", cancel: "Cancel", drawn: "Drawn", seatLink: "Link to my seat",
};

/** @type {typeof EN} */
const FR = {
  ...BOARD.fr,
  other: "English", lost: "La table est injoignable. Nouvel essai …", gone: "Cette table n'existe plus.",
  start: "Nouvelle table", yours: "Vos tables", players: "Joueurs", expansions: "Extensions", config: "La configuration",
  create: "Ouvrir la table", lobby: "Qui joue ?", free: "libre", you: "vous", bot: "robot", host: "Vous êtes l'hôte",
  sit: "S'asseoir ici", yourName: "Votre nom", leave: "Quitter", putBot: "Robot", begin: "Commencer la partie", invite: "Inviter",
  inviteHelp: "Qui ouvre ce lien prend une place libre.", watchHelp: "Qui ouvre celui-ci regarde.", copy: "Copier",
  copied: "Copié", freeToBot: "Des robots jouent les places encore libres.", wait: "L'hôte commence la partie.",
  board: "Plateau", points: "Points", log: "Déroulement", left: "Tuiles restantes", leftToDraw: "à piocher", options: "Ce que vous pouvez faire",
  undo: "Revenir en arrière", done: "Fin du tour", hint: "Conseil", why: "Pourquoi pas ?", pass: "Passer", place: "Poser ici", turn: "Tourner",
  yourTurn: "À vous de jouer", turnOf: "Au tour de", waitsFor: "On attend", chance: "la pioche", over: "La partie est terminée", won: "gagne",
  now: "pour l'instant", finished: "une fois achevé", number: "Nombre", confirm: "OK", places: "places", placeHelp: "Touchez une case marquée du plateau.",
  fit: "Tout le plateau", closer: "Plus près", farther: "Plus loin", at: "Ici :", record: "Fichier de la partie", takeSeat: "Prendre cette place",
  hand: "Les autres regardent ailleurs", handOver: "C'est au tour de", show: "Montrer mes tuiles", trouble: "Une extension a échoué ; la partie est comme avant.",
  sound: "Son", autoDone: "Finir les tours sans demander", cancel: "Annuler", drawn: "Piochée", seatLink: "Lien vers ma place",
};

/** Words in a language. @param {string} lang */
export const words = (lang) => (lang === "fr" ? FR : EN);

/** All words, for the test that holds them against each other. */
export const ALL = { en: EN, fr: FR };
