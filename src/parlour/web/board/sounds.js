/** Short sounds, made on the spot. Browsers allow none before the first touch or key. */

import { recall, remember } from "../core/storage.js";

/** @typedef {"place" | "move" | "hit" | "heal" | "capture" | "turn" | "end"} Sound */

/**
 * The tones of each sound: pitch in Hz, start and length in seconds, loudness.
 * @type {Record<Sound, [number, number, number, number][]>}
 */
const TONES = {
  place: [
    [520, 0, 0.07, 0.5],
    [260, 0, 0.05, 0.5],
  ],
  move: [[340, 0, 0.08, 0.35]],
  hit: [
    [150, 0, 0.12, 0.8],
    [95, 0.02, 0.14, 0.7],
  ],
  heal: [
    [660, 0, 0.09, 0.3],
    [880, 0.07, 0.12, 0.3],
  ],
  capture: [
    [240, 0, 0.09, 0.6],
    [160, 0.07, 0.14, 0.6],
  ],
  turn: [
    [587, 0, 0.1, 0.35],
    [784, 0.1, 0.16, 0.35],
  ],
  end: [
    [523, 0, 0.16, 0.4],
    [659, 0.14, 0.16, 0.4],
    [784, 0.28, 0.34, 0.4],
  ],
};
/** @type {Record<string, Sound>} */
const OF_CAUSES = { hit: "hit", healed: "heal", captured: "capture", removed: "capture" };
const MOVES = ["moved", "took", "dropped"];

/** @type {AudioContext | null} */
let context = null;

/** Are sounds wanted? */
export const soundsOn = () => recall("sounds", true);

/**
 * Switch sounds on or off, for this browser.
 * @param {boolean} on
 */
export const switchSounds = (on) => remember("sounds", on);

/** Wait for the first gesture, after which sounds may be heard. */
export function awaitGesture() {
  const begin = () => {
    context ??= new AudioContext();
  };
  for (const kind of ["pointerdown", "keydown"])
    addEventListener(kind, begin, { once: true, capture: true });
}

/** @param {Sound} sound */
export function play(sound) {
  if (!context || !soundsOn() || document.hidden) return;
  for (const [pitch, start, length, loudness] of TONES[sound]) {
    const [tone, level] = [context.createOscillator(), context.createGain()];
    const from = context.currentTime + 0.01 + start;
    tone.type = "triangle";
    tone.frequency.setValueAtTime(pitch, from);
    tone.frequency.exponentialRampToValueAtTime(pitch * 0.8, from + length);
    level.gain.setValueAtTime(0.0001, from);
    level.gain.exponentialRampToValueAtTime(0.25 * loudness, from + 0.008);
    level.gain.exponentialRampToValueAtTime(0.0001, from + length);
    tone.connect(level).connect(context.destination);
    tone.start(from);
    tone.stop(from + length + 0.02);
  }
}

/**
 * The sound of what has happened to a piece.
 * @param {string} kind of the cause
 */
export const playCause = (kind) =>
  play(OF_CAUSES[kind] ?? (MOVES.includes(kind) ? "move" : "place"));
