// The list of a page's sections marks the one that is read: the last that has begun above a line near
// the top, which sinks as the page ends, so that short last sections have their turn. After a jump it
// is the one that was jumped to, until the reader scrolls.

const LINE = 0.25; // how far below the top the line is, as a share of the window's height
const STILL = 24; // pixels: a smaller movement of the page is no scrolling by the reader
const SETTLED_MS = 1000; // after so long a scroll has ended, in browsers that do not tell

/** Follows the reader through the sections that the links of `nav` lead to. */
export function followSections(nav, window) {
  const { document } = window;
  const links = [...nav.querySelectorAll('a[href^="#"]')];
  const targets = links.map((link) => document.getElementById(idOf(link.hash)));
  let jump = null; // { link, y }: y is null until the page has come to rest
  let waiting = false;

  function current() {
    if (jump && (jump.y === null || Math.abs(window.scrollY - jump.y) < STILL)) return jump.link;
    jump = null;
    const { innerHeight, scrollY } = window;
    const left = document.documentElement.scrollHeight - innerHeight - scrollY;
    const line = innerHeight * LINE + Math.max(0, innerHeight * (1 - LINE) - left);
    const isAbove = (target) => isLaidOut(target) && target.getBoundingClientRect().top <= line;
    return links.findLast((_, i) => isAbove(targets[i]));
  }

  function paint() {
    waiting = false;
    const marked = current();
    for (const link of links) {
      link.classList.toggle("active", link === marked);
      if (link === marked) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (const entry of nav.querySelectorAll(".toc-entry")) {
      entry.classList.toggle("active", entry.contains(marked ?? null));
    }
  }

  function soon() {
    if (waiting) return;
    waiting = true;
    window.requestAnimationFrame(paint);
  }

  function jumped(hash) {
    const link = links.find((each) => each.hash === hash);
    if (!link) return;
    const begun = { link, y: null };
    jump = begun;
    window.setTimeout(() => jump === begun && rest(), SETTLED_MS);
    soon();
  }

  function rest() {
    if (jump) jump.y ??= window.scrollY;
  }

  /** A click that opens the section elsewhere, as in a new tab, moves nothing here. */
  function clicked({ target, ctrlKey, metaKey, shiftKey }) {
    if (!(ctrlKey || metaKey || shiftKey)) jumped(target.closest("a")?.hash);
  }

  window.addEventListener("scroll", soon, { passive: true });
  window.addEventListener("resize", soon);
  window.addEventListener("scrollend", rest);
  window.addEventListener("hashchange", () => jumped(window.location.hash));
  nav.addEventListener("click", clicked);
  jumped(window.location.hash);
  soon();
}

/** False of what lies in a section so far away that the browser has not laid it out: to ask where it
 *  is would have it do so, and the section that is read is never there. */
const isLaidOut = (target) =>
  target?.checkVisibility?.({ contentVisibilityAuto: true }) ?? Boolean(target);

/** The identifier that a hash names. */
const idOf = (hash) => decodeURIComponent(hash.slice(1));
