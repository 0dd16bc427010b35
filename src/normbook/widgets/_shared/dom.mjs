// Elements of a page and of a picture, in one line each.

const SVG = "http://www.w3.org/2000/svg";
const TEXT = 3; // the nodeType of text

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
  for (const name in attributes) {
    const text = String(attributes[name]);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/** Sets an element's text, if it differs. A text that is there is changed in place: cheaper. */
export function say(element, text) {
  const { firstChild: child } = element;
  if (!text || child?.nodeType !== TEXT || child.nextSibling) element.textContent = text;
  else if (child.data !== text) child.data = text;
}

/** Shows a part of a picture, or hides it. */
export function show(element, visible) {
  set(element, { display: visible ? "inline" : "none" });
}

/** A position in a picture, with as few digits as are seen: hundredths, and no −0. */
export function round(position) {
  return Math.round(position * 100) / 100 + 0;
}

/** The same in tenths, for pictures with many positions. */
export function tenths(position) {
  return Math.round(position * 10) / 10 + 0;
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
