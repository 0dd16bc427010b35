// Draws a page's card, the picture that others show beside a link to it: its title and first model.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { parseHTML } from "linkedom";
import postcss from "postcss";
import subsetFont from "subset-font";

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 60;
const MOST = 4; // how many pictures of a model stand side by side at most
const GAP = 24;
const SERIF = "Source Serif 4";
const BOLD = `${SERIF} SemiBold`;
const SANS = "DejaVu Sans"; // which Matplotlib brings, with Greek and x̂
const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
const OF_SERIF = `${ASCII}–—‘’“”…·×°−²³`;
const OTHERS = /\w?[^\x20-\x7e–—‘’“”…·×°−²³]+/g; // each with the letter that an accent stands on

const require = createRequire(import.meta.url);
let ready;

/**
 * Returns a card as PNG. `place` is the model or figure that it shows, as HTML, `words` what it
 * says without one; `styles` are files, the site's and then, of a model, its own, `sans` those of
 * fonts.
 */
export async function drawCard({ place, title, words, book, styles: [site, own], sans }) {
  ready ??= prepare(site, sans);
  const { colours, fonts } = await ready;
  const { document } = parseHTML(`<!doctype html><html><body>${place}</body></html>`);
  const below = await picture(document, own, colours);
  const lines = wrap(title, 36);
  const top = MARGIN + 64 * lines.length;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="${colours["--nb-paper"]}"/>
    ${text(lines, { y: MARGIN + 44, size: 56, step: 64, font: BOLD, colour: colours["--nb-ink"] })}
    ${below ? placed(below, top + 24) : text(wrap(words, 62), { y: top + 60, size: 32, step: 46, colour: colours["--nb-muted"] })}
    <rect y="${HEIGHT - 10}" width="100%" height="10" fill="${colours["--nb-teal"]}"/>
    ${text(wrap(book, 999), { y: HEIGHT - 34, size: 26, colour: colours["--nb-teal"] })}
  </svg>`;
  return new Resvg(svg, {
    font: {
      fontBuffers: fonts,
      defaultFontFamily: SANS,
      sansSerifFamily: SANS,
      serifFamily: SERIF,
    },
  })
    .render()
    .asPng();
}

async function prepare(site, sans) {
  await initWasm(readFile(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const serif = ["400-normal", "600-normal"].map(async (face) => {
    const file = `@fontsource/source-serif-4/files/source-serif-4-latin-${face}.woff2`;
    const whole = await readFile(require.resolve(file));
    return subsetFont(whole, OF_SERIF, { targetFormat: "truetype" });
  });
  const fonts = await Promise.all([...serif, ...sans.map((path) => readFile(path))]);
  return { fonts, colours: coloursOf(postcss.parse(await readFile(site, "utf8"))) };
}

/** Returns the site's colours by name, as they are on light paper. */
function coloursOf(style) {
  const rules = style.nodes.filter(({ selector }) => selector === "html");
  return Object.fromEntries(
    rules.flatMap(({ nodes }) => nodes.map((each) => [each.prop, each.value])),
  );
}

/** Returns the pictures of a model or a figure; null where there is neither. */
async function picture(document, own, colours) {
  const element = document.querySelector(".nb-mount, .nb-figure");
  if (element === null) return null;
  const drawn = [...element.querySelectorAll("svg")].filter((svg) => svg.hasAttribute("viewBox"));
  const [first, ...others] = drawn;
  const size = first.getAttribute("viewBox");
  const alike = others.filter((each) => each.getAttribute("viewBox") === size);
  paint(element, colours, own ? postcss.parse(await readFile(own, "utf8")) : postcss.root());
  const [, , width, height] = size.split(/[ ,]+/).map(Number);
  return { all: [first, ...alike].slice(0, MOST), width, height };
}

/** Writes what a style says of pictures into them: here are neither rules nor variables. */
function paint(element, colours, style) {
  const said = new Map();
  style.walkRules(({ parent, selector, nodes }) => {
    if (parent.type !== "root") return; // rules for other widths, media and themes
    for (const each of matches(element, selector)) {
      const own = said.get(each) ?? {};
      for (const { prop, value } of nodes) own[prop] = value;
      said.set(each, own);
    }
  });
  descend(element, colours, said);
}

function matches(element, selector) {
  try {
    return element.querySelectorAll(selector);
  } catch {
    return []; // a selector of a state that a picture never has, such as :focus-visible
  }
}

function descend(element, inherited, said) {
  const own = said.get(element) ?? {};
  const named = Object.entries(own).filter(([name]) => name.startsWith("--"));
  const variables = { ...inherited, ...Object.fromEntries(named) };
  const resolve = (value) =>
    value.replace(/var\((--[\w-]+)(?:,\s*((?:[^()]|\([^()]*\))*))?\)/g, (_, name, instead) =>
      resolve(variables[name] ?? instead ?? "none"),
    );
  if (element.closest("svg")) {
    const declared = Object.entries(own).filter(([name]) => !name.startsWith("--"));
    const inline = element.getAttribute("style") ?? "";
    const all = [...declared.map(([name, value]) => `${name}: ${value}`), inline].join("; ");
    if (all !== "") element.setAttribute("style", resolve(all));
  }
  for (const child of element.children) descend(child, variables, said);
}

function placed({ all, width, height }, top) {
  const room = { width: WIDTH - 2 * MARGIN, height: HEIGHT - top - 90 };
  const scale = Math.min(
    (room.width - GAP * (all.length - 1)) / (all.length * width),
    room.height / height,
  );
  const step = width * scale + GAP;
  const left = (WIDTH - step * all.length + GAP) / 2;
  const y = top + (room.height - height * scale) / 2;
  return all
    .map((svg, i) => {
      for (const [name, value] of [
        ["xmlns", "http://www.w3.org/2000/svg"],
        ["x", left + i * step],
        ["y", y],
        ["width", width * scale],
        ["height", height * scale],
        ["overflow", "visible"],
        ["font-family", SANS],
      ]) {
        svg.setAttribute(name, value);
      }
      return svg.outerHTML;
    })
    .join("");
}

function text(lines, { y, size, step = 0, font = SERIF, colour }) {
  const spans = lines.map((line, i) => `<tspan x="${MARGIN}" y="${y + i * step}">${line}</tspan>`);
  return `<text font-family="${font}" font-size="${size}" fill="${colour}">${spans.join("")}</text>`;
}

/** Returns the lines of a text, none of them longer than so many characters if a word is not. */
function wrap(words, longest) {
  const lines = [""];
  for (const word of words.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (lines.at(-1) && longer.length > longest) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  const escaped = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  return lines.map((line) =>
    line
      .replace(/[&<>]/g, (character) => escaped[character])
      .replace(OTHERS, `<tspan font-family="${SANS}">$&</tspan>`),
  );
}
