// What every explorable has: a state that follows model and hand, links, reset, speech.

import { button } from "./controls.mjs";
import { add, say } from "./dom.mjs";
import { decode, encode } from "./link.mjs";
import { nudge } from "./nudge.mjs";
import { parser } from "./traits.mjs";

const QUIET_MS = 700; // a state is spoken when it has not changed for so long

/**
 * Returns an Anywidget Front-End Module, with its `parse`.
 *   slug, title   the explorable's names, for links and for screen readers
 *   traits        { name: trait }, see traits.mjs
 *   parse         makes a full state of what came from outside, or null; by default from the traits
 *   limits        what is said where a change would leave the limits
 *   kept          what is said of a link beside that it is copied; by default nothing
 *   python        what of a state to write as Python; by default what differs from the start
 *   build         (root, app) adds the picture, and returns paint(state), which returns what to say
 *                 of the state to those who cannot see it
 *
 * `app` has `change`, which takes the traits that differ or a function from the state to them;
 * `repaint`, for what is not part of the state; `tools`, the row of buttons; `message`; `record()`,
 * the recorded measurements, if there are any: where the explorable's `recorded_for` in Python says what
 * needs them, they may come later, with another paint; `base`, the address of the chapters as seen from this page, and
 * undefined in a notebook; `brief`, whether its core alone is to be shown; `window`; and `signal`,
 * aborted on unmount.
 */
export function explorable({
  slug,
  title,
  traits,
  parse = parser(traits),
  limits,
  kept = "",
  python,
  build,
}) {
  const names = Object.keys(traits);

  function render({ model, el }) {
    const window = el.ownerDocument.defaultView;
    const stop = new AbortController();
    const { signal } = stop;
    const received = () => parse(Object.fromEntries(names.map((name) => [name, model.get(name)])));
    const start = received() ?? parse({});
    const link = model.get("link") ?? slug; // another where a page has two of a kind
    let state = start;
    let timer;
    let waiting = false;

    const root = add(el, "div", { class: `nb-explorable nb-${slug}`, role: "group" });
    root.setAttribute("aria-label", title);
    const tools = add(root, "div", { class: "nb-buttons", role: "group", "aria-label": "Tools" });
    const message = add(root, "p", { class: "nb-message", role: "status" });
    const spoken = add(root, "p", { class: "nb-spoken", "aria-live": "polite" });
    const tell = (words) => say(message, words);
    const app = {
      change: (next) => commit({ ...state, ...(typeof next === "function" ? next(state) : next) }),
      repaint: () => paint(state),
      record: () => model.get("record"),
      base: model.get("base"),
      brief: model.get("brief") ?? false,
      message: tell,
      tools,
      window,
      signal,
    };
    const paint = build(root, app);
    button(tools, "Reset", () => commit(start), { signal });
    button(tools, "Copy link", copyLink, { signal, class: "nb-on-page" });
    button(tools, "Copy as Python", copyPython, { signal });
    root.append(tools, message, spoken); // below the picture

    /** Several traits change in one go, and are painted once. */
    function onChange() {
      if (waiting) return;
      waiting = true;
      queueMicrotask(() => {
        waiting = false;
        if (signal.aborted) return;
        state = received() ?? state;
        const words = paint(state);
        clearTimeout(timer);
        timer = setTimeout(() => say(spoken, words), QUIET_MS);
      });
    }

    function commit(next) {
      const valid = parse(next);
      tell(valid ? "" : limits);
      if (!valid) return;
      state = valid; // a second change in the same moment builds on the first
      for (const name of names) model.set(name, valid[name]);
      model.save_changes();
    }

    async function copy(words, done, otherwise) {
      try {
        await window.navigator.clipboard.writeText(words);
        tell(done);
      } catch {
        tell(otherwise);
      }
    }

    function copyLink() {
      window.history.replaceState(null, "", encode(link, state));
      const said = (words) => `${words} ${kept}`.trim();
      const { href } = window.location;
      // In a frame no address bar shows it.
      const found = window.top === window.self ? "The link is in the address bar." : href;
      copy(href, said("Link copied."), said(found));
    }

    function copyPython() {
      const code = asPython(slug, python?.(state) ?? differences(state, traits));
      copy(code, "Copied: paste it into a cell.", code);
    }

    function followLink() {
      const hash = window?.location?.hash;
      if (!hash?.startsWith(`#${link}=`)) return;
      const linked = parse(decode(link, hash));
      commit(linked ?? start);
      if (!linked) tell("This link holds no state that can be shown; here is the start.");
    }

    const watched = [...names, "record"];
    for (const name of watched) model.on(`change:${name}`, onChange);
    window?.addEventListener?.("hashchange", followLink, { signal });
    paint(state);
    followLink();
    nudge(root, window);

    return () => {
      stop.abort();
      clearTimeout(timer);
      for (const name of watched) model.off(`change:${name}`, onChange);
      root.remove();
    };
  }

  return { parse, render };
}

function differences(state, traits) {
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  return Object.fromEntries(
    Object.entries(state).filter(([name, value]) => !same(value, traits[name].start)),
  );
}

/** The call that makes this state in a notebook. */
function asPython(slug, state) {
  const name = slug.replaceAll(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());
  const literal = (value) => {
    if (typeof value === "boolean") return value ? "True" : "False";
    if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
    return JSON.stringify(value);
  };
  const parts = Object.entries(state).map(([key, value]) => `${key}=${literal(value)}`);
  return `${name}(${parts.join(", ")})`;
}
