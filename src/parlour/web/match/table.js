/** The table of a match: board and seats, kept in step with the room and the list of moves. */

import { fetchJson } from "../core/api.js";
import { play } from "../board/sounds.js";
import { codesOf } from "../core/codes.js";
import { fill, h } from "../core/dom.js";
import { t } from "../core/text.js";
import { gameBoard } from "../parts/game-board.js";
import { complain, notice } from "../parts/notices.js";
import { HandOver } from "./hand-over.js";
import { History, differences } from "./history.js";
import { MoveList } from "./moves.js";
import { Refusal } from "./room.js";
import { Seats, arrange } from "./seats.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("../core/games.js").Game} Game */

export class Table {
  /**
   * @param {Room} room
   * @param {Game} game
   * @param {AbortSignal} signal
   */
  constructor(room, game, signal) {
    this.room = room;
    this.game = game;
    this.moves = new MoveList(game);
    this.seats = new Seats(room, game, signal);
    this.board = gameBoard({ looks: game.looks, board: room.board ?? game.board, view: room.view ?? game.view }, signal);
    this.prompt = h("p", { class: "prompt" });
    this.live = h("button", { type: "button", class: "main", hidden: true }, t("page.to_live"));
    this.handOver = new HandOver(() => this.update());
    /** The number of events after which the position is shown; null is the current one. @type {number | null} */
    this.ply = null;
    this.flipped = this._far();
    this.history = new History((from, to) =>
      fetchJson(`/api/matches/${room.match}/plies?from=${from}&to=${to}`, { codes: codesOf(room.match) }),
    );
    this.element = h(
      "div",
      { class: "table" },
      this.seats.above,
      h("div", { class: "board-place" }, this.board, this.handOver.cover),
      h("div", { class: "below-board" }, this.prompt, this.live),
      this.seats.below,
    );
    this._listen();
  }

  /** Does the visitor's seat lie on the far side of the board? */
  _far() {
    const own = this.room.viewer;
    return own !== null && this.game.sides?.[own] === "top";
  }

  _listen() {
    this.board.addEventListener("act", (event) => {
      const { action } = /** @type {CustomEvent} */ (event).detail;
      this.act(action).catch((error) => {
        if (error instanceof Refusal) notice(t(error.sentence), { bad: true });
        else complain(error);
        this.board.clear();
        this.update();
      });
    });
    this.board.addEventListener("preview", async (event) => {
      const path = /** @type {CustomEvent} */ (event).detail;
      this._asked = path;
      if (!path || this.ply !== null) return;
      const answer = await this.room.preview(path);
      if (this._asked === path && answer) this.board.preview(answer.changes ?? null);
    });
    this.moves.addEventListener("choose", (event) => {
      this.look(/** @type {CustomEvent} */ (event).detail).catch(complain);
    });
    this.live.addEventListener("click", () => this.look(null).catch(complain));
  }

  /**
   * Act with a number of the paths, or with a text.
   * @param {number | string} action
   */
  act(action) {
    const { room } = this;
    return room.do({ do: "act", action }, room.shared ? (room.view?.seat ?? room.acting[0]) : undefined);
  }

  /** All of the room is new. */
  replace() {
    const { room } = this;
    this.history.forget(0);
    const { board, view } = room;
    if (board) this.board.board = board;
    this.handOver.update(room.shared ? view : null, this._nameOf(view?.seat));
    if (view && this.ply === null && !this.handOver.covered) this._step(view);
    this.update();
  }

  /**
   * Show the next position of somebody with several seats; pieces that stay keep their ids.
   * @param {import("../board/view.js").View} view
   */
  _step(view) {
    const { board, room } = this;
    if (!room.shared || !board.view || room.moves.length !== this._shown + 1) board.show(view);
    else {
      const report = room.moves.at(-1)?.report ?? null;
      void board.apply(differences(board.view, view), report).then(() => {
        if (this.ply === null && room.view === view) board.show(view);
      });
    }
    this._shown = room.moves.length;
  }

  /** @param {any} news */
  take(news) {
    if (news.moves) this.history.forget(news.moves.at);
    if (news.changes && this.ply === null && !this.handOver.covered) {
      const last = news.moves ? this.room.moves.at(-1) : null;
      void this.board.apply(news.changes, last?.report ?? null);
    }
    this.update();
  }

  /** Show everything around the pieces as it is now. */
  update() {
    const { room, board } = this;
    const here = this.ply === null;
    const covered = this.handOver.covered;
    board.interactive = here && !covered && room.status === "running";
    board.seat = room.viewer;
    board.flipped = this.flipped;
    board.toggleAttribute("hidden", covered);
    if (here && !covered && room.view && this._wasCovered) board.show(room.view);
    this._wasCovered = covered;
    board.paths = here && !covered ? room.paths : null;
    board.dangers = room.dangers;
    const view = here ? room.view : board.view;
    this.moves.draw(room.moves, view?.panels.map((panel) => panel.colour ?? "") ?? this.game.colours);
    const sides = this.game.sides ?? this.game.seats.map((_, seat) => (seat ? "top" : "bottom"));
    this.seats.draw(arrange(sides, this.flipped, room.viewer), view);
    this.live.hidden = here;
    if (this._running && room.status === "over") play("end");
    this._running = room.status === "running";
    this._say(view);
  }

  /** @param {import("../board/view.js").View | null} view */
  _say(view) {
    const { room } = this;
    const { outcome, status } = room;
    if (this.ply !== null) {
      fill(this.prompt, h("span", { class: "quiet" }, t("page.looking_back", { ply: this.ply, count: room.moves.length })));
    } else if (outcome) fill(this.prompt, h("strong", null, t(outcome.sentence)));
    else if (status === "running" && view) {
      const said = t(view.prompt) || t(view.status);
      fill(this.prompt, view.prompt && !this.handOver.covered ? h("strong", null, said) : said);
    } else fill(this.prompt);
    this.prompt.classList.toggle("result", this.ply === null && !!outcome);
    this.prompt.classList.toggle("yours", this.ply === null && !!room.paths && !outcome);
  }

  /**
   * Look at the position after so many events, or at the current one.
   * @param {number | null} ply
   */
  async look(ply) {
    const before = this.ply;
    this.ply = ply;
    this.moves.mark(ply);
    if (ply === null) {
      if (this.room.view) this.board.show(this.room.view);
    } else {
      const view = await this.history.at(ply);
      if (this.ply !== ply) return;
      const last = before !== null && ply === before + 1 ? this.history.lastOf(ply) : null;
      if (last) void this.board.apply(last.changes, last.report);
      else this.board.show(view);
    }
    this.update();
  }

  flip() {
    this.flipped = !this.flipped;
    this.update();
  }

  /** @param {number | null | undefined} seat */
  _nameOf(seat) {
    const chair = seat === null || seat === undefined ? undefined : this.room.chairs[seat];
    return chair?.seat ?? "";
  }

  /** @type {string[] | null} */
  _asked = null;
  /** How many events the board has shown to somebody with several seats. */
  _shown = 0;
  _wasCovered = false;
}
