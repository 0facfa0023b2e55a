// Words of the page itself. What belongs to a game comes from the table, in the language that is asked for.
// @ts-check
import { BOARD } from "./words-board.js";

const EN = {
  ...BOARD.en,
  other: "Français", lost: "The table cannot be reached. Trying again …", gone: "There is no such table any more.",
  start: "A new table", yours: "Tables you sit at", players: "Players", expansions: "Expansions", config: "The config file",
  create: "Make the table", lobby: "Who plays?", free: "free", you: "you", bot: "bot", host: "You are the host",
  sit: "Sit here", yourName: "Your name", rename: "Change the name", leave: "Leave", freeSeat: "Free this seat", putBot: "Bot", begin: "Start the game", invite: "Invite",
  inviteHelp: "Whoever opens this link takes a free seat.", watchHelp: "Whoever opens this one looks on.", alone: "Only this computer can open this link: begin the server with --lan for others.", copy: "Copy",
  copied: "Copied", freeToBot: "Bots play the seats that are still free.", wait: "The host starts the game.",
  board: "Board", points: "Points", log: "What happened", left: "Tiles left", leftToDraw: "to draw", options: "What you may do",
  undo: "Take back", done: "End the turn", hint: "Hint", pass: "Pass", place: "Place here", turn: "Turn",
  yourTurn: "Your turn", turnOf: "Turn of", chance: "chance", over: "The game is over", won: "won",
  confirm: "OK", placeHelp: "Tap a marked cell of the board.",
  fit: "Whole board", closer: "Closer", farther: "Farther", at: "Here:", record: "Record of the game", takeSeat: "Take this seat",
  hand: "The others look away", handOver: "Now it is the turn of", show: "Show my tiles", trouble: "An expansion failed; the game is as it was before.",
  sound: "Sound", autoDone: "End turns without asking", cancel: "Cancel", drawn: "Drawn",
  here: "here", away: "away", standsIn: "stands in", letBot: "Let a bot play for", askBot: "Ask for a bot for",
  agree: "Agree", refuse: "No", notes: "At the table", phrases: "Say something", sayIt: "Phrases", mute: "Show no phrases",
  backTo: "Take back everything from action", policies: "How this table is kept", keptConfirm: "The end of a turn:", keptUndo: "Can be taken back:", "confirm-ask": "is said by who has acted",
  "confirm-never": "comes by itself", "undo-own": "one's own last action", "undo-none": "nothing", "undo-agreed": "one's own last action, more if all agree", watchers: "Others may look on", phrasesOn: "Phrases can be said", pause: "Bots pause for", yes: "yes", no: "no",
  again: "Play again", nextGame: "To the next game", shut: "Only the people at the table see this game.",
  wrongRules: "What is wrong with the rules", cutAsk: "The new rules keep only a part of the game", cutYes: "Cut the game there", cutNo: "Stay with the old rules",
  title: "Turn in the title", icon: "Turn in the icon", buzz: "Vibration",
  oneTap: "Place with one tap", follows: "Follow what is played", light: "Bright or dark", lights: "as this device | bright | dark", pickConfig: "From a file", unsent: "That did not reach the table. Try again.", colour: "Your colour", colours: "black red blue yellow green pink white brown", bots: "planner plays well, expert better and slower, greedy takes the points it sees, random plays anything.", why: "What else could have been done at action", whyHelp: "As the bot planner sees it, the best first, with the points by which one then stands to be ahead:", mayTakeBack: "can still take it back", askAll: "Ask everybody", search: "Search", sum: "Sum", otherPoints: "Paid, and other points",
  notWith: "not together with", needs: "needs", optionsOf: "Choices of", less: "less", more: "more", edition: "Edition",
  copiesOf: "Copies of tiles", rulesInForce: "Rules in force", moreThanForm: "The file says more than the form shows: change it in the file. A change in the form begins a new one.",
  places: "Seats and devices", seatLink: "A link for this seat", seatHelp: "Whoever opens this link takes the seat of", myLink: "this link opens the seat on another device; keep it to yourself.",
  hostLink: "This link makes you the host on another device.", freeHelp: "Somebody has lost their seat? Free it and send them its link.",
  lostSeat: "Is a seat yours? Ask the host to free it, then take it here.", hintsOn: "Hints can be asked for", ready: "I am ready", isReady: "ready", played: "What is played",
  code: "Join a table", codeOf: "Code", codeHelp: "Who types this code on the first page takes a free seat:", sitDown: "To the table",
};

