/** What this browser remembers; where it refuses to, the page works without. */

/** @type {Map<string, string>} */
const memory = new Map();

/**
 * A remembered value, which was stored as JSON.
 * @template T
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
export function recall(key, fallback) {
  try {
    const text = localStorage.getItem(`parlour.${key}`) ?? memory.get(key);
    return text === undefined ? fallback : JSON.parse(text);
  } catch {
    const text = memory.get(key);
    return text === undefined ? fallback : JSON.parse(text);
  }
}

/**
 * Remember a value; null forgets it.
 * @param {string} key
 * @param {unknown} value
 */
export function remember(key, value) {
  const text = JSON.stringify(value);
  if (value === null) memory.delete(key);
  else memory.set(key, text);
  try {
    if (value === null) localStorage.removeItem(`parlour.${key}`);
    else localStorage.setItem(`parlour.${key}`, text);
  } catch {
    // Storage is full or forbidden: until the page is closed, `memory` has the value.
  }
}
