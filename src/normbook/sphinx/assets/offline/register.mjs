// Asks for the service worker once a page has loaded, and tells it what the page needs.

/** Makes this page readable offline, where the browser allows it; where not, nothing is different. */
export async function keepForLater(window, worker) {
  try {
    const { navigator, document } = window;
    if (!window.isSecureContext || !navigator.serviceWorker) return;
    await loaded(window);
    await navigator.serviceWorker.register(worker);
    const registration = await navigator.serviceWorker.ready;
    const { active } = registration;
    await activated(active); // what the page loads from now on passes through it
    const wanted = navigator.connection?.saveData ? [] : later(document);
    tell(active, seen(window), wanted);
    watchLate(window, (late) => tell(registration.active, late));
    navigator.serviceWorker.addEventListener("controllerchange", async () => {
      const { active: newer } = registration;
      if (newer === active) return;
      // The last one kept nothing of a page of the new build. What came may be of the old: none is fresh.
      await activated(newer);
      tell(newer, seen(window), wanted, []);
    });
  } catch {
    // The browser refuses a service worker, as in a private window.
  }
}

function loaded(window) {
  if (window.document.readyState === "complete") return null;
  return new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
}

function activated(worker) {
  if (worker.state !== "activating") return null;
  return new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
}

function tell(worker, came, wanted = [], fresh = came.filter(isFresh)) {
  const keep = [...new Set([...came.map(nameOf), ...wanted])];
  worker.postMessage({ keep, fresh: fresh.map(nameOf) });
}

/** Calls back with what was on its way when the worker came in, and so has passed it by. */
function watchLate({ PerformanceObserver }, callback) {
  const observer = new PerformanceObserver((list) => {
    const late = list.getEntries().filter(({ workerStart }) => !workerStart);
    if (late.length) callback(late);
  });
  observer.observe({ type: "resource" });
}

/** The page, and what it has loaded: the worker was not there yet when it did. */
function seen({ performance }) {
  return [
    ...performance.getEntriesByType("navigation"),
    ...performance.getEntriesByType("resource"),
  ];
}

const nameOf = ({ name }) => name;

/** Whether a file came from the host itself just now, and not from what the browser had. */
const isFresh = ({ transferSize }) => transferSize > 0;

/** What the page loads once the reader comes near; Python is not among it. */
function later(document) {
  const places = [...document.querySelectorAll("[data-module]")];
  const addresses = places.flatMap(({ dataset }) => [
    dataset.module,
    dataset.style,
    dataset.record,
  ]);
  return addresses.filter(Boolean).map((address) => new URL(address, document.baseURI).href);
}
