// What a reader has answered in the quizzes, in the browser alone: { quiz: { question: answer } } under
// one key, all three in their words. A question or an answer whose words change is asked anew.

import { parseAnswers, tryTo } from "./predict/answers.mjs";

export const KEY = "normbook:quizzes";

/**
 * Gives a quiz the answers that a storage keeps of it, and keeps those that come, each as it comes: what
 * another tab answers, or forgets, stays so. Where the quiz is begun again, none is kept.
 */
export function keepQuiz(model, storage) {
  const name = model.get("name");
  const questions = model.get("questions");
  const stored = () => parseAnswers(storage.getItem(KEY));

  const kept = stored()[name] ?? {};
  let before = questions.map(({ ask, answers }) =>
    answers.findIndex(({ text }) => text === kept[ask]),
  );
  model.set("chosen", before);
  model.on("change:chosen", () => {
    const chosen = model.get("chosen");
    const given = questions.flatMap(({ ask, answers }, q) => {
      const answer = chosen[q] === before[q] ? null : answers[chosen[q]];
      return answer ? [[ask, answer.text]] : [];
    });
    before = chosen;
    const { [name]: there, ...others } = stored(); // as other tabs have left them by now
    const isBegunAgain = chosen.every((number) => number < 0);
    const all = isBegunAgain
      ? others
      : { ...others, [name]: { ...there, ...Object.fromEntries(given) } };
    tryTo(() => storage.setItem(KEY, JSON.stringify(all)));
  });
}
