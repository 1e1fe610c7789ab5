/** A record that somebody brings, shown move by move. */

import { post } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { describeGame } from "../core/games.js";
import { t } from "../core/text.js";
import { ReplayTable } from "../match/replay-table.js";
import { actionButton, complain, notice } from "../parts/notices.js";

/** What a record may have at most, in bytes. */
const LARGEST = 1_000_000;

/** @param {import("../core/router.js").Visit} visit */
export function show({ outlet, title, signal }) {
  title(t("page.nav_replay"));
  const shown = h("div", null);
  const text = h("textarea", { "aria-label": t("page.record"), placeholder: t("page.record"), spellcheck: "false" });
  const file = h("input", { type: "file", accept: ".json,.txt,.record", class: "only-heard", id: "record-file" });
  const open = async (/** @type {string} */ record) => {
    if (!record.trim()) return;
    await showRecord(shown, record, signal);
    shown.scrollIntoView({ block: "start" });
  };
  const read = (/** @type {File | undefined} */ given) => {
    if (!given) return;
    if (given.size > LARGEST) notice(t("page.record_too_large"), { bad: true });
    else void given.text().then(open).catch(complain);
  };
  file.addEventListener("change", () => read(file.files?.[0]));
  const place = h(
    "section",
    { class: "card drop" },
    h("p", null, t("page.replay_about")),
    text,
    h("div", { class: "row end field" }, h("label", { class: "button", for: "record-file" }, t("page.choose_file")), file, actionButton(t("page.show_record"), () => open(text.value), { class: "main" })),
  );
  listenForDrops(place, read, signal);
  fill(outlet, h("div", { class: "page wide" }, h("h1", null, t("page.nav_replay")), shown, place));
}

/**
 * @param {HTMLElement} place
 * @param {(file: File | undefined) => void} read
 * @param {AbortSignal} signal
 */
function listenForDrops(place, read, signal) {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    place.classList.add("over");
  }, { signal });
  addEventListener("dragleave", () => place.classList.remove("over"), { signal });
  addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    read(event.dataTransfer?.files[0]);
  }, { signal });
}

/**
 * @param {HTMLElement} shown
 * @param {string} record
 * @param {AbortSignal} signal
 */
async function showRecord(shown, record, signal) {
  const fetchPlies = (/** @type {number} */ from, /** @type {number} */ to) => post(`/api/plies?from=${from}&to=${to}`, record);
  const replay = await fetchPlies(0, 40);
  const game = await describeGame(replay.game, replay.settings ?? {});
  if (signal.aborted) return;
  const table = new ReplayTable(game, replay, fetchPlies, signal);
  fill(shown, h("div", { class: "match" }, h("div", { class: "play" }, table.element), h("div", { class: "side" }, h("h2", null, game.title), table.moves.element)));
}
