// Words of what is looked at: territories, tiles to come, rules, the score sheet, looking back, the board without the picture.
// @ts-check

const EN = {
  colon: ": ", of: "of", close: "Close", owners: "owned by", nobodys: "nobody's", openTo: "open to", free: "free", worth: "worth", tiles: "tiles", territory: "Territory",
  rule: "Rule", rules: "Rules in force", noRule: "No text is known for this rule.",
  fits: "Fits at", anywhere: "any cell", nextDraw: "next draw", heldByOthers: "of them others hold, unseen by you", aside: "Put aside",
  regions: "Territories that are open", sheet: "Score sheet",
  replay: "Look back", action: "Action", before: "One action back", after: "One action on", byEdges: "By its edges; other rules may still forbid it.", turnBefore: "One turn back", turnAfter: "One turn on", autoplay: "Play", stop: "Stop", toTable: "Back to the table", playOn: "Play on from here",
  openRecord: "Open a game", openHelp: "A record (.bastide) or a game of JCloisterZone (.jcz) becomes a table: look through it, or go on with it.", file: "File", line: "Line",
  explorer: "Board: arrows move, Enter chooses, Shift and an arrow goes to the next thing", edge: "The board ends here.", fitsHere: "The tile fits here", heldHere: "The tile is held here, turned",
  heldHelp: "Enter places it, R turns it.", cells: "cells for the tile", noOptions: "There is nothing to choose now.", command: "Command", send: "Do it", turnedBy: "Turned",
};

/** @type {typeof EN} */
const FR = {
  colon: " : ", of: "sur", close: "Fermer", owners: "appartient à", nobodys: "à personne", openTo: "s'ouvre sur", free: "libre", worth: "valeur", tiles: "tuiles", territory: "Domaine",
  rule: "Règle", rules: "Règles en vigueur", noRule: "On ne connaît pas de texte pour cette règle.",
  fits: "Convient en", anywhere: "toute case", nextDraw: "prochaine pioche", heldByOthers: "d'entre elles sont en main chez d'autres, sans que vous les voyiez", aside: "Écartées",
  regions: "Domaines inachevés", sheet: "Décompte",
  replay: "Revoir la partie", action: "Action", before: "Une action en arrière", after: "Une action en avant", byEdges: "D'après ses bords ; d'autres règles peuvent l'interdire.", turnBefore: "Un tour en arrière", turnAfter: "Un tour en avant", autoplay: "Lecture", stop: "Arrêter", toTable: "Retour à la table", playOn: "Rejouer à partir d'ici",
  openRecord: "Ouvrir une partie", openHelp: "Une partie enregistrée (.bastide) ou une partie de JCloisterZone (.jcz) devient une table : parcourez-la, ou poursuivez-la.", file: "Fichier", line: "Ligne",
  explorer: "Plateau : les flèches déplacent, Entrée choisit, Maj et une flèche va à la chose suivante", edge: "Le plateau s'arrête là.", fitsHere: "La tuile convient ici", heldHere: "La tuile est tenue ici, tournée de",
  heldHelp: "Entrée la pose, R la tourne.", cells: "cases pour la tuile", noOptions: "Il n'y a rien à choisir pour l'instant.", command: "Commande", send: "Exécuter", turnedBy: "Tournée de",
};

export const BOARD = { en: EN, fr: FR };
