// An exercise's help: hints, one at a time, and the solution.

/**
 * Offers the help of an exercise's box.
 *   work     what is known of this reader: see kept.mjs
 *   agree    asks a question, and resolves to whether the reader agrees
 *   say      has words spoken that stand elsewhere on the page
 *   enable   says of a button by its name whether it can act
 */
export function offerHelp(box, { work, agree, say, enable }) {
  const hints = [...box.querySelectorAll(".nb-hint")];
  const solution = box.querySelector(".nb-solution");
  const isTaken = (number) => Boolean((work.now().hints >> number) & 1);

  return {
    /** Shows the next hint: of those left the first in a list of numbers, or else of all. */
    hint(helping) {
      const number = [...helping, ...hints.keys()].find((i) => !isTaken(i));
      const next = hints[number];
      if (!next) return;
      work.takeHint(number);
      next.open = true;
      say(next.textContent);
      next.scrollIntoView({ block: "nearest" });
    },

    async showSolution() {
      const words = "You have not checked an attempt yet. See the solution all the same?";
      const isEarly = work.now().points === null && solution.hidden;
      if (isEarly && !(await agree(words, "Show it"))) return;
      solution.hidden = false;
      solution.open = true;
      solution.querySelector("summary").focus();
      solution.scrollIntoView({ block: "nearest" });
    },

    paint() {
      for (const [i, hint] of hints.entries()) hint.classList.toggle("nb-taken", isTaken(i));
      enable("hint", !hints.every((_, i) => isTaken(i)));
    },
  };
}
