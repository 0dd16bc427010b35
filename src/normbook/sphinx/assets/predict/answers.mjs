// What a reader has said, in the browser alone: { slug: { said, sure, right, hash } } under one key.
// `said` is null where they had it shown; `hash` is that of the question that was asked.

export const KEY = "normbook:predictions";
export const ALWAYS = "normbook:always-show";

/** What a text holds of answers: nothing, if it is none. */
export function parseAnswers(text) {
  try {
    const kept = JSON.parse(text);
    return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}

/** The answers that a storage keeps; where it cannot, they last as long as the page. */
export function openAnswers(storage) {
  let kept = parseAnswers(storage.getItem(KEY));
  const write = () => {
    try {
      storage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // The storage is full, or denied: the answers last as long as the page.
    }
  };

  return {
    /** The answer to a question, if it was this question that was asked. */
    of: (slug, hash) => (kept[slug]?.hash === hash ? kept[slug] : undefined),
    all: () => Object.values(kept),
    /** The first answer counts. */
    keep(slug, answer) {
      kept = { ...parseAnswers(storage.getItem(KEY)), ...kept };
      if (kept[slug]?.hash === answer.hash) return;
      kept[slug] = answer;
      write();
    },
    forget(slugs) {
      kept = Object.fromEntries(Object.entries(kept).filter(([slug]) => !slugs.includes(slug)));
      write();
    },
    get always() {
      return storage.getItem(ALWAYS) === "yes";
    },
    set always(on) {
      if (on) storage.setItem(ALWAYS, "yes");
      else storage.removeItem(ALWAYS);
    },
  };
}

export const SURE = { 1: "a guess", 2: "rather sure", 3: "certain" };

/** How many of the answers of each sureness were right: [{ sure, right, all }]. */
export function calibrate(answers) {
  const said = answers.filter((answer) => answer.said != null && SURE[answer.sure]);
  return Object.keys(SURE)
    .map(Number)
    .map((sure) => said.filter((answer) => answer.sure === sure))
    .map((those, i) => ({
      sure: i + 1,
      right: those.filter((answer) => answer.right).length,
      all: those.length,
    }))
    .filter(({ all }) => all > 0);
}
