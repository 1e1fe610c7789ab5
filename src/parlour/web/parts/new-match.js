/** The form for a new match: against whom, how strong, which seat, which clock, which settings. */

import { fill, h } from "../core/dom.js";
import { changedSettings, describeGame } from "../core/games.js";
import { session } from "../core/session.js";
import { pairUp, startMatch } from "../core/start.js";
import { recall, remember } from "../core/storage.js";
import { t } from "../core/text.js";
import { controlText } from "../match/clocks.js";
import { actionButton } from "./notices.js";
import { settingsForm } from "./settings-form.js";

/** @typedef {import("../core/games.js").Game} Game */
/** @typedef {"computer" | "link" | "anyone" | "here"} Opponent */

/** Time controls as the hall reads them, with what they are. */
const CLOCKS = /** @type {const} */ ([
  ["", 0, 0],
  ["3m+2s", 180, 2],
  ["5m+3s", 300, 3],
  ["10m+5s", 600, 5],
  ["15m+10s", 900, 10],
  ["30m+20s", 1800, 20],
  ["3d+1d<7d", 259_200, 86_400],
]);
const RANDOM = "random";

/**
 * @param {Game} first the game with its usual settings
 * @param {(game: Game) => void} changed told when other settings make another board
 */
export function newMatchForm(first, changed) {
  let game = first;
  const usual = recall("new", { opponent: "computer", level: 2, clock: "" });
  /** What has been chosen. */
  const chosen = {
    opponent: /** @type {Opponent} */ (usual.opponent),
    level: Math.min(usual.level, first.levels.length),
    clock: usual.clock,
    seat: "0",
    listed: true,
    rated: false,
    /** @type {import("../core/games.js").Settings} */
    settings: {},
  };
  const form = h("form", { class: "card new-match", "aria-label": t("page.new_match") });
  const level = h("div", { class: "field" });
  const seats = h("div", { class: "field" });
  const terms = h("div", { class: "field" });
  const draw = () => {
    fill(level, chosen.opponent === "computer" ? levelMenu(game, chosen) : null);
    fill(seats, chosen.opponent === "here" ? null : seatMenu(game, chosen));
    fill(terms, chosen.opponent === "here" ? null : termsOf(chosen));
  };
  const applySettings = async (/** @type {import("../core/games.js").Settings} */ settings) => {
    chosen.settings = settings;
    game = await describeGame(first.slug, changedSettings(first, settings));
    if (Number(chosen.seat) >= game.seats.length) chosen.seat = "0";
    changed(game);
    draw();
  };
  fill(
    form,
    h("h2", null, t("page.new_match")),
    radios(t("page.against"), "opponent", chosen.opponent, ["computer", "link", "anyone", "here"], (value) => {
      chosen.opponent = /** @type {Opponent} */ (value);
      draw();
    }),
    level,
    seats,
    terms,
    h(
      "details",
      { class: "field" },
      h("summary", null, t("page.game_settings")),
      settingsForm(first.settings, (values) => applySettings(values).catch(complainIn(form))),
    ),
    h("p", { class: "error", role: "alert", hidden: true }),
    h("div", { class: "row end field" }, actionButton(t("page.start"), () => start(game, first, chosen), { class: "main wide" })),
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  draw();
  return form;
}

/** @param {HTMLElement} form */
function complainIn(form) {
  return (/** @type {unknown} */ error) => {
    const line = form.querySelector(".error");
    if (!(line instanceof HTMLElement)) return;
    line.textContent = error instanceof Error ? error.message : "";
    line.hidden = false;
  };
}

/**
 * @param {Game} game
 * @param {Game} first
 * @param {{opponent: Opponent, level: number, clock: string, seat: string, listed: boolean, rated: boolean, settings: import("../core/games.js").Settings}} chosen
 */
async function start(game, first, chosen) {
  const { opponent, level, clock, seat, listed, rated, settings } = chosen;
  remember("new", { opponent, level, clock });
  const other = { computer: `computer:level:${level}`, link: "link", anyone: "anyone", here: "me" }[opponent];
  const own = seat === RANDOM ? Math.floor(Math.random() * game.seats.length) : Number(seat);
  const seats = game.seats.map((_, at) => (at === own ? "me" : other));
  const match = { game: game.slug, settings: changedSettings(first, settings), seats, clock };
  if (opponent === "here") await startMatch({ ...match, clock: "", listed: false });
  else if (opponent === "anyone" && seat === RANDOM && listed) await pairUp({ ...match, rated });
  else await startMatch({ ...match, rated: rated && opponent !== "computer", listed: listed && opponent !== "computer" });
}

/**
 * @param {string} label
 * @param {string} name
 * @param {string} value
 * @param {string[]} options
 * @param {(value: string) => void} picked
 */
function radios(label, name, value, options, picked) {
  const items = options.map((option) => {
    const radio = h("input", { type: "radio", name, value: option, checked: option === value });
    radio.addEventListener("change", () => picked(option));
    return h("label", { class: "choice" }, radio, t(`page.${name}_${option}`));
  });
  return h("fieldset", { class: "field" }, h("legend", null, label), h("div", { class: "choices" }, items));
}

/**
 * @param {string} label
 * @param {string} value
 * @param {[string, string][]} options
 * @param {(value: string) => void} picked
 */
function menu(label, value, options, picked) {
  const select = h("select", null, options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)));
  select.addEventListener("change", () => picked(select.value));
  return h("label", { class: "field" }, h("span", null, label), select);
}

