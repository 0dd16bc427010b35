// Mounts the page's explorables: each is an anywidget module, and this is its host without a kernel.

/** The part of anywidget's model that a module may use, over a plain object. */
export function createModel(state) {
  const values = structuredClone(state);
  const listeners = new Map();
  const emit = (name) => {
    for (const listener of listeners.get(name) ?? []) listener();
  };
  return {
    get: (key) => values[key],
    set(key, value) {
      if (Object.is(values[key], value)) return;
      values[key] = value;
      emit(`change:${key}`);
      emit("change");
    },
    on(name, listener) {
      if (!listeners.has(name)) listeners.set(name, new Set());
      listeners.get(name).add(listener);
    },
    off(name, listener) {
      if (listener) listeners.get(name)?.delete(listener);
      else if (name) listeners.delete(name);
      else listeners.clear();
    },
    save_changes() {},
    send() {},
  };
}

/** Replaces a place's picture by the working explorable; on failure the picture stays. */
async function mount(place) {
  const here = place.querySelector(".nb-mount-here");
  const state = JSON.parse(place.querySelector('script[type="application/json"]').textContent);
  try {
    const [{ default: widget }, recorded] = await Promise.all([
      import(new URL(place.dataset.module, document.baseURI)),
      place.dataset.record ? fetchRecord(place.dataset.record) : {},
    ]);
    const el = document.createElement("div");
    const model = createModel({ ...state, ...recorded, link: linkName(place) });
    await widget.render({ model, el });
    here.replaceChildren(el);
    place.dataset.mounted = "";
  } catch (error) {
    here.insertAdjacentHTML("afterend", '<p class="nb-mount-failed" role="status"></p>');
    here.nextElementSibling.textContent =
      "This model could not start; above is its picture. Reload the page to try again.";
    console.error(error);
  }
}

/** What a link to a place is called: the slug, and of the second of its kind on the page slug-2. */
function linkName(place) {
  const { slug } = place.dataset;
  const alike = [...document.querySelectorAll(`.nb-mount[data-slug="${slug}"]`)];
  const number = alike.indexOf(place) + 1;
  return number === 1 ? slug : `${slug}-${number}`;
}

async function fetchRecord(address) {
  const response = await fetch(new URL(address, document.baseURI));
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return { record: await response.json() };
}

if (typeof document !== "undefined") {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        mount(target);
      }
    },
    { rootMargin: "600px" },
  );
  for (const place of document.querySelectorAll(".nb-mount")) observer.observe(place);

  // An open menu closes when the reader goes elsewhere.
  const closeMenus = (except) => {
    for (const menu of document.querySelectorAll(".nb-menu[open]")) {
      if (menu !== except) menu.open = false;
    }
  };
  document.addEventListener("click", ({ target }) => closeMenus(target.closest(".nb-menu")));
  document.addEventListener("keydown", ({ key, target }) => {
    if (key !== "Escape") return;
    target.closest(".nb-menu[open]")?.querySelector("summary").focus();
    closeMenus();
  });

  // A link to one setting, `#slug=…`, leads to its explorable.
  const name = location.hash.match(/^#([\w-]+)=/)?.[1];
  const places = [...document.querySelectorAll(".nb-mount")];
  if (name) places.find((place) => linkName(place) === name)?.scrollIntoView();
}
