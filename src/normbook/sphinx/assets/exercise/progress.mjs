// The list of all exercises: what this browser has earned, and all of its work as one file.

import { ask, enable, offerActions, onFile, onOtherPages, saveFile } from "./page.mjs";
import { asWork, earnedOf, keyOf, readWork, storageOf, withBest } from "./store.mjs";

const FILE = "normbook-work.json";

/** Mounts a `.nb-progress`. */
export function mount(place, { agree = ask } = {}) {
  const window = place.ownerDocument.defaultView;
  const storage = storageOf(window);
  const cells = [...place.querySelectorAll("td[data-slug]")];
  const slugs = cells.map((cell) => cell.dataset.slug);
  const find = (selector) => place.querySelector(selector);
  const tell = (words) => {
    find(".nb-message").textContent = words;
  };

  const read = (slug) => readWork(storage, slug);
  const all = () => slugs.map((slug) => [slug, read(slug)]).filter(([, work]) => work);

  function paint() {
    const { total, apart } = place.dataset;
    const works = new Map(all());
    let earned = 0;
    for (const cell of cells) {
      const { slug, worth } = cell.dataset;
      const points = earnedOf(works.get(slug), Number(worth));
      earned += points;
      cell.textContent = showPoints(works.get(slug), points, Number(worth));
    }
    find(".nb-total strong").textContent = `${earned} of ${total} points`;
    find("progress").max = total;
    find("progress").value = earned;
    find(".nb-apart").textContent = `${apart} of them need PyTorch, and are earned elsewhere.`;
    for (const name of ["download", "clear"]) enable(place, name, works.size > 0);
    enable(place, "upload", storage !== null);
  }

  function download() {
    const text = JSON.stringify({ normbook: 1, work: Object.fromEntries(all()) }, null, 1);
    saveFile(window, FILE, text, "application/json");
  }

  /** Of each exercise keeps the newer source, and the most that was earned. */
  function upload(text, name) {
    const works = parseFile(text).filter(([slug]) => slugs.includes(slug));
    const newer = works.filter(([slug, work]) => work.time > (read(slug)?.time ?? -1));
    try {
      for (const [slug, work] of works) {
        const here = read(slug);
        const [kept, other] = work.time > (here?.time ?? -1) ? [work, here] : [here, work];
        storage.setItem(keyOf(slug), JSON.stringify(withBest(kept, other)));
      }
    } catch {
      return tell("This browser has no room for it.");
    } finally {
      paint();
    }
    const older = works.length - newer.length;
    const left = older ? ` ${count(older)} here is as new, or newer, and stays.` : "";
    return tell(works.length ? `Taken: ${count(newer.length)}.${left}` : `${name} holds no work.`);
  }

  async function clear() {
    const words = "Clear all your work on all exercises from this browser? This cannot be undone.";
    if (!(await agree(find("dialog"), words, "Clear"))) return;
    for (const slug of slugs) storage.removeItem(keyOf(slug));
    paint();
    tell("Cleared.");
  }

  const choose = () => find('input[type="file"]').click();
  offerActions(place, { download, clear, upload: choose });
  onFile(find('input[type="file"]'), upload);
  onOtherPages(window, paint);
  if (!storage) tell("This browser keeps nothing here, so there is nothing to show.");
  paint();
  place.dataset.mounted = "";
}

function showPoints(work, points, worth) {
  if (!Number.isInteger(work?.points)) return String(worth);
  return `${points === worth ? "✓ " : ""}${points}/${worth}`;
}

const count = (number) => `${number} ${number === 1 ? "exercise" : "exercises"}`;

/** The records in a file: [slug, work] each; none where it is another kind of file. */
export function parseFile(text) {
  try {
    return Object.entries(JSON.parse(text).work)
      .map(([slug, work]) => [slug, asWork(work)])
      .filter(([, work]) => work);
  } catch {
    return [];
  }
}
