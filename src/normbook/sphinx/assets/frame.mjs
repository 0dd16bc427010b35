// What stands around a page's text: the button of themes, the field of the search, both sidebars.

const WIDE = "(min-width: 992px)"; // where the theme has the chapters beside the text
const KEPT = "sidebar-scroll-top";
const CHAPTERS = "normbook-chapters";
const ABOVE = 0.25; // how far down the link to this page stands, as a share of the sidebar's height

/** Sets up what of the frame the page has. */
export function setUpFrame(window) {
  offerThemes(window);
  offerSearch(window);
  for (const side of ["primary", "secondary"]) offerSidebar(window, side);
  scrollSidebar(window);
}

/**
 * The first press always changes what is seen; two more lead back to the system's theme. A button is
 * called as its picture of the mode is.
 */
function offerThemes({ document, matchMedia, normbookTheme }) {
  const { dataset } = document.documentElement;
  for (const button of document.querySelectorAll(".theme-switch-button")) {
    const name = button.getAttribute("aria-label");
    const paint = () => {
      const picture = [...button.children].find((each) => each.dataset.mode === dataset.mode);
      button.setAttribute("aria-label", picture ? `${name}: ${picture.title}` : name);
    };
    paint();
    button.addEventListener("click", () => {
      const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
      const modes = isDark ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
      normbookTheme.choose(modes[(modes.indexOf(dataset.mode) + 1) % modes.length]);
      paint();
    });
  }
}

/** A button, and Ctrl or ⌘ with K, lead to the page's own field, or else to that of the dialog. */
function offerSearch(window) {
  const { document, navigator } = window;
  const dialog = document.getElementById("pst-search-dialog");
  if (!dialog) return;
  const field = [...document.querySelectorAll("form.bd-search input")].find(
    (input) => !dialog.contains(input),
  );
  const isMac = /^(Mac|iPhone|iPad)/.test(navigator.platform);
  const toggle = () => {
    if (field) {
      field.focus();
      field.select();
    } else if (dialog.open) dialog.close();
    else {
      dialog.showModal();
      dialog.querySelector("input").select(); // what was sought last stays, until another is typed
    }
  };
  for (const button of document.querySelectorAll(".search-button__button")) {
    button.addEventListener("click", toggle);
  }
  if (isMac) {
    for (const key of document.querySelectorAll(".kbd-shortcut__modifier")) key.textContent = "⌘";
  }
  window.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const held = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
    // Where Chromium fills in a field, it tells of a press of no key.
    if (key?.toLowerCase() !== "k" || !held || shiftKey || altKey) return;
    event.preventDefault();
    toggle();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault(); // of a field with words in it the browser would empty that, and no more
    dialog.close();
  });
  closeOnBackdrop(dialog);
}

/** Where there is no room for a sidebar its button shows it as a dialog, and else hides the chapters. */
function offerSidebar({ document, matchMedia, sessionStorage }, side) {
  const sidebar = document.getElementById(`pst-${side}-sidebar`);
  const dialog = document.getElementById(`pst-${side}-sidebar-modal`);
  const button = document.querySelector(`.${side}-toggle`);
  if (!sidebar || !dialog || !button) return;
  button.addEventListener("click", () => {
    if (side === "primary" && matchMedia(WIDE).matches) {
      const { dataset } = document.documentElement;
      dataset.chapters = dataset.chapters === "hidden" ? "shown" : "hidden";
      keep(sessionStorage, CHAPTERS, dataset.chapters); // the next page has them so from its start
      return;
    }
    move(sidebar, dialog);
    dialog.showModal();
  });
  dialog.addEventListener("close", () => move(dialog, sidebar));
  dialog.addEventListener("click", ({ target }) => {
    if (target.closest("a[href]")) dialog.close(); // it hides where the link leads
  });
  closeOnBackdrop(dialog);
}

/** Takes all that one has to another, with the classes by which it is styled. */
function move(from, to) {
  to.append(...from.childNodes);
  to.classList.add(...from.classList);
  from.removeAttribute("class");
}

/** A click beside a dialog closes it: it comes to the dialog, from a place outside its box. */
function closeOnBackdrop(dialog) {
  dialog.addEventListener("click", ({ clientX: x, clientY: y, target }) => {
    if (target !== dialog) return;
    if (!contains(dialog, x, y)) dialog.close();
  });
}

/** Whether a point of the window is within an element's box. */
export function contains(element, x, y) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return left <= x && x <= right && top <= y && y <= bottom;
}

/** The list of chapters stays where the page before had it, if there it shows the link to this one. */
function scrollSidebar(window) {
  const sidebar = window.document.getElementById("pst-primary-sidebar");
  if (!sidebar || !window.matchMedia(WIDE).matches) return;
  const { sessionStorage } = window;
  sidebar.scrollTop = Number.parseInt(sessionStorage.getItem(KEPT), 10) || 0;
  const link = [...sidebar.querySelectorAll("nav .active")].at(-1);
  const { top = 0, bottom = 0 } = link?.getBoundingClientRect() ?? {};
  if (top < 0 || bottom > window.innerHeight) {
    const above = sidebar.clientHeight * ABOVE;
    sidebar.scrollTop += top - sidebar.getBoundingClientRect().top - above;
  }
  window.addEventListener("pagehide", () => keep(sessionStorage, KEPT, sidebar.scrollTop));
}

/** Leaves something to the next page, unless the storage is full. */
function keep(storage, name, value) {
  try {
    storage.setItem(name, value);
  } catch {}
}
