// A reader's work in the browser: one record an exercise, under normbook:<slug>.
//   { source, points, worth, hints, time }
// `points` are the most that were earned, null before the first check; of `hints`, bit i says that
// hint i was taken; `time` is when it was written, in milliseconds.

export const LONGEST = 100_000; // the most characters that the source of an attempt may have

export const keyOf = (slug) => `normbook:${slug}`;

/** The browser's own storage, or null: where it is denied, the page may have put another in place. */
export function storageOf(window) {
  try {
    const storage = window.localStorage;
    return storage instanceof window.Storage ? storage : null;
  } catch {
    return null;
  }
}

/** The record that a text holds as JSON, or null. */
export function parseWork(text) {
  try {
    return asWork(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The fields of a record, and no others; null for a value that is no record. */
export function asWork(value) {
  const { source, points, worth, hints, time } = value ?? {};
  const count = (number) => Number.isInteger(number) && number >= 0;
  const valid =
    typeof source === "string" &&
    source.length <= LONGEST &&
    (points === null || count(points)) &&
    [worth, hints, time].every(count);
  return valid ? { source, points, worth, hints, time } : null;
}

/** The record of one exercise, or null; there may be no storage. */
export const readWork = (storage, slug) => parseWork(storage?.getItem(keyOf(slug)) ?? "");

/** What a record has earned, of what the exercise is worth by now. */
export const earnedOf = (work, worth) => Math.min(work?.points ?? 0, worth);

/** A record with the most that two have earned and taken. */
export function withBest(work, other) {
  if (!other) return work;
  const points = work.points === null ? other.points : Math.max(work.points, other.points ?? 0);
  return { ...work, points, hints: work.hints | other.hints };
}

/** The record of one exercise, as this page reads and writes it. */
export function openStore(storage, slug) {
  let seen = 0; // the time of the record that this page last read or wrote

  const stored = () => readWork(storage, slug);

  return {
    read() {
      const work = stored();
      seen = work?.time ?? 0;
      return work;
    },

    /** Whether the record that this page last read or wrote is there no more. */
    isCleared: () => seen > 0 && !stored(),

    /**
     * Returns "kept", "denied" where nothing can be kept, "long" where the source is too long to be
     * read again, or "newer" where another page has written another source meanwhile: that is not
     * overwritten before `read` has seen it.
     */
    write(work) {
      if (!storage) return "denied";
      if (!asWork(work)) return "long";
      try {
        const there = stored();
        if (there && there.time !== seen && there.source !== work.source) return "newer";
        storage.setItem(keyOf(slug), JSON.stringify(withBest(work, there)));
        seen = work.time;
        return "kept";
      } catch {
        return "denied"; // the storage is full, or was withdrawn
      }
    },
  };
}
