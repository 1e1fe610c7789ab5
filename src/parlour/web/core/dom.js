/**
 * Elements without templates: every text becomes a text node and never markup, so that names and
 * chat cannot do anything but be read.
 */

/** @typedef {Node | string | number | null | undefined | false} Child */
/**
 * Attributes by name; `true` is an empty attribute, and false, null and undefined leave it out.
 * A name that begins with a full stop is a property (`.value`), one that begins with `on` a
 * listener (`onclick`), and `style` is an object of CSS properties.
 * @typedef {Record<string, any>} Props
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element with its attributes and children.
 * @template {string} Tag
 * @param {Tag} tag
 * @param {Props | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  set(element, props);
  element.append(...nodes(children));
  return /** @type {any} */ (element);
}

/**
 * An SVG element with its attributes and children.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, props);
  element.append(...nodes(children));
  return /** @type {SVGElementTagNameMap[Tag]} */ (element);
}

/**
 * Set attributes, properties and listeners of an element.
 * @param {Element} element
 * @param {Props | null} [props]
 */
export function set(element, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name.startsWith(".")) Reflect.set(element, name.slice(1), value);
    else if (name.startsWith("on") && typeof value === "function")
      element.addEventListener(name.slice(2), value);
    else if (name === "style") restyle(/** @type {HTMLElement} */ (element), value);
    else if (value === false || value === null || value === undefined)
      element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Set CSS properties; unlike a style attribute, this is allowed by a strict content policy.
 * @param {HTMLElement | SVGElement} element
 * @param {Record<string, string | number | null>} properties
 */
export function restyle(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null) element.style.removeProperty(name);
    else element.style.setProperty(name, String(value));
  }
}

/**
 * Replace the children of an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/**
 * A name or a text of somebody else: its writing direction does not affect what is around it.
 * @param {string} text
 * @param {Props} [props]
 */
export function isolated(text, props) {
  return h("bdi", props ?? null, text);
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === "number" ? String(child) : /** @type {Node} */ (child)));
}
