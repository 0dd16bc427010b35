// The page that stands in for one that never came: all it needs is inside it.

const STYLE = `
  html { color-scheme: light; --ink: #1d2733; --paper: #fffdf8; --link: #0b6e75; }
  html[data-theme="dark"] { color-scheme: dark; --ink: #e6e3da; --paper: #14191f; --link: #5cc8cf; }
  body { margin: 0; background: var(--paper); color: var(--ink);
    font: 1.15rem/1.62 "Source Serif 4", Charter, Georgia, serif; }
  main { max-width: 38rem; margin: 0 auto; padding: 3rem 1.25rem; }
  h1 { font-size: 1.9rem; line-height: 1.25; text-wrap: balance; }
  a { color: var(--link); }
  li { margin: 0.25rem 0; }
`;

// The reader's choice, as pages keep it; storage may be denied.
const THEME = `
  let mode;
  try { mode = localStorage.getItem("mode"); } catch {}
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme =
    ["light", "dark"].includes(mode) ? mode : dark ? "dark" : "light";
`;

/** Returns a page that says so, and lists `pages`: { url, title } each, the title in HTML. */
export function drawNothing(home, pages) {
  const items = pages.map(({ url, title }) => `<li><a href="${url}">${title}</a></li>`).join("\n");
  const list = pages.length
    ? `<p>These pages are here:</p>\n<ul>\n${items}\n</ul>`
    : "<p>No page is here yet.</p>";
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This page is not here yet</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<script>${THEME}</script>
<main>
<h1>This page is not here yet</h1>
<p>The site does not answer: this browser is offline, or the site cannot be reached. A page that you
have seen once can be read again without a network; this one you have not.</p>
${list}
<p><a href="">Try again</a>, or go to <a href="${home}">the book’s first page</a>.</p>
</main>
</html>
`;
}
