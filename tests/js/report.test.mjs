import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHTML } from "linkedom";
import { drawReport, speak } from "../../src/normbook/sphinx/assets/exercise/report.mjs";
import { failing, passing } from "./page.mjs";

const { document } = parseHTML("<!doctype html><html><body></body></html>");
const draw = (report) => drawReport(document, report, "LayerNorm, by hand");

/** The report without a finding: its checks speak for themselves. */
const told = (checks, each = true) => ({
  ...failing,
  findings: [],
  checks: checks.map((check) => ({ ...check, told: each })),
});

test("each check has its mark, its sentence, its points and its message", () => {
  const items = [...draw(told(failing.checks)).querySelectorAll("li")];
  assert.deepEqual(
    items.map((item) => item.className),
    ["nb-check nb-pass", "nb-check nb-not-run"],
  );
  assert.match(items[0].textContent, /^✓ each row is centred \(pass, 2\/2\)$/);
  assert.match(items[1].textContent, /^– eps stands inside the root \(not run, 0\/8\)/);
  assert.match(items[1].querySelector("pre").textContent, /received 1\nexpected 2/);
});

test("of a check that is not told, the message is left out, and there is advice", () => {
  const root = draw({ ...told(failing.checks, false), advice: "Mend this first." });
  assert.equal(root.querySelector("li pre"), null);
  assert.match(root.textContent, /Mend this first\./);
});

test("a note stands above the checks", () => {
  const root = draw({ ...passing, note: "Take <that> out." });
  assert.equal(root.querySelectorAll("p")[1].textContent, "Take <that> out.");
});

test("the diagnosis is set apart, with its evidence", () => {
  const box = draw(failing).querySelector(".nb-diagnosis");
  assert.match(box.textContent, /^What this looks like/);
  const labels = [...box.querySelectorAll("dt")].map(({ textContent }) => textContent);
  assert.deepEqual(labels, ["call", "received", "expected"]);
  assert.equal(draw(passing).querySelector(".nb-diagnosis"), null);
});

test("a finding stands for the checks that fail with it, and holds them folded", () => {
  const root = draw(failing);
  assert.deepEqual(
    [...root.querySelectorAll(":scope > ul > li")].map((item) => item.className),
    ["nb-check nb-pass"],
  );
  const folded = root.querySelector(".nb-diagnosis details");
  assert.equal(folded.querySelector("summary").textContent, failing.findings[0].failing);
  assert.match(folded.querySelector("li").textContent, /eps stands inside the root/);
  const unexplained = { ...failing, findings: [{ ...failing.findings[0], checks: [] }] };
  assert.equal(draw(unexplained).querySelectorAll(":scope > ul > li").length, 2);
  assert.equal(draw(unexplained).querySelector("details"), null);
});

test("what comes from an attempt is text, and never elements", () => {
  const evil = "<img src=x onerror=alert(1)>";
  const [check] = failing.checks;
  const report = {
    ...failing,
    checks: [{ ...check, sentence: evil, message: evil }],
    findings: [
      { heading: evil, explanation: evil, evidence: [[evil, evil]], checks: [evil], failing: evil },
    ],
  };
  assert.equal(draw(report).querySelector("img"), null);
  assert.equal(draw({ ...failing, overall: evil }).querySelector("img"), null);
  assert.ok(draw({ ...failing, overall: evil }).textContent.includes(evil));
});

test("what stands between backticks is code", () => {
  const [finding] = failing.findings;
  const report = { ...failing, findings: [{ ...finding, explanation: "Take `x.std()` here." }] };
  const said = draw(report).querySelector(".nb-diagnosis p + p");
  assert.equal(said.querySelector("code").textContent, "x.std()");
  assert.equal(said.textContent, "Take x.std() here.");
  assert.match(speak(report), /Take x\.std\(\) here\./);
});

test("what is wrong as a whole stands in the place of the checks", () => {
  const root = draw({ ...failing, overall: "layer_norm.py, line 3: invalid syntax" });
  assert.equal(root.querySelector("li"), null);
  assert.match(root.querySelector("pre").textContent, /line 3/);
});

test("a long message is cut, and says so", () => {
  const [check] = failing.checks;
  const long = told([{ ...check, message: "x".repeat(5000) }]);
  assert.equal(draw(long).querySelector("pre").textContent, `${"x".repeat(600)} …`);
});

test("it is spoken in few sentences", () => {
  assert.equal(speak(passing), "10 of 10 points. Every check passes.");
  assert.equal(
    speak(failing),
    "2 of 10 points. What this looks like: You add ε to the deviation. " +
      "It shows in 1 failing check.",
  );
});
