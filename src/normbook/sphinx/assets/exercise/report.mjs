// The grader's report in the page: the elements of its HTML in a notebook (grader/verdict/report.py),
// each set as text, since what it quotes comes from an attempt.

export const MARKS = {
  pass: "✓",
  fail: "✗",
  error: "!",
  timeout: "⧗",
  crash: "†",
  "not run": "–",
};
const MAX_SHOWN_CHARACTERS = 600; // characters of a message, as in a notebook

/** Returns the element for a report, the data that `normbook.grader.page.check` gives. */
export function drawReport(document, report, title) {
  const add = (parent, tag, text = "", attributes = {}) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = text;
    parent.append(made);
    return made;
  };
  const root = document.createElement("div");
  root.className = "nb-report";
  add(add(root, "p"), "strong", `${title}: ${report.points} of ${report.worth} points`);
  if (report.overall) add(root, "pre", shorten(report.overall));
  else drawChecks(add(root, "ul"), report.checks, add);
  if (report.diagnosis) drawDiagnosis(root, report.diagnosis, add);
  return root;
}

function drawChecks(list, checks, add) {
  for (const { sentence, status, points, worth, message } of checks) {
    const item = add(list, "li", "", { class: `nb-check nb-${status.replace(" ", "-")}` });
    add(item, "span", MARKS[status], { class: "nb-mark", "aria-hidden": "true" });
    item.append(` ${sentence} `);
    add(item, "span", `(${status}, ${points}/${worth})`, { class: "nb-points" });
    if (message) add(item, "pre", shorten(message));
  }
}

function drawDiagnosis(root, { explanation, evidence }, add) {
  const box = add(root, "div", "", { class: "nb-diagnosis" });
  add(add(box, "p"), "strong", "What this looks like");
  add(box, "p", explanation);
  const list = add(box, "dl");
  for (const [label, text] of evidence) {
    add(list, "dt", label);
    add(add(list, "dd"), "code", text);
  }
}

/** A report in a sentence or three, for those who hear it. */
export function speak({ points, worth, overall, checks, diagnosis }) {
  const words = [`${points} of ${worth} points.`];
  const failed = checks.filter(({ status }) => status !== "pass");
  if (overall) words.push(shorten(overall));
  else if (failed.length) {
    words.push(`Not passed: ${failed.map(({ sentence }) => sentence).join("; ")}.`);
  } else words.push("Every check passes.");
  if (diagnosis) words.push(`What this looks like: ${diagnosis.explanation}`);
  return words.join(" ");
}

function shorten(text) {
  return text.length <= MAX_SHOWN_CHARACTERS ? text : `${text.slice(0, MAX_SHOWN_CHARACTERS)} …`;
}
