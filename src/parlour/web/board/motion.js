/**
 * Changes as they happen: pieces glide, hits and fills show, in the order of their causes.
 *
 * Changes wait for each other; the more are waiting, the faster they go, and a touch skips them.
 */

/** @import { Stage } from "./stage.js" */
/** @import { Cause, Changes, PlacedPiece, View } from "./types.js" */

import { fill } from "../core/dom.js";
import { loss } from "./lighting.js";
import { transform } from "./stage.js";
import { applyChanges, layerOf } from "./view.js";

/**
 * Milliseconds by kind of cause, and what happens to the piece.
 * @type {Record<string, [number, Keyframe[]]>}
 */
const ACTS = {
  moved: [260, []],
  placed: [
    180,
    [
      { transform: "scale(.3)", opacity: 0 },
      { transform: "scale(1.08)", offset: 0.7 },
    ],
  ],
  hit: [300, [0, -7, 6, -4, 0].map((x) => ({ transform: `translate(${x}px, 0)` }))],
  healed: [300, [{}, { transform: "scale(1.12)", offset: 0.5 }]],
  captured: [220, [{}, { transform: "scale(.3)", opacity: 0 }]],
  turned: [240, [{ transform: "scaleX(.05)" }]],
  took: [180, [{ transform: "scale(1.2)" }]],
};
/** @type {Record<string, string>} */
const ALIKE = { filled: "placed", removed: "captured", revealed: "turned", dropped: "took" };
const STAGGER = 40; // milliseconds between pieces of one kind
const LONGEST = 400; // milliseconds until the last of them begins
const MOST_WAITING = 12; // with more changes waiting, the oldest are shown without motion

export class Motion {
  /**
   * @param {Stage} stage
   * @param {(view: View) => void} shown told of each position that is shown
   * @param {(kind: string) => void} happened told of each kind of cause when it begins
   */
  constructor(stage, shown, happened) {
    this.stage = stage;
    this.shown = shown;
    this.happened = happened;
    /** The position that is drawn. @type {View | null} */
    this.view = null;
    /** @type {Changes[]} */
    this.waiting = [];
    /** @type {Promise<void> | null} */
    this.running = null;
    /** @type {Animation[]} */
    this.animations = [];
  }

  /** The position after everything that waits. */
  get latest() {
    return this.view && this.waiting.reduce(applyChanges, this.view);
  }

  /**
   * Show this position now.
   * @param {View | null} view
   */
  jump(view) {
    this.waiting = [];
    this.#finish();
    this.view = view;
    if (view) this.shown(view);
  }

  /**
   * Show these changes after those that wait.
   * @param {Changes} changes
   */
  add(changes) {
    this.waiting.push(changes);
    this.running ??= this.#run().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** Show everything that waits at once. */
  skip() {
    if (this.running) this.jump(this.latest);
  }

  async #run() {
    for (let changes; (changes = this.waiting[0]) && this.view;) {
      const after = applyChanges(this.view, changes);
      if (this.waiting.length <= MOST_WAITING && !stillness()) await this.#act(after, changes);
      if (this.waiting[0] !== changes) continue; // it was skipped
      this.waiting.shift();
      this.#finish();
      this.view = after;
      this.shown(after);
    }
  }

  #finish() {
    for (const animation of this.animations) animation.cancel();
    this.animations = [];
    fill(this.stage.layer("floats"));
  }

  /**
   * @param {View} after
   * @param {Changes} changes
   */
  async #act(after, changes) {
    const pace = 1 / Math.min(4, this.waiting.length);
    const places = this.stage.place(after);
    for (const causes of inPhases(changes.causes ?? [])) {
      this.happened(causes[0]?.kind ?? "");
      for (const [i, cause] of causes.entries())
        this.#start(cause, places, pace, Math.min(i * STAGGER, LONGEST) * pace);
      await Promise.all(this.animations.map(({ finished }) => finished.catch(() => null)));
      if (this.waiting[0] !== changes) return;
    }
  }

  /**
   * @param {Cause} cause
   * @param {Map<string, PlacedPiece>} places
   * @param {number} pace
   * @param {number} delay
   */
  #start(cause, places, pace, delay) {
    const { kind, piece } = cause;
    const act = ALIKE[kind] ?? kind;
    const [time, frames] = ACTS[act] ?? [0, []];
    const placed = places.get(piece);
    const before = this.stage.shown.get(piece)?.placed;
    const timing = {
      duration: time * pace,
      delay,
      easing: "ease-out",
      fill: /** @type {const} */ ("both"),
    };
    if (placed && act === "moved" && before) {
      const { element } = this.stage.put({ ...placed, piece: before.piece });
      element.parentNode?.append(element);
      const way = [before, placed].map((place) => ({ transform: transform(place) }));
      this.animations.push(element.animate(way, { ...timing, delay: 0, easing: "ease-in-out" }));
      return;
    }
    if (placed && act !== "captured") {
      if (act === "turned") this.#remove(placed, places);
      this.stage.put(placed);
    }
    const shown = this.stage.shown.get(piece);
    if (!shown) return;
    const end = act === "captured" ? [] : [{ transform: "none", opacity: 1 }];
    this.animations.push(shown.body.animate([...frames, ...end], timing));
    if (cause.by) this.#float(cause, shown.placed, timing);
  }

  /**
   * What stood there before a piece that is turned.
   * @param {PlacedPiece} placed
   * @param {Map<string, PlacedPiece>} places
   */
  #remove({ piece }, places) {
    for (const [id, { placed }] of [...this.stage.shown])
      if (placed.piece.site === piece.site && layerOf(placed.piece) === layerOf(piece))
        if (!places.has(id)) this.stage.remove(id);
  }

  /**
   * The number that was lost or got back rises from the piece.
   * @param {Cause} cause
   * @param {PlacedPiece} placed
   * @param {KeyframeAnimationOptions} timing
   */
  #float(cause, placed, timing) {
    const text = loss(cause, placed);
    this.stage.layer("floats").append(text);
    const frames = [
      { transform: "translate(0, 8px)", opacity: 0 },
      { opacity: 1, offset: 0.2 },
      { transform: "translate(0, -34px)", opacity: 1 },
    ];
    const duration = Number(timing.duration) * 1.6;
    this.animations.push(text.animate(frames, { ...timing, duration }));
  }
}

/**
 * Causes of one kind that follow each other.
 * @param {Cause[]} causes
 */
export function inPhases(causes) {
  /** @type {Cause[][]} */
  const phases = [];
  for (const cause of causes) {
    const last = phases.at(-1);
    if (last?.[0]?.kind === cause.kind) last.push(cause);
    else phases.push([cause]);
  }
  return phases;
}

/** Does the reader want nothing to move, or is nobody looking? */
const stillness = () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
