// Covers what comes below a question before anything of it is seen. This stands in the page itself,
// and each part that is covered calls it as it begins. A cover has one height, whatever is below: to
// measure that while the page is read would cost a layout each.

window.normbookPredict = (() => {
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
  const isPassed = (name) => isKnown(name) && kept[name.split(":")[0]].said === null;

  /** Stands in the place of what is covered, and says what uncovers it. */
  const note = (place, names, texts) => {
    const box = document.createElement("div");
    box.className = "nb-cover-note";
    const link = document.createElement("a");
    link.href = `#question-${names.split(":")[0]}`;
    const more = texts > 1 ? `${texts} paragraphs` : "a paragraph";
    const covered = texts ? `The answer and ${more} are covered` : "Covered";
    const count = names.split(" ").length;
    const all = count === 2 ? " both questions" : ` all ${count} questions`;
    link.textContent = `${covered} until you answer${count > 1 ? all : ""}`;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Show me";
    box.append(link, button);
    place.after(box);
  };

  return {
    cover(names, texts = 0) {
      const place = document.currentScript.parentElement;
      place.dataset.asks = names;
      if (place.matches(".nb-reveal") && isPassed(names)) place.parentElement.dataset.state = "passed";
      // Seen only while its place is hidden, which may come later: answers can be forgotten.
      if (!place.matches(".nb-reveal, .nb-covered-too")) note(place, names, texts);
      if (isOpen || names.split(" ").every(isKnown)) return;
      place.setAttribute("hidden", "until-found");
    },
    /** Where no script comes to ask, as in a page from disk, nothing stays covered, and no button is left. */
    open() {
      isOpen = true;
      document.documentElement.toggleAttribute("data-unasked", true);
      for (const place of document.querySelectorAll(".nb-covered")) place.hidden = false;
    },
  };
})();
