// One box's conversation with Python: one request at a time, progress in words, a way to stop.

const MEGABYTE = 1e6;
const LOADED = "normbook-python"; // set in storage once Python has come to this browser

let shared;
let failures = 0;

/** The page's Python, one for all its boxes; its code is fetched with the first request. */
function sharedPython(base) {
  // A browser does not ask again for a module that it could not have: its address must be another.
  const address = `${base}runtime.mjs${failures ? `?${failures}` : ""}`;
  shared ??= import(address).then(
    ({ createPython }) => createPython({ base }),
    (error) => {
      failures += 1;
      shared = undefined;
      throw error;
    },
  );
  return shared;
}

const STOPPED = { status: "stopped" };
const CAUSE = "Python could not be loaded. Are you offline?";
const UNREACHABLE = {
  status: "unavailable",
  cause: CAUSE,
  message: `${CAUSE} Your code is safe: try again later.`,
};

/**
 * Returns { ask, prepare, stop }.
 *   load      gives the page's Python
 *   storage   remembers whether Python has been here before; may be null
 *   onBusy    is told whether a request runs
 *   onWords   takes what to show meanwhile, and whether nobody has asked: then it may take no place
 *   onShare   takes how much of Python has come, from 0 to 1, or null while that is not the point
 */
export function openSession({ base, storage, onBusy, onWords, onShare, load = sharedPython }) {
  let stop = null;
  let prepared = false;

  function onProgress({ loaded, total }, isUnasked = false) {
    if (loaded >= total) {
      onShare(null);
      onWords("Starting Python …", isUnasked);
      return;
    }
    const [here, all] = [loaded, total].map((bytes) => Math.round(bytes / MEGABYTE));
    const once = storage?.getItem(LOADED) ? "" : " This happens once: your browser keeps it.";
    onShare(loaded / total);
    onWords(`Loading Python: ${here} of ${all} MB.${once}`, isUnasked);
  }

  return {
    /**
     * Makes a request of Python, and returns what came of it; null while another is under way. The
     * words stand at first, and again once all is there and the reader's code runs.
     */
    async ask(words, request) {
      if (stop) return null;
      stop = new AbortController();
      const { signal } = stop;
      onBusy(true);
      onWords(words);
      try {
        const python = await Promise.race([load(base), aborted(signal)]);
        if (signal.aborted) return STOPPED;
        const onStart = () => {
          remember(storage);
          onWords(words);
        };
        return await request(python, { signal, onProgress, onStart });
      } catch (error) {
        console.error(error);
        return UNREACHABLE;
      } finally {
        stop = null;
        onShare(null);
        onBusy(false);
      }
    },
    /** Has Python come while the reader still writes, once; says so as long as nobody asks. */
    async prepare(slug, options) {
      if (prepared || stop) return;
      prepared = true;
      try {
        const python = await load(base);
        if (stop) return;
        const tell = (progress) => !stop && onProgress(progress, true);
        await python.prepare(slug, { ...options, onProgress: tell });
        if (stop) return;
        onShare(null);
        onWords("", true);
      } catch {
        // The first request says what is wrong.
      }
    },
    stop: () => stop?.abort(),
  };
}

const aborted = (signal) =>
  new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));

function remember(storage) {
  try {
    storage?.setItem(LOADED, "1");
  } catch {
    // A full storage: the note is then shown once more.
  }
}
