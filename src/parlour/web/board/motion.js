/**
 * Changes as they happen: pieces glide, hits and fills show, in the order of their causes.
 *
 * Changes wait for each other; the more are waiting, the faster they go, and a touch skips them.
 */

import { fill, s } from "../core/dom.js";
import { transform } from "./stage.js";
import { applyChanges } from "./view.js";

/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Changes} Changes */
/** @typedef {import("./view.js").Cause} Cause */

/**
 * Milliseconds by kind of cause; causes of one kind happen together.
 * @type {Record<string, number>}
 */
const TIMES = {
  moved: 260,
  placed: 170,
  hit: 300,
  healed: 300,
  captured: 220,
  removed: 220,
  turned: 240,
  revealed: 300,
  filled: 200,
};
const TIME = 160; // of other causes
const STAGGER = 40; // between pieces of one kind that change where they are
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
    this.skipping = false;
    /** @type {Animation[]} */
    this.animations = [];
  }

  /** The position after everything that waits. @returns {View | null} */
  get latest() {
    return this.view && this.waiting.reduce(applyChanges, this.view);
  }

  /** Is something moving? */
  get busy() {
    return this.running !== null;
  }

  /** Show this position now. @param {View | null} view */
  jump(view) {
    this.waiting = [];
    this.#finish();
    this.view = view;
    if (view) this.shown(view);
  }

  /** Show these changes after those that wait. @param {Changes} changes @returns {Promise<void>} */
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
    while (this.waiting.length && this.view) {
      const changes = /** @type {Changes} */ (this.waiting[0]);
      const after = applyChanges(this.view, changes);
      const still = this.waiting.length > MOST_WAITING || stillness();
      if (!still) await this.#act(after, changes, 1 / Math.min(4, this.waiting.length));
      if (this.waiting[0] !== changes) continue; // it was skipped
      this.waiting.shift();
      this.view = after;
      this.shown(after);
    }
  }

  #finish() {
    for (const animation of this.animations) animation.finish();
    this.animations = [];
    fill(this.stage.layers.floats);
  }

  /** @param {View} after @param {Changes} changes @param {number} pace */
  async #act(after, changes, pace) {
    const places = this.stage.place(after);
    for (const causes of inPhases(changes.causes ?? [])) {
      const kind = causes[0]?.kind ?? "";
      this.happened(kind);
      const time = (TIMES[kind] ?? TIME) * pace;
      this.animations = causes.flatMap((cause, i) =>
        this.#start(cause, places.get(cause.piece), time, Math.min(i * STAGGER, 400) * pace),
      );
      await Promise.all(this.animations.map((animation) => animation.finished.catch(() => null)));
      if (this.waiting[0] !== changes) return;
    }
    this.#finish();
  }

  /**
   * @param {Cause} cause
   * @param {import("./layout.js").Placed | undefined} placed
   * @param {number} time
   * @param {number} delay
   */
  #start(cause, placed, time, delay) {
    const shown = this.stage.shown.get(cause.piece);
    /** @type {KeyframeAnimationOptions} */
    const timing = { duration: time, delay, easing: "ease-out", fill: "backwards" };
    switch (cause.kind) {
      case "moved": {
        if (!shown || !placed) return [];
        const from = transform(shown.placed);
        const { element } = this.stage.put({
          ...placed,
          piece: shown.placed.piece,
          alone: placed.alone,
        });
        element.parentNode?.append(element);
        return [
          element.animate([{ transform: from }, { transform: transform(placed) }], {
            ...timing,
            delay: 0,
            easing: "ease-in-out",
          }),
        ];
      }
      case "captured":
      case "removed":
        if (!shown) return [];
        return [
          shown.body.animate(
            [
              { transform: "scale(1)", opacity: 1 },
              { transform: "scale(.3)", opacity: 0 },
            ],
            { ...timing, fill: "both" },
          ),
        ];
      case "hit":
      case "healed":
        if (!placed) return [];
        this.stage.put(placed);
        return [...this.#bounce(cause, timing), this.#float(cause, placed, timing)];
      case "turned":
      case "revealed":
        if (placed) this.stage.put(placed);
        return this.#body(
          cause,
          [{ transform: "scaleX(.05)" }, { transform: "scaleX(1)" }],
          timing,
        );
      case "placed":
      case "filled":
        if (placed) this.stage.put(placed);
        return this.#body(
          cause,
          [
            { transform: "scale(.3)", opacity: 0 },
            { transform: "scale(1.08)", opacity: 1, offset: 0.7 },
            { transform: "scale(1)" },
          ],
          timing,
        );
      default:
        if (placed) this.stage.put(placed);
        return this.#body(cause, [{ transform: "scale(1.15)" }, { transform: "scale(1)" }], timing);
    }
  }

  /** @param {Cause} cause @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
  #body(cause, frames, timing) {
    const body = this.stage.shown.get(cause.piece)?.body;
    return body ? [body.animate(frames, timing)] : [];
  }

  /** @param {Cause} cause @param {KeyframeAnimationOptions} timing */
  #bounce(cause, timing) {
    const frames =
      cause.kind === "hit"
        ? [0, -7, 6, -4, 0].map((x) => ({ transform: `translate(${x}px, 0)` }))
        : [1, 1.12, 1].map((scale) => ({ transform: `scale(${scale})` }));
    return this.#body(cause, frames, timing);
  }

  /**
   * The number that was lost or got back rises from the piece.
   * @param {Cause} cause
   * @param {import("./layout.js").Placed} placed
   * @param {KeyframeAnimationOptions} timing
   */
  #float(cause, placed, timing) {
    const words = `${cause.kind === "hit" ? "\u2212" : "+"}${cause.by ?? 0}`;
    const text = s(
      "text",
      { class: `pb-float pb-float-${cause.kind}`, x: placed.x, y: placed.y },
      words,
    );
    this.stage.layers.floats?.append(text);
    return text.animate(
      [
        { transform: "translate(0, 8px)", opacity: 0 },
        { opacity: 1, offset: 0.2 },
        { transform: "translate(0, -34px)", opacity: 1 },
      ],
      { ...timing, duration: Number(timing.duration) * 1.6 },
    );
  }
}

/** Causes of one kind that follow each other. @param {Cause[]} causes */
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
function stillness() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
