// The page's colours as tables of 256 pixels, for pictures that are made of pixels.

const STRONGEST = 0.7; // the largest share of a class's colour, so that its points are seen on it

/**
 * Returns `tables()`, which gives three tables: `a` and `b` go from the paper's colour to that of a
 * network, `classes` from the colour of one class to that of the other. They are made again when the
 * page's theme changes, and `changed` is called.
 */
export function palette(root, { window, signal }, changed) {
  let made = null;

  function make() {
    const style = window.getComputedStyle(root);
    const [paper, a, b, zero, one] = ["paper", "centred", "y", "fifth", "x-hat"].map((name) =>
      channels(style.getPropertyValue(`--nb-${name}`).trim()),
    );
    const upTo = (colour) => table((share) => mix(paper, colour, share));
    return {
      a: upTo(a),
      b: upTo(b),
      classes: table((share) =>
        mix(paper, share < 0.5 ? zero : one, STRONGEST * Math.abs(2 * share - 1)),
      ),
    };
  }

  function forget() {
    if (!made) return;
    made = null;
    changed();
  }

  const { document, MutationObserver, getComputedStyle } = window;
  if (!getComputedStyle) return () => ({}); // without a browser there are no pixels to colour
  const observer = new MutationObserver(forget);
  const attributeFilter = ["data-theme", "data-jp-theme-light", "class"];
  for (const each of [document.documentElement, document.body]) {
    observer.observe(each, { attributeFilter });
  }
  signal.addEventListener("abort", () => observer.disconnect());
  return () => {
    made ??= make();
    return made;
  };
}

function table(colourOf) {
  const pixels = new Uint8ClampedArray(4 * 256);
  for (let i = 0; i < 256; i += 1) pixels.set([...colourOf(i / 255), 255], 4 * i);
  return new Uint32Array(pixels.buffer);
}

function mix(from, to, share) {
  return from.map((value, i) => value + share * (to[i] - value));
}

/** Red, green and blue of "#rrggbb". */
function channels(text) {
  return [1, 3, 5].map((i) => Number.parseInt(text.slice(i, i + 2), 16));
}
