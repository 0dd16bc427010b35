// What a run prints, gives and draws, below the code: set as text, and figures as images, in which
// nothing can run.

const SPOKEN = 500; // of a long output so many characters are spoken

/** Clears the place, and returns the function that prints there. */
export function clearOutput(place) {
  const printed = make(place, "pre");
  place.replaceChildren(printed);
  place.hidden = false;
  return (text) => printed.append(text);
}

/** Adds what a run ends with: { value, error, figures }. The place is hidden if there is nothing. */
export function finishOutput(place, { value, error, figures = [] }) {
  const [printed] = place.children;
  if (!printed.textContent) printed.remove();
  if (value) place.append(make(place, "pre", { className: "nb-value", textContent: value }));
  if (error) place.append(make(place, "pre", { className: "nb-error", textContent: error }));
  for (const png of figures) {
    const src = `data:image/png;base64,${png}`;
    place.append(make(place, "img", { src, alt: "A figure that your code drew" }));
  }
  place.hidden = place.children.length === 0;
}

/** An output in words. */
export function speakOutput(place) {
  const figures = place.querySelectorAll("img").length;
  const text = place.textContent.slice(0, SPOKEN);
  return figures ? `${text} Figures: ${figures}.` : text;
}

function make(place, tag, properties = {}) {
  return Object.assign(place.ownerDocument.createElement(tag), properties);
}
