// Of each page that the search finds, Sphinx shows the words around a hit, and leads to the page's
// top. It takes them from all of <main>, with buttons and lists of contents, and joins what stands in
// different elements. Here they are the article's, and the link leads to the section they stand in. Where
// a page has the parts of a word alone, it is the section of these.

import { countWord, findSpelling } from "./words.mjs";

// What is no sentence of the book: controls, imports, badges, numbers of notes and of formulas, code that a
// claim was compared by, replies to wrong answers; and what a reader is to find out: reasons of predictions,
// hints and solutions.
const UNREAD = `script, style, button, .headerlink, .katex-html, annotation, .eqno, .footnote-reference, .backrefs,
  .nb-folded, .nb-evidence, .nb-against, .nb-compared, .nb-predict-word, .nb-number, .nb-commit, .nb-always,
  .nb-objection, .nb-answer details, .nb-reveal, .nb-hint, .nb-solution`;
const BLOCKS = "h1, h2, h3, h4, p, li, dt, dd, td, th, pre, div, figcaption, label, legend, text";
const STACKED = "mfrac, msqrt, munder, munderover, mtable"; // in one line they read as something else
// What ends a chapter names what stands above it, and explains it there.
const ENDS = "#recap, #pitfalls, #exercises, #check-yourself, #what-next, #references";
const WORKS = "#references"; // titles of works, which have words of all kinds
const HEADINGS = ":scope > :is(h2, h3, h4)"; // a chapter has its h1, and is led to as before

/** Has Sphinx's search, a global of its script, read articles alone, and lead to their sections. */
export function readArticles(search) {
  const asSphinx = search.htmlToText;
  search.htmlToText = (html, anchor) => {
    const article = articleOf(html);
    if (!article) return asSphinx(html, anchor);
    const part = partOf(article, anchor);
    return textOf(part) + (part.matches("dt:has(+ dd)") ? textOf(part.nextElementSibling) : "");
  };
  const summarize = search.makeSearchSummary;
  search.makeSearchSummary = (html, words, anchor) => {
    const article = articleOf(html);
    const text = textOf(article ?? document.createElement("p")).toLowerCase();
    const sought = [...words].flatMap((word) =>
      findSpelling(text, word) ? [word] : word.split("-"),
    );
    const section = anchor ? null : sectionOf(article, sought);
    const within = section ? textOf(section).toLowerCase() : text;
    const written = sought.map((word) => findSpelling(within, word) ?? word);
    const heading = (section ?? partOf(article, anchor))?.querySelector(":is(h1, h2, h3, h4)");
    const summary = whole(summarize(html, written, section ? `#${section.id}` : anchor), heading);
    queueMicrotask(() => {
      // once Sphinx has placed it, and marked what was sought
      if (section) lead(summary.parentElement, section);
      unmarkWithin(summary?.parentElement);
    });
    return summary;
  };
}

/**
 * Returns a summary that begins with a sentence, where one begins in the first 100 characters, or else
 * with a word, and ends with a word. Sphinx cuts 120 characters before what was sought. Where these
 * are the first, a heading is among them, which the result has as its title.
 */
function whole(summary, heading) {
  if (!summary) return summary;
  const title = heading ? textOf(heading).trimStart() : "";
  const found = summary.textContent;
  summary.textContent = (found.startsWith(title) ? found.slice(title.length) : found)
    .replace(/^\.{3}.{0,100}[.?!·] (?=\S)/, "")
    .replace(/^\.{3}\S* /, "… ")
    .replace(/ \S*\.{3}$/, " …");
  return summary;
}

function articleOf(html) {
  const article = new DOMParser().parseFromString(html, "text/html").querySelector("article");
  if (!article) return null;
  for (const each of article.querySelectorAll(UNREAD)) each.remove();
  for (const formula of article.querySelectorAll("math")) {
    if (formula.querySelector(STACKED)) formula.replaceChildren("…");
  }
  for (const power of article.querySelectorAll("msup > :last-child")) power.prepend("^");
  for (const hat of article.querySelectorAll("mover > mo")) {
    if (hat.textContent === "^") hat.textContent = "\u0302"; // which stands on the letter before it
  }
  for (const label of article.querySelectorAll("svg text")) {
    if (!/\p{L}/u.test(label.textContent)) label.remove(); // the numbers of an axis
  }
  for (const block of [...article.querySelectorAll(BLOCKS)].reverse()) {
    const end = block.textContent.trim().at(-1); // the inner blocks have theirs already
    if (end) block.append(/[.,:;!?…·]/.test(end) ? " " : " · ");
  }
  return article;
}

/** Returns the part that an anchor names, or else all. */
function partOf(article, anchor) {
  return (anchor && withId(article, anchor.slice(1))) || article;
}

/** Returns the part with an identifier; that of a function has dots in it, which a selector reads as classes. */
const withId = (article, id) => article?.querySelector(`[id=${JSON.stringify(id)}]`);

function textOf(element) {
  return element.textContent.replace(/\s+/g, " ");
}

/**
 * Returns the section that is about the words, or null where the whole page is: its title or most of
 * its sections have them, or only its list of works. It is the first whose title has all of them, or
 * else, before those that end a chapter, the one that has the rarest of them most often.
 */
function sectionOf(article, words) {
  if (!article || !words.length) return null;
  const timesIn = (text) => Math.min(...words.map((word) => countWord(text.toLowerCase(), word)));
  if (timesIn(article.querySelector("h1")?.textContent ?? "")) return null;
  const all = [...article.querySelectorAll("section[id]")].filter((section) =>
    section.querySelector(HEADINGS),
  );
  const innermost = all.filter((section) => !section.querySelector("section[id]"));
  const times = new Map(innermost.map((section) => [section, timesIn(textOf(section))]));
  const having = innermost.filter((section) => times.get(section) && !section.matches(WORKS));
  if (2 * having.length > innermost.length) return null;
  const titled = all.find((section) => timesIn(section.querySelector(HEADINGS).textContent));
  having.sort((a, b) => a.matches(ENDS) - b.matches(ENDS) || times.get(b) - times.get(a));
  return titled ?? having[0] ?? null;
}

/** Has a result's link lead to a section, and says which. */
function lead(result, section) {
  const link = result.querySelector("a");
  link.hash = section.id;
  const where = document.createElement("span");
  where.className = "nb-found-in";
  where.textContent = ` › ${section
    .querySelector(HEADINGS)
    .textContent.replace(/[ ·]+$/, "")
    .trim()}`;
  link.append(where);
}

/** Takes the marks off letters within a word: of float, a is none. The Norm of LayerNorm keeps its own. */
function unmarkWithin(result) {
  for (const mark of result?.querySelectorAll(".highlighted") ?? []) {
    const before = mark.previousSibling?.textContent ?? "";
    if (/\p{L}$/u.test(before) && /^\p{Ll}/u.test(mark.textContent))
      mark.replaceWith(mark.textContent);
  }
}
