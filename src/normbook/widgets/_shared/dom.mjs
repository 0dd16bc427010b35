// Elements of a page, in one line each.

const SVG = "http://www.w3.org/2000/svg";

/** Adds an HTML element to its parent. */
export function add(parent, tag, attributes = {}, text = "") {
  return finish(parent, parent.ownerDocument.createElement(tag), attributes, text);
}

/** Adds an SVG element to its parent. */
export function draw(parent, tag, attributes = {}, text = "") {
  return finish(parent, parent.ownerDocument.createElementNS(SVG, tag), attributes, text);
}

/** Sets attributes, and touches only those that differ. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/** Sets an element's text, if it differs. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Brings a list of elements, or of records that have a `group`, to a length. */
export function fill(list, length, make) {
  while (list.length > length) {
    const last = list.pop();
    (last.group ?? last).remove();
  }
  while (list.length < length) list.push(make(list.length));
}

function finish(parent, element, attributes, text) {
  set(element, attributes);
  if (text) element.textContent = text;
  return parent.appendChild(element);
}
