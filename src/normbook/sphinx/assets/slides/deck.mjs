// Shows a chapter's slides, with reveal.js. What is live on them, site.mjs starts.

import Reveal from "reveal.js";

const WIDE = { width: 1160, height: 740 };
const FOOT = 52; // px below the slides, as in deck.css
const isPhone = innerWidth < innerHeight && innerWidth < 700; // held upright
const SMALLEST = isPhone ? 1 : 0.6; // the smallest scale of a slide: a smaller one cannot be read
const SMALLEST_PRINTED = 0.3; // on paper each slide is one page
const LARGEST = isPhone ? 1 : 1.3; // the largest scale of a slide, where the screen has room
const HEADING = isPhone ? 1 : 1.1; // the scale of the heading, the same on each slide
const CLICKERS = new Set(["PageDown", "PageUp"]);
const ARROWS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);
const INPUTS = "input:is([type=range], [type=checkbox], [type=radio])"; // in which nobody writes
const SPEAKER = { key: "S", keyCode: 83, description: "Speaker notes" };

const root = document.querySelector(".reveal");
const isLinked = /^#[\w-]+=/.test(location.hash); // to one state of a model, which then reads it
const deck = new Reveal(root, {
  ...(isPhone ? { width: innerWidth, height: innerHeight - FOOT } : WIDE),
  center: false,
  controlsTutorial: false,
  hash: !isLinked,
  keyboardCondition: ({ key, target }) =>
    !(ARROWS.has(key) && deck.isOverview()) &&
    (CLICKERS.has(key) || !target.closest?.(".nb-mount") || (ARROWS.has(key) && isButton(target))),
  margin: 0.04,
  navigationMode: "linear",
  pdfMaxPagesPerSlide: 1,
  pdfSeparateFragments: false,
  scrollActivationWidth: null,
  slideNumber: "c/t",
  transition: matchMedia("(prefers-reduced-motion: reduce)").matches ? "none" : "slide",
});
root.addEventListener("pdf-ready", () => document.fonts.ready.then(fitPages));
const sizes = new ResizeObserver(showWhole); // a font, or a model that starts, changes what was so
root.style.visibility = "hidden"; // a frame may be drawn before the first slide has its size
try {
  await deck.initialize();
  begin();
} finally {
  root.style.visibility = "";
}

function begin() {
  root.querySelector(".controls").role = "presentation"; // an <aside>, a landmark within another
  if (isLinked) showLinked();
  if (deck.isPrintView()) return;
  follow();
  for (const event of ["slidechanged", "resize", "overviewhidden"]) deck.on(event, follow);
  for (const event of ["slidechanged", "overviewshown"]) deck.on(event, reachInOverview);
  document.fonts.addEventListener("loadingdone", showWhole); // a formula is as high in any font
}

// In a model keys are the model's; Escape gives them back.
root.addEventListener("keydown", ({ key, target }) => {
  if (key === "Escape" && target.closest(".nb-mount")) target.blur();
});

// reveal.js leaves all keys to an <input> that has the focus. A clicker's are no slider's.
root.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (!CLICKERS.has(key) || !target.matches(INPUTS)) return;
  event.preventDefault();
  if (key === "PageDown") deck.next();
  else deck.prev();
});

// What a pointer has used leaves its keys to the slides; what Tab came to keeps them.
document.addEventListener("pointerup", () => {
  const used = document.activeElement;
  if (used?.closest(".nb-mount") && used.matches(`button, ${INPUTS}`)) used.blur();
});

document.addEventListener("keydown", (event) => {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  if (!ARROWS.has(key) || altKey || ctrlKey || metaKey || !deck.isOverview()) return;
  if (target.matches?.("input, select, [role=slider]")) return; // whose keys they are
  event.preventDefault(); // of scrolling
  goInOverview(key);
});

let notes; // the promise of the speaker's view, once it was asked for
deck.addKeyBinding(SPEAKER, async () => {
  notes ??= loadNotes();
  (await notes).open();
});

async function loadNotes() {
  const { default: createNotes } = await import("reveal.js/plugin/notes");
  const plugin = createNotes();
  await deck.registerPlugin(plugin); // which takes the key over
  return plugin;
}

/** Whether it has no use for arrows, as the button that was just clicked. */
function isButton(target) {
  return target.matches("button:not([role])");
}

/** Goes to the slide of the model that the page's address names. */
function showLinked() {
  const [, slug, number] = location.hash.match(/^#(\w+)(?:-(\d+))?=/) ?? [];
  const alike = root.querySelectorAll(`.nb-mount[data-slug="${slug}"]`);
  const slide = alike[(number ?? 1) - 1]?.closest("section");
  if (!slide) return;
  const { h, v } = deck.getIndices(slide);
  deck.slide(h, v);
}

/** Shows the slide whole that is there now, and whenever something on it changes its size. */
function follow() {
  sizes.disconnect();
  if (deck.isOverview()) return;
  for (const part of deck.getCurrentSlide().children) sizes.observe(part);
  showWhole();
}

/** In the overview, which scrolls, brings the slide into sight that would be shown. */
function reachInOverview() {
  if (deck.isOverview()) deck.getCurrentSlide().scrollIntoView({ block: "nearest" });
}

/** In the overview, goes to the next slide in an arrow's direction, if there is one. */
function goInOverview(arrow) {
  const columns = getComputedStyle(deck.getSlidesElement()).gridTemplateColumns.split(" ").length;
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  const slides = deck.getSlides();
  const slide = slides[slides.indexOf(deck.getCurrentSlide()) + steps[arrow]];
  if (!slide) return;
  const { h, v } = deck.getIndices(slide);
  deck.slide(h, v);
}

/** Makes a slide smaller that is higher than its page. */
function fitPages() {
  for (const slide of root.querySelectorAll(".pdf-page > section")) {
    const { offsetLeft, offsetWidth } = slide;
    const end = slide.parentElement.getBoundingClientRect().bottom;
    const isHigher = () =>
      [...slide.children].some((part) => part.getBoundingClientRect().bottom > end - 8);
    for (let size = 0.97; isHigher() && size > SMALLEST_PRINTED; size *= 0.97) {
      slide.style.zoom = size;
      slide.style.left = `${offsetLeft / size}px`;
      slide.style.width = `${offsetWidth / size}px`;
    }
  }
}

/** Makes a slide larger, and what then has no room on the screen smaller; where that is not enough it
 * scrolls, by keys, too. */
function showWhole() {
  const slide = deck.getCurrentSlide();
  const lines = [...slide.querySelectorAll(".nb-math, .highlight pre")];
  const isHigher = () => slide.scrollHeight > slide.clientHeight;
  const isWider = () => lines.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  const zoomTo = (zoom) => {
    slide.style.zoom = zoom;
    slide.style.setProperty("--nb-heading", HEADING / zoom);
  };
  let size = LARGEST;
  zoomTo(size);
  while (size > SMALLEST && (isHigher() || isWider())) {
    const share = slide.clientHeight / slide.scrollHeight; // a model may well grow as it gets wider
    size = Math.max(size * Math.min(share, 0.98), size > 1 ? 1 : SMALLEST);
    zoomTo(size);
  }
  const scrolls = isHigher();
  if (scrolls) slide.tabIndex = 0;
  else slide.removeAttribute("tabindex");
  slide.toggleAttribute("data-prevent-swipe", scrolls); // which would leave it
}
