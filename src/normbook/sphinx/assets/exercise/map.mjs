// The map of the book: beside each chapter, what this browser has earned in its exercises.

import { onOtherPages } from "./page.mjs";
import { earnedOf, readWork, storageOf } from "./store.mjs";

/** Mounts a `.nb-map`. */
export function mount(place) {
  const window = place.ownerDocument.defaultView;
  const storage = storageOf(window);

  const earned = ([slug, worth]) => earnedOf(readWork(storage, slug), Number(worth));

  function paint() {
    for (const points of place.querySelectorAll(".nb-map-points")) {
      const exercises = points.dataset.worth.split(" ").map((each) => each.split(":"));
      const all = exercises.reduce((sum, [, worth]) => sum + Number(worth), 0);
      const here = exercises.reduce((sum, each) => sum + earned(each), 0);
      points.textContent = here
        ? `${here === all ? "✓ " : ""}${here} of ${all} points`
        : `${all} points`;
      points.style.setProperty("--nb-share", here / all);
    }
  }

  onOtherPages(window, paint);
  paint();
  place.dataset.mounted = "";
}
