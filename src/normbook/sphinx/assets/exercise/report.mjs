// The grader's report in the page: the elements of its HTML in a notebook (grader/verdict/report.py),
// each set as text, since what it quotes comes from an attempt.

const MARKS = {
  pass: "✓",
  fail: "✗",
  error: "!",
  timeout: "…",
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
  if (report.note) add(root, "p", report.note);
  const explained = report.findings.flatMap(({ checks }) => checks);
  if (report.overall) add(root, "pre", shorten(report.overall));
  else {
    const shown = select(report.checks, (name) => !explained.includes(name));
    drawChecks(
      root,
      shown.map((check) => (check.told === false ? { ...check, message: "" } : check)),
      add,
    );
  }
  if (report.advice) add(root, "p", report.advice);
  const said = report.overall ? [] : report.checks;
  for (const finding of report.findings) drawFinding(root, finding, said, add);
  return root;
}

function select(checks, isWanted) {
  return checks.filter(({ name }) => isWanted(name));
}

function drawChecks(root, checks, add) {
  if (!checks.length) return;
  const list = add(root, "ul");
  for (const { sentence, status, points, worth, message } of checks) {
    const item = add(list, "li", "", { class: `nb-check nb-${status.replace(" ", "-")}` });
    add(item, "span", MARKS[status], { class: "nb-mark", "aria-hidden": "true" });
    item.append(` ${sentence} `);
    add(item, "span", `(${status}, ${points}/${worth})`, { class: "nb-points" });
    if (message) add(item, "pre", shorten(message));
  }
}

function drawFinding(root, { heading, explanation, evidence, checks, failing }, all, add) {
  const box = add(root, "div", "", { class: "nb-diagnosis" });
  add(add(box, "p"), "strong", heading);
  const paragraph = add(box, "p");
  for (const [i, part] of explanation.split(/`([^`]+)`/).entries()) {
    if (i % 2) add(paragraph, "code", part);
    else paragraph.append(part);
  }
  const list = add(box, "dl");
  for (const [label, text] of evidence) {
    add(list, "dt", label);
    add(add(list, "dd"), "code", text);
  }
  if (!checks.length || !all.length) return;
  const folded = add(box, "details");
  add(folded, "summary", failing);
  drawChecks(
    folded,
    select(all, (name) => checks.includes(name)),
    add,
  );
}

/** A report in a few sentences, for those who hear it. */
export function speak({ points, worth, overall, checks, findings }) {
  const words = [`${points} of ${worth} points.`];
  const explained = findings.flatMap((finding) => finding.checks);
  const failed = checks.filter(({ status }) => status !== "pass");
  const left = select(failed, (name) => !explained.includes(name));
  if (overall) words.push(shorten(overall));
  else if (left.length) {
    words.push(`Not passed: ${left.map(({ sentence }) => sentence).join("; ")}.`);
  } else if (!failed.length) words.push("Every check passes.");
  for (const { heading, explanation, failing } of findings) {
    words.push(`${heading}: ${explanation.replaceAll("`", "")} ${failing}`.trim());
  }
  return words.join(" ");
}

function shorten(text) {
  return text.length <= MAX_SHOWN_CHARACTERS ? text : `${text.slice(0, MAX_SHOWN_CHARACTERS)} …`;
}
