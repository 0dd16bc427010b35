// Of each page that the search finds, Sphinx shows the words around a hit. It takes them from all of
// <main>, with buttons and lists of contents, and joins what stands in different elements.

const UNREAD = "script, style, button, .headerlink, .katex-html, annotation";
const BLOCKS = "h1, h2, h3, h4, p, li, dt, dd, td, th, pre, div, figcaption, text";

/** Has Sphinx's search, a global of its script, read articles alone, and each formula once. */
export function readArticles(search) {
  const asSphinx = search.htmlToText;
  search.htmlToText = (html, anchor) => {
    const article = new DOMParser().parseFromString(html, "text/html").querySelector("article");
    if (!article) return asSphinx(html, anchor);
    for (const each of article.querySelectorAll(UNREAD)) each.remove();
    for (const block of article.querySelectorAll(BLOCKS)) block.append(" ");
    const part = anchor ? article.querySelector(anchor) : null;
    return (part ?? article).textContent.replace(/\s+/g, " ");
  };
}
