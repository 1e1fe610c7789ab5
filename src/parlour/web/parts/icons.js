/** Small drawings for buttons; each has a text beside it or as its label. */

import { s } from "../core/dom.js";

/** Lines 2 wide in a box of 24. */
const PATHS = {
  account: "M12 12a4 4 0 1 0 0-8a4 4 0 0 0 0 8zM4 21c0-4 4-6 8-6s8 2 8 6",
  settings: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4v6M8 14v6",
  flip: "M7 4v16M7 4L3 8M7 4l4 4M17 20V4M17 20l4-4M17 20l-4-4",
  first: "M18 5l-8 7l8 7M6 5v14",
  back: "M15 5l-8 7l8 7",
  forward: "M9 5l8 7l-8 7",
  last: "M6 5l8 7l-8 7M18 5v14",
  flag: "M6 21V4M6 5h12l-3 4l3 4H6",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  draw: "M5 9h14M5 15h14",
  share: "M12 15V3M12 3L8 7M12 3l4 4M6 11H4v10h16V11h-2",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4",
  download: "M12 3v13M12 16l-5-5M12 16l5-5M4 20h16",
  computer: "M4 5h16v11H4zM9 20h6M12 16v4",
  people: "M9 11a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7zM3 20c0-4 3-6 6-6s6 2 6 6M16 5a3.5 3.5 0 0 1 0 6M18 14c2 1 3 3 3 6",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  close: "M6 6l12 12M18 6L6 18",
  eye: "M2 12s4-7 10-7s10 7 10 7s-4 7-10 7s-10-7-10-7zM12 15a3 3 0 1 0 0-6a3 3 0 0 0 0 6z",
  check: "M5 13l5 5L20 7",
  again: "M20 11a8 8 0 1 0-2 7M20 4v7h-7",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3 11v1h6v-1a6 6 0 0 0-3-11z",
};

/**
 * @param {keyof typeof PATHS} name
 */
export function icon(name) {
  const stroke = { fill: "none", stroke: "currentColor", "stroke-width": 2 };
  const ends = { "stroke-linecap": "round", "stroke-linejoin": "round" };
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "icon-svg", "aria-hidden": "true" },
    s("path", { d: PATHS[name], ...stroke, ...ends }),
  );
}
