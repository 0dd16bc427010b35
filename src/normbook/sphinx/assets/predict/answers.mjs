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
  const stored = () => parseAnswers(storage.getItem(KEY));
  let kept = stored(); // as this page has them
  const isAlways = () => storage.getItem(ALWAYS) === "yes";
  let always = isAlways();

  /** Changes what this page has, and what the storage has by now: other pages write there, too. */
  const change = (changed) => {
    const there = stored();
    kept = changed({ ...there, ...kept });
    tryTo(() => storage.setItem(KEY, JSON.stringify(changed(there))));
  };

  return {
    /** The answer to a question, if it was this question that was asked. */
    of: (slug, hash) => (kept[slug]?.hash === hash ? kept[slug] : undefined),
    all: () => Object.values(kept),
    /** The first answer counts. */
    keep: (slug, answer) =>
      change((all) => (all[slug]?.hash === answer.hash ? all : { ...all, [slug]: answer })),
    forget: (slugs) =>
      change((all) =>
        Object.fromEntries(Object.entries(all).filter(([slug]) => !slugs.includes(slug))),
      ),
    get always() {
      return always;
    },
    set always(on) {
      always = on;
      tryTo(() => (on ? storage.setItem(ALWAYS, "yes") : storage.removeItem(ALWAYS)));
    },
    /** Takes over what another page has chosen meanwhile; returns whether that is another choice. */
    followAlways() {
      const before = always;
      always = isAlways();
      return always !== before;
    },
  };
}

/** Writes, unless the storage is full or denied: then what was to be kept lasts as long as the page. */
export function tryTo(write) {
  try {
    write();
  } catch {}
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
