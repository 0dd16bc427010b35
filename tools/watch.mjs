// What `make watch` adds to each page that it serves, and no other site has: it reloads the page
// when the page, or what it has loaded, has changed, and shows why a build has failed.

const script = document.currentScript;
const ID = "nb-watch-errors";
const STYLE = `
  position: fixed; inset: auto 0 0 0; z-index: 9999; max-height: 60vh; overflow: auto; margin: 0;
  padding: 1rem; background: #2b1014; color: #ffe3e0; border-top: 3px solid #ff6b5e;
  font: 14px/1.5 ui-monospace, monospace; white-space: pre-wrap;
`;

function show(errors) {
  document.getElementById(ID)?.remove();
  if (!errors) return;
  const box = document.createElement("pre");
  Object.assign(box, { id: ID, textContent: errors });
  box.setAttribute("role", "alert");
  box.style.cssText = STYLE;
  document.body.append(box);
}

/** Returns the paths of the page and of what it has loaded. */
function loaded() {
  const resources = performance.getEntriesByType("resource").map(({ name }) => name);
  const page = location.pathname.replace(/\/$/, "/index.html");
  return new Set([page, ...resources.map((address) => new URL(address, location.href).pathname)]);
}

let { since } = script.dataset;
let changes;

function hear({ data }) {
  const { version, changed, errors } = JSON.parse(data);
  since = version;
  const mine = loaded();
  if (changed.some((path) => mine.has(path)))
    location.reload(); // to where it was scrolled
  else show(errors);
}

/** Listens while the page is seen: of one host a browser holds six connections, of all tabs. */
function follow() {
  changes?.close();
  if (document.hidden) return;
  changes = new EventSource(`/-/changes?since=${since}`);
  changes.addEventListener("message", hear);
}

document.addEventListener("visibilitychange", follow);
follow();
