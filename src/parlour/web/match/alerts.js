/** "Your turn" where somebody sees it who is not looking: title, icon and notification. */

import { t } from "../core/text.js";
import { recall, remember } from "../core/storage.js";

const ICON = "/web/icons/icon.svg";
const ICON_TURN = "/web/icons/turn.svg";

/** May this page tell about turns outside of itself? */
export function notificationsOn() {
  return "Notification" in window && Notification.permission === "granted" && recall("notify", false);
}

/** Can they be switched on here? */
export function notificationsPossible() {
  return "Notification" in window && Notification.permission !== "denied";
}

/** Ask the browser; only ever after a press of a button. */
export async function askForNotifications() {
  const answer = await Notification.requestPermission();
  remember("notify", answer === "granted");
  return answer === "granted";
}

/** Shows whether it is the visitor's turn, until the page is left. */
export class Alerts {
  /**
   * @param {(text: string) => void} title
   * @param {string} name what the page is called
   * @param {AbortSignal} signal
   */
  constructor(title, name, signal) {
    this._title = title;
    this._name = name;
    this._turn = false;
    title(name);
    signal.addEventListener("abort", () => setIcon(ICON));
  }

  /** @param {boolean} turn */
  show(turn) {
    if (turn && !this._turn && document.hidden && notificationsOn()) this._notify();
    this._turn = turn;
    this._title(turn ? t("page.title_turn", { title: this._name }) : this._name);
    setIcon(turn ? ICON_TURN : ICON);
  }

  _notify() {
    const shown = new Notification(t("page.your_turn"), { body: this._name, icon: ICON, tag: location.pathname });
    shown.onclick = () => {
      focus();
      shown.close();
    };
  }
}

/** @param {string} address */
function setIcon(address) {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  if (link && !link.href.endsWith(address)) link.href = address;
}
