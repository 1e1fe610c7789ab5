/** A match that is only looked at: a record that was brought, or a match in a frame. */

import { fill, h } from "../core/dom.js";
import { t } from "../core/text.js";
import { gameBoard } from "../parts/game-board.js";
import { complain } from "../parts/notices.js";
import { History } from "./history.js";
import { MoveList } from "./moves.js";
import { Seats, arrange } from "./seats.js";

/** @typedef {import("./history.js").Plies & {seats?: string[], players?: string[], outcome?: import("./room.js").Outcome | null}} Replay */

export class ReplayTable {
  /**
   * @param {import("../core/games.js").Game} game
   * @param {Replay} replay its beginning
   * @param {(from: number, to: number) => Promise<Replay>} fetchPlies
   * @param {AbortSignal} signal
   */
  constructor(game, replay, fetchPlies, signal) {
    this._game = game;
    this._count = replay.count;
    /** @type {import("./room.js").Outcome | null} */
    this._outcome = replay.outcome ?? null;
    this._fetch = fetchPlies;
    /** @type {import("./room.js").Event[]} */
    this._events = [];
    const { seats: names = game.seats, players = names } = replay;
    const chairs = names.map((seat, at) => ({ seat, name: players[at] ?? seat, online: true }));
    const seated = { chairs, seats: [], status: "over", outcome: null, clocks: null, clocksAt: 0 };
    this._seats = new Seats(seated, game, signal);
    this._history = new History(fetchPlies);
    this.board = gameBoard({ looks: game.looks, board: replay.board ?? game.board, view: replay.view }, signal);
    this.moves = new MoveList(game);
    this._said = h("p", { class: "prompt", role: "status" });
    this._ply = 0;
    this.element = h("div", { class: "table" }, this._seats.above, this.board, this._seats.below, this._said);
    this.moves.addEventListener("choose", (event) => {
      this.look(/** @type {CustomEvent} */ (event).detail ?? this._count).catch(complain);
    });
    addEventListener("keydown", (event) => {
      if (!(/** @type {Element} */ (event.target).closest("input, textarea, select, .pb-cells"))) this.moves.onkey(event);
    }, { signal });
    this._take(replay);
    this._draw(replay.view);
    this._loadAll(signal).catch(complain);
  }

  /** @param {Replay} replay */
  _take({ from, plies }) {
    this._events.splice(from, plies.length, ...plies.map(({ event, report }) => ({ ...event, report: report ?? null })));
    this.moves.draw([...this._events], this._game.colours);
    this.moves.mark(this._ply);
  }

  /** The rest of the moves, piece by piece. @param {AbortSignal} signal */
  async _loadAll(signal) {
    while (this._events.length < this._count && !signal.aborted) {
      const from = this._events.length;
      const replay = await this._fetch(from, from + 100);
      if (!replay.plies.length) return;
      this._take(replay);
    }
  }

  /** @param {number} ply */
  async look(ply) {
    const before = this._ply;
    this._ply = ply;
    this.moves.mark(ply);
    const view = await this._history.at(ply);
    if (this._ply !== ply) return;
    const last = ply === before + 1 ? this._history.lastOf(ply) : null;
    if (last) void this.board.apply(last.changes, last.report);
    else this.board.show(view);
    this._draw(view);
  }

  /** @param {import("../board/view.js").View} view */
  _draw(view) {
    const sides = this._game.sides ?? this._game.seats.map((_, seat) => (seat ? "top" : "bottom"));
    this._seats.draw(arrange(sides, false, null), view);
    const report = this._events[this._ply - 1]?.report;
    const end = this._ply === this._count && this._outcome ? t(this._outcome.sentence) : "";
    fill(this._said, end ? h("strong", null, end) : t(report ?? null) || t(view.status));
  }
}
