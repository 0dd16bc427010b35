// All of an attempt at once: the stub or a file in its place, what it was before, and out as a file.

import { onFile, saveFile } from "./page.mjs";
import { LONGEST } from "./store.mjs";

const MOST = `${LONGEST.toLocaleString("en")} characters`;

/**
 * Lets a reader replace all of their code in a `.nb-solve`, and take it back.
 *   work    keeps what is in the editor: see kept.mjs
 *   agree   asks a question, and resolves to whether the reader agrees
 */
export function offerWhole(place, { stub, editor, work, agree, announce }) {
  const window = place.ownerDocument.defaultView;
  const undoing = place.querySelector('[data-do="undo"]');
  const chosen = place.querySelector('input[type="file"]');
  let replaced; // the source that was there before the last one was put in its place

  function put(source, words) {
    editor.replace(source);
    work.keep();
    announce(words);
  }

  function replace(source, words) {
    replaced = editor.source();
    put(source, words);
    undoing.hidden = false;
  }

  onFile(chosen, (text, name) => {
    const fits = text && text.length <= LONGEST;
    if (fits) replace(text, `${name} is in the editor.`);
    else announce(`${name} is empty, or longer than the ${MOST} that an attempt may have.`);
  });

  return {
    async reset() {
      const words = "Begin again? The stub takes the place of your code. You can undo that.";
      if (await agree(words, "Begin again")) replace(stub, "The stub is back.");
    },
    /** Brings back all that was replaced, whatever was typed since: that is one undo of the editor away. */
    undo() {
      put(replaced, "Your code is back.");
      editor.focus();
    },
    download() {
      saveFile(window, `${place.dataset.slug}.py`, editor.source(), "text/x-python");
    },
    upload: () => chosen.click(),
  };
}
