/**
 * Rulebooks: the Markdown that they use as elements. Nothing in it becomes markup of its own.
 */

import { h } from "../core/dom.js";

/** @typedef {(source: string, about: string) => Node} MakePicture */

const INLINE =
  /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|!\[([^\]]*)\]\(([^)\s]+)\)|\[([^\]]+)\]\(([^)\s]+)\)/g;

/**
 * The blocks of a text as elements.
 * @param {string} text
 * @param {MakePicture} picture makes the element of a picture
 * @returns {Node[]}
 */
export function renderMarkdown(text, picture) {
  const lines = text.replace(/\r/g, "").split("\n");
  /** @type {Node[]} */
  const out = [];
  while (lines.length) {
    if (lines[0]?.trim() === "") lines.shift();
    else out.push(block(lines, picture));
  }
  return out;
}

/**
 * Take the first block off the lines.
 * @param {string[]} lines
 * @param {MakePicture} picture
 * @returns {Node}
 */
function block(lines, picture) {
  const first = lines[0] ?? "";
  const heading = /^(#{1,4}) (.*)$/.exec(first);
  if (heading) {
    lines.shift();
    const tag = /** @type {"h2"} */ (`h${heading[1]?.length}`);
    const title = heading[2] ?? "";
    return h(tag, { id: slugOf(title) }, inline(title, picture));
  }
  if (first.startsWith("```")) {
    lines.shift();
    const code = take(lines, (line) => !line.startsWith("```"));
    lines.shift();
    return preformatted(code);
  }
  if (/^ {4}/.test(first)) return preformatted(take(lines, (line) => /^( {4}|\s*$)/.test(line)));
  if (first.startsWith("|")) return table(take(lines, (line) => line.startsWith("|")), picture);
  if (/^([-*]|\d+\.) /.test(first)) return list(lines, picture);
  const words = take(lines, (line) => line.trim() !== "" && !/^(#|\||```)/.test(line));
  if (!words.length) words.push(lines.shift() ?? "");
  const whole = words.join(" ");
  const alone = /^!\[([^\]]*)\]\(([^)\s]+)\)$/.exec(whole);
  if (alone) return picture(alone[2] ?? "", alone[1] ?? "");
  return h("p", null, inline(whole, picture));
}

/**
 * Take lines off as long as they fit.
 * @param {string[]} lines
 * @param {(line: string) => boolean} fits
 */
function take(lines, fits) {
  const end = lines.findIndex((line) => !fits(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}

/** @param {string[]} lines */
function preformatted(lines) {
  const indent = lines.every((line) => /^( {4}|\s*$)/.test(line)) ? 4 : 0;
  const text = lines.map((line) => line.slice(indent)).join("\n");
  return h("pre", { tabindex: 0 }, h("code", null, text.replace(/\s+$/, "")));
}

/**
 * @param {string[]} lines
 * @param {MakePicture} picture
 */
function table(lines, picture) {
  const rows = lines.map((line) => cells(line));
  const [head = []] = rows;
  const body = rows.slice(/^[\s|:-]+$/.test(lines[1] ?? "") ? 2 : 1);
  const top = head.some((cell) => cell)
    ? h("thead", null, h("tr", null, head.map((cell) => h(cell ? "th" : "td", cell ? { scope: "col" } : null, inline(cell, picture)))))
    : null;
  const below = body.map((row) => h("tr", null, row.map((cell) => h("td", null, inline(cell, picture)))));
  return h("div", { class: "table", tabindex: 0 }, h("table", null, top, h("tbody", null, below)));
}

/** @param {string} line */
function cells(line) {
  const inside = line.trim().replace(/^\||\|$/g, "");
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/**
 * @param {string[]} lines
 * @param {MakePicture} picture
 */
function list(lines, picture) {
  const numbered = /^\d/.test(lines[0] ?? "");
  /** @type {string[]} */
  const items = [];
  while (lines.length) {
    const line = lines[0] ?? "";
    const item = /^(?:[-*]|\d+\.) (.*)$/.exec(line);
    if (item) items.push(item[1] ?? "");
    else if (/^ +\S/.test(line)) items.push(`${items.pop()} ${line.trim()}`);
    else break;
    lines.shift();
  }
  return h(
    numbered ? "ol" : "ul",
    null,
    items.map((item) => h("li", null, inline(item, picture))),
  );
}

/**
 * Code, emphasis, links and pictures within a line.
 * @param {string} text
 * @param {MakePicture} picture
 * @returns {(Node | string)[]}
 */
export function inline(text, picture) {
  /** @type {(Node | string)[]} */
  const out = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    out.push(text.slice(end, found.index));
    end = found.index + found[0].length;
    const [, code, bold, slanted, about, source, words, target] = found;
    if (code) out.push(h("code", null, code));
    else if (bold) out.push(h("strong", null, inline(bold, picture)));
    else if (slanted) out.push(h("em", null, slanted));
    else if (source) out.push(picture(source, about ?? ""));
    else if (target && /^(https?:\/\/|\/(?!\/)|#)/.test(target))
      out.push(h("a", { href: target }, words));
    else out.push(words ?? "");
  }
  out.push(text.slice(end));
  return out.filter((part) => part !== "");
}

/** @param {string} title */
export function slugOf(title) {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}
