// Asks for the service worker once a page has loaded, and tells it what the page needs.

/** Makes this page readable offline, where the browser allows it; where not, nothing is different. */
export async function keepForLater(window, worker) {
  try {
    const { navigator, document } = window;
    if (!window.isSecureContext || !navigator.serviceWorker) return;
    await loaded(window);
    await navigator.serviceWorker.register(worker);
    const { active } = await navigator.serviceWorker.ready;
    const thrifty = navigator.connection?.saveData;
    active.postMessage({ keep: [...seen(window), ...(thrifty ? [] : later(document))] });
  } catch {
    // Refused, as in a private window.
  }
}

function loaded(window) {
  if (window.document.readyState === "complete") return null;
  return new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
}

/** The page, and what it has loaded: the worker was not there yet when it did. */
function seen({ location, performance }) {
  return [location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)];
}

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