/**
 * @param {Game} game
 * @param {{level: number}} chosen
 */
function levelMenu({ levels }, chosen) {
  const about = h("span", { class: "about" });
  const describe = () => {
    const level = levels[chosen.level - 1];
    about.textContent = level ? `${t(level.about)} ${t("page.strength", { elo: level.elo })}` : "";
  };
  describe();
  const options = levels.map(({ level, name }) => /** @type {[string, string]} */ ([String(level), t(name)]));
  const field = menu(t("page.level"), String(chosen.level), options, (value) => {
    chosen.level = Number(value);
    describe();
  });
  field.append(about);
  return field;
}

/**
 * @param {Game} game
 * @param {{seat: string}} chosen
 */
function seatMenu({ seats, colours, looks }, chosen) {
  const options = seats.map((name, seat) => {
    const colour = looks.colours[colours[seat] ?? ""];
    const shown = colour ? t(colour.name) : "";
    const text = shown && shown !== name ? `${name} (${shown})` : name;
    return /** @type {[string, string]} */ ([String(seat), text]);
  });
  return menu(t("page.your_seat"), chosen.seat, [...options, [RANDOM, t("page.random_seat")]], (value) => (chosen.seat = value));
}

/** @param {{opponent: Opponent, clock: string, listed: boolean, rated: boolean}} chosen */
function termsOf(chosen) {
  const clocks = CLOCKS.map(([code, begin, increment]) => {
    const text = controlText(code ? { start: begin, increment } : null);
    return /** @type {[string, string]} */ ([code, text]);
  });
  const parts = [menu(t("page.clock"), chosen.clock, clocks, (value) => (chosen.clock = value))];
  if (chosen.opponent === "computer") return parts;
  parts.push(tick(t("page.listed"), chosen.listed, (value) => (chosen.listed = value)));
  if (session.account) parts.push(tick(t("page.rated"), chosen.rated, (value) => (chosen.rated = value)));
  return parts;
}

/**
 * @param {string} label
 * @param {boolean} value
 * @param {(value: boolean) => void} picked
 */
function tick(label, value, picked) {
  const box = h("input", { type: "checkbox", ".checked": value });
  box.addEventListener("change", () => picked(box.checked));
  return h("label", { class: "switch field" }, h("span", { class: "text" }, label), box);
}
