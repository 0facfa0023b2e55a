// How somebody learns that it is their turn: the title and the icon of the page, a tone, a buzz. Each can be switched off.
// @ts-check

/** What a person wants to be told by, until they say otherwise. */
export const USUAL = { title: true, icon: true, sound: true, buzz: true };

/** Shows or takes away what stands in the browser's own bar. @param {boolean} turn @param {any} settings @param {any} say */
export function mark(turn, settings, say) {
  document.title = (turn && settings.title ? "● " + say.yourTurn + " – " : "") + "Bastide";
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  const href = turn && settings.icon ? "/page/turn.svg" : "/page/icon.svg";
  if (icon && icon.getAttribute("href") !== href) icon.href = href;
}

/** Calls whoever sits here, once. @param {any} settings */
export function call(settings) {
  if (settings.buzz) navigator.vibrate?.(80);
  if (settings.sound) tone();
}

function tone() {
  try {
    const audio = new AudioContext();
    const note = audio.createOscillator();
    const loud = audio.createGain();
    loud.gain.setValueAtTime(0.06, audio.currentTime);
    loud.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.35);
    note.frequency.value = 660;
    note.connect(loud).connect(audio.destination);
    note.start();
    note.stop(audio.currentTime + 0.35);
    note.onended = () => audio.close();
  } catch {
    // Not every browser lets a page sound before it was touched.
  }
}
