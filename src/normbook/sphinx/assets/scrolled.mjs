// A box that scrolls is reached with the Tab key, in browsers that do not see to it by themselves.

const BOXES = "pre, .nb-math, .nb-figure, .cell_output > .output, .pst-scrollable-table-container";

/** Keeps the boxes below `root` in the order of Tab while what they hold is larger than they are. */
export function reachScrolled(root, { ResizeObserver, MutationObserver, getComputedStyle }) {
  // A letter's hat may stand out of a formula's box, which scrolls sideways alone.
  const scrollsDown = (box) =>
    box.scrollHeight > box.clientHeight && getComputedStyle(box).overflowY !== "hidden";
  const scrolls = (box) => box.scrollWidth > box.clientWidth || scrollsDown(box);
  // It calls when all is laid out, for boxes that are: to measure then costs nothing.
  const sizes = new ResizeObserver((entries) => {
    for (const [box, isScrolled] of entries.map(({ target }) => [target, scrolls(target)])) {
      if (isScrolled) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  });
  const measure = (box) => {
    sizes.unobserve(box); // observed anew, it is reported even if its size is the same
    sizes.observe(box);
  };
  const changes = new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
    const changed = new Set(records.map(({ target }) => target.closest(BOXES)));
    for (const box of added.flatMap(boxesOf)) changed.add(box);
    for (const box of changed) if (box?.isConnected) measure(box);
  });
  for (const box of boxesOf(root)) measure(box);
  changes.observe(root, { childList: true, subtree: true });
}

function boxesOf(node) {
  if (!node.querySelectorAll) return [];
  return [...(node.matches(BOXES) ? [node] : []), ...node.querySelectorAll(BOXES)];
}
