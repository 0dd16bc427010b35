// What a reader has answered in the quizzes, in the browser alone: { quiz: { question: answer } } under
// one key, all three in their words. A question or an answer whose words change is asked anew.

import { parseAnswers, tryTo } from "./predict/answers.mjs";

export const KEY = "normbook:quizzes";

/** Gives a quiz the answers that a storage keeps of it, and keeps those that come; where it is begun again, none. */
export function keepQuiz(model, storage) {
  const name = model.get("name");
  const questions = model.get("questions");
  const stored = () => parseAnswers(storage.getItem(KEY));

  const kept = stored()[name] ?? {};
  model.set(
    "chosen",
    questions.map(({ ask, answers }) => answers.findIndex(({ text }) => text === kept[ask])),
  );
  model.on("change:chosen", () => {
    const chosen = model.get("chosen");
    const given = questions.flatMap(({ ask, answers }, q) => {
      const answer = answers[chosen[q]];
      return answer ? [[ask, answer.text]] : [];
    });
    const { [name]: there, ...others } = stored(); // as other tabs have left them by now
    const of = { ...there, ...Object.fromEntries(given) };
    const all = given.length ? { ...others, [name]: of } : others;
    tryTo(() => storage.setItem(KEY, JSON.stringify(all)));
  });
}
