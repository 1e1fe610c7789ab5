/** The time that is left for each seat, counted down between the hall's messages. */

import { t } from "../core/text.js";

/** @typedef {Pick<import("./room.js").Room, "status" | "clocks" | "clocksAt">} Clocked */

/** Below this, tenths are shown. */
const HURRY = 20;
const DAY = 86_400;

/**
 * The seconds that a seat has left now; null without clocks.
 * @param {Clocked} room
 * @param {number} seat
 */
export function secondsLeft(room, seat) {
  const left = room.clocks?.left[seat];
  if (left === undefined || !room.clocks) return null;
  const runs = room.status === "running" && room.clocks.running.includes(seat);
  const passed = runs ? (performance.now() - room.clocksAt) / 1000 : 0;
  return Math.max(0, left - passed);
}

/**
 * A time as on a clock: 3:05, 0:09.4, 1:02:03, 2 days.
 * @param {number} seconds
 */
export function clockText(seconds) {
  if (seconds >= 2 * DAY) return t("page.days", { count: Math.floor(seconds / DAY) });
  const whole = Math.floor(seconds);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const rest = seconds < HURRY ? `.${Math.floor((seconds - whole) * 10)}` : "";
  const minutes = Math.floor(whole / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
  return `${minutes}:${two(whole % 60)}${rest}`;
}

/**
 * A time control in words.
 * @param {{start: number, increment: number} | null | undefined} control
 */
export function controlText(control) {
  if (!control) return t("page.no_clock");
  const { start, increment } = control;
  const amount = (/** @type {number} */ seconds) => {
    if (seconds >= DAY && seconds % DAY === 0) return t("page.days", { count: seconds / DAY });
    if (seconds >= 60 && seconds % 60 === 0) return t("page.minutes", { count: seconds / 60 });
    return t("page.seconds", { count: seconds });
  };
  return increment ? `${amount(start)} + ${amount(increment)}` : amount(start);
}
