// What the boxes of exercises and the list of all share: a question, buttons, a file out, a file in.

const LARGEST = 10_000_000; // the most bytes that a chosen file may have
const FETCHED_MS = 60_000; // Safari reads a file only after the click, or once the reader allows it

/** Asks in the dialog, and resolves to whether the reader agrees. */
export function ask(dialog, words, yes) {
  dialog.querySelector("p").textContent = words;
  dialog.querySelector("button").textContent = yes;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** Has the buttons of a place act by their names, `data-do`, each unless it cannot just now. */
export function offerActions(place, actions) {
  place.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-do]");
    if (button && button.getAttribute("aria-disabled") !== "true") actions[button.dataset.do]();
  });
  for (const button of place.querySelectorAll("button[disabled]")) button.disabled = false;
}

/** Says whether a button can act now; one that cannot keeps the focus that it may have. */
export function enable(place, name, can) {
  place.querySelector(`[data-do="${name}"]`).setAttribute("aria-disabled", String(!can));
}

/** Hands the reader a file. */
export function saveFile(window, name, text, type) {
  const address = window.URL.createObjectURL(new window.Blob([text], { type }));
  const link = window.document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  window.setTimeout(() => window.URL.revokeObjectURL(address), FETCHED_MS);
}

/** Calls `paint` whenever another page may have written: in sight of this one, or before the way back. */
export function onOtherPages(window, paint) {
  window.addEventListener("storage", paint);
  window.addEventListener("pageshow", ({ persisted }) => persisted && paint());
}

/** Calls `take` with the text of each file that the reader chooses through the input. */
export function onFile(input, take) {
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    const text = file.size > LARGEST ? "" : await file.text();
    input.value = ""; // so that to choose the same file again is a change, too
    take(text, file.name);
  });
}
