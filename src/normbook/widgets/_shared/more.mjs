// What a reader needs second, folded away.

import { add } from "./dom.mjs";

/**
 * Adds a part that is folded away behind *More*. `build(parent)` adds its content when it is first
 * opened, and returns what paints a state. The part opens by itself when a state comes, from a link
 * say, for which `isAsked(state)` is true: what such a state is about is in that part. What opened by
 * itself closes when the state is another again, by Reset say, unless the reader is at work in it.
 * Returns what paints a state, and returns what the content's painter returns, undefined while it is
 * folded away.
 */
export function more(parent, { build, isAsked = () => false, app }) {
  const { repaint, signal } = app;
  const box = add(parent, "details", { class: "nb-more" });
  add(box, "summary", {}, "More");
  box.addEventListener("toggle", repaint, { signal });
  openOnPaper(box, app);
  let paint = null;
  let wasAsked = false;
  let openedItself = false;

  return (state) => {
    const asked = isAsked(state);
    if (asked && !wasAsked && !box.hasAttribute("open")) {
      box.toggleAttribute("open", true);
      openedItself = true;
    } else if (!asked && openedItself && !box.contains(box.ownerDocument.activeElement ?? null)) {
      box.toggleAttribute("open", false);
      openedItself = false;
    }
    wasAsked = asked;
    if (!box.hasAttribute("open")) return undefined;
    paint ??= build(box);
    return paint(state);
  };
}

/** Opens the part while the page is laid out for paper, on which nobody can open it. */
function openOnPaper(box, { repaint, window, signal }) {
  let isOpen = false;
  const open = () => {
    isOpen = box.hasAttribute("open");
    box.toggleAttribute("open", true);
    repaint();
  };
  window?.addEventListener?.("beforeprint", open, { signal });
  const close = () => box.toggleAttribute("open", isOpen);
  window?.addEventListener?.("afterprint", close, { signal });
}
