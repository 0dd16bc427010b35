// A button on each piece of code, which copies it. The theme's own brings a library, and seven
// languages.

const SHOWN_MS = 2000;
const icon = (paths) =>
  `<svg viewBox="0 0 24 24" fill="none" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;
const COPY = icon(
  '<rect x="8" y="8" width="12" height="12" rx="2"/><path d="M16 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h2"/>',
);
const CHECK = icon('<path d="M5 12l5 5L20 7"/>');

/** Adds the buttons; `write` puts a text on the clipboard. */
export function offerCopies(document, write) {
  const spoken = Object.assign(document.createElement("p"), { className: "nb-spoken" });
  spoken.setAttribute("role", "status"); // that a button has another name now is not heard
  document.body.append(spoken);
  let silencing;
  const speak = (words) => {
    spoken.textContent = words;
    clearTimeout(silencing);
    silencing = setTimeout(() => {
      spoken.textContent = "";
    }, SHOWN_MS);
  };
  for (const code of document.querySelectorAll("div.highlight pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copybtn o-tooltip--left";
    const show = (words, picture) => {
      button.innerHTML = picture;
      button.setAttribute("aria-label", words);
      button.setAttribute("data-tooltip", words);
      button.classList.toggle("success", words === "Copied");
    };
    const tell = (words, picture) => {
      show(words, picture);
      speak(words);
      clearTimeout(resting);
      resting = setTimeout(() => show("Copy", COPY), SHOWN_MS);
    };
    let resting;
    button.addEventListener("click", async () => {
      try {
        await write(code.textContent);
        tell("Copied", CHECK);
      } catch {
        tell("Could not copy", COPY); // the browser does not allow it, or has no clipboard
      }
    });
    show("Copy", COPY);
    code.after(button);
  }
}