/** @type {typeof EN} */
const FR = {
  ...BOARD.fr,
  other: "English", lost: "La table est injoignable. Nouvel essai …", gone: "Cette table n'existe plus.",
  start: "Nouvelle table", yours: "Vos tables", players: "Joueurs", expansions: "Extensions", config: "La configuration",
  create: "Ouvrir la table", lobby: "Qui joue ?", free: "libre", you: "vous", bot: "robot", host: "Vous êtes l'hôte",
  sit: "S'asseoir ici", yourName: "Votre nom", rename: "Changer le nom", leave: "Quitter", freeSeat: "Libérer cette place", putBot: "Robot", begin: "Commencer la partie", invite: "Inviter",
  inviteHelp: "Qui ouvre ce lien prend une place libre.", watchHelp: "Qui ouvre celui-ci regarde.", alone: "Seul cet ordinateur peut ouvrir ce lien : lancez le serveur avec --lan pour les autres.", copy: "Copier",
  copied: "Copié", freeToBot: "Des robots jouent les places encore libres.", wait: "L'hôte commence la partie.",
  board: "Plateau", points: "Points", log: "Déroulement", left: "Tuiles restantes", leftToDraw: "à piocher", options: "Ce que vous pouvez faire",
  undo: "Revenir en arrière", done: "Fin du tour", hint: "Conseil", pass: "Passer", place: "Poser ici", turn: "Tourner",
  yourTurn: "À vous de jouer", turnOf: "Au tour de", chance: "la pioche", over: "La partie est terminée", won: "gagne",
  confirm: "OK", placeHelp: "Touchez une case marquée du plateau.",
  fit: "Tout le plateau", closer: "Plus près", farther: "Plus loin", at: "Ici :", record: "Fichier de la partie", takeSeat: "Prendre cette place",
  hand: "Les autres regardent ailleurs", handOver: "C'est au tour de", show: "Montrer mes tuiles", trouble: "Une extension a échoué ; la partie est comme avant.",
  sound: "Son", autoDone: "Finir les tours sans demander", cancel: "Annuler", drawn: "Piochée",
  here: "en ligne", away: "hors ligne", standsIn: "remplace", letBot: "Laisser un robot jouer pour", askBot: "Demander un robot pour",
  agree: "D'accord", refuse: "Non", notes: "À la table", phrases: "Dire quelque chose", sayIt: "Phrases", mute: "Ne pas montrer de phrases",
  backTo: "Revenir avant le coup", policies: "Règles de la table", keptConfirm: "La fin d'un tour :", keptUndo: "On peut annuler :", "confirm-ask": "est dite par qui a joué",
  "confirm-never": "vient d'elle-même", "undo-own": "son dernier coup", "undo-none": "rien", "undo-agreed": "son dernier coup, et plus si tous sont d'accord", watchers: "D'autres peuvent regarder", phrasesOn: "On peut dire des phrases", pause: "Pause des robots :", yes: "oui", no: "non",
  again: "Rejouer", nextGame: "Vers la partie suivante", shut: "Seules les personnes à la table voient cette partie.",
  wrongRules: "Ce qui ne va pas dans les règles", cutAsk: "Les nouvelles règles ne gardent qu'une part de la partie", cutYes: "Couper la partie là", cutNo: "Rester aux anciennes règles",
  title: "Tour dans le titre", icon: "Tour dans l'icône", buzz: "Vibration",
  oneTap: "Poser d'un seul toucher", follows: "Suivre ce qui est joué", light: "Clair ou sombre", lights: "comme cet appareil | clair | sombre", pickConfig: "Depuis un fichier", unsent: "La table n'a rien reçu. Essayez encore.", colour: "Votre couleur", colours: "noir rouge bleu jaune vert rose blanc marron", bots: "planner joue bien, expert mieux et plus lentement, greedy prend les points qu'il voit, random joue n'importe quoi.", why: "Que pouvait-on faire d'autre à l'action", whyHelp: "Aux yeux du robot planner, du meilleur au moins bon, avec l'avance que le coup promet :", mayTakeBack: "peut encore revenir en arrière", askAll: "Demander à tous", search: "Chercher", sum: "Total", otherPoints: "Versements et autres points",
  notWith: "ne va pas avec", needs: "a besoin de", optionsOf: "Choix pour", less: "moins", more: "plus", edition: "Édition",
  copiesOf: "Exemplaires des tuiles", rulesInForce: "Règles en vigueur", moreThanForm: "Le fichier dit plus que le formulaire n'en montre : changez-le dans le fichier. Un changement dans le formulaire en commence un nouveau.",
  places: "Places et appareils", seatLink: "Un lien pour cette place", seatHelp: "Qui ouvre ce lien prend la place de", myLink: "ce lien ouvre la place sur un autre appareil ; gardez-le pour vous.",
  hostLink: "Ce lien fait de vous l'hôte sur un autre appareil.", freeHelp: "Quelqu'un a perdu sa place ? Libérez-la et envoyez-lui son lien.",
  lostSeat: "Une place est à vous ? Demandez à l'hôte de la libérer, puis prenez-la ici.", hintsOn: "On peut demander conseil", ready: "C'est bon pour moi", isReady: "c'est bon", played: "Ce qui est joué",
  code: "Rejoindre une table", codeOf: "Code", codeHelp: "Qui tape ce code sur la page d'accueil prend une place libre :", sitDown: "À la table",
};

/** Words in a language. @param {string} lang */
export const words = (lang) => (lang === "fr" ? FR : EN);

/** All words, for the test that holds them against each other. */
export const ALL = { en: EN, fr: FR };
