// Covers what comes below a question before anything of it is seen. This stands in the page itself:
// each part that is covered calls it as it begins, and once more, with all of it there to be
// measured, as it ends.

window.normbookPredict = (() => {
  const MOST = 400; // CSS pixels that a cover holds free: more would be a hole in the page
  const parse = (text) => {
    try {
      return JSON.parse(text) ?? {};
    } catch {
      return {};
    }
  };
  const kept = parse(localStorage.getItem("normbook:predictions"));
  let isOpen = localStorage.getItem("normbook:always-show") === "yes";
  document.documentElement.toggleAttribute("data-always-show", isOpen);
  const isKnown = (name) => {
    const [slug, hash] = name.split(":");
    return kept[slug]?.hash === hash;
  };

  /** Says behind a cover, and so upon it, what lifts it: what it covers can say nothing. */
  const note = (place, names) => {
    const link = document.createElement("a");
    link.className = "nb-cover-note";
    link.href = `#question-${names.split(":")[0]}`;
    link.textContent = "Covered, until you have said what you expect";
    place.after(link);
  };

  return {
    cover(names) {
      const place = document.currentScript.parentElement;
      if (isOpen || names.split(" ").every(isKnown)) return;
      if (place.dataset.asks) {
        place.hidden = false;
        const height = Math.min(place.offsetHeight, MOST);
        place.style.setProperty("--nb-height", `${height}px`);
      } else if (!place.matches(".nb-reveal")) note(place, names);
      place.dataset.asks = names;
      place.setAttribute("hidden", "until-found");
    },
    /** Where no script comes to ask, nothing stays covered. */
    open() {
      isOpen = true;
      for (const place of document.querySelectorAll(".nb-covered")) place.hidden = false;
    },
  };
})();
