import assert from "node:assert/strict";
import { test } from "node:test";
import { indentation, tokens } from "../../src/normbook/sphinx/assets/code/python_text.mjs";

const named = (source) =>
  tokens(source).map(({ from, to, name }) => `${name}:${source.slice(from, to)}`);

test("keywords, names and numbers have their colours", () => {
  assert.deepEqual(named("def f(x, eps=1e-5):"), ["k:def", "nf:f", "o:=", "m:1e-5"]);
  assert.deepEqual(named("class A: pass"), ["k:class", "nc:A", "k:pass"]);
  assert.deepEqual(named("return None if x is not len else .5"), [
    "k:return",
    "kc:None",
    "k:if",
    "ow:is",
    "ow:not",
    "nb:len",
    "k:else",
    "m:.5",
  ]);
  assert.deepEqual(named("raise ValueError(self)"), ["k:raise", "ne:ValueError", "bp:self"]);
  assert.deepEqual(named("x.sum(sum)"), ["nb:sum"]);
  assert.deepEqual(named("@np.errstate\nx @ y"), ["nd:@np.errstate", "o:@"]);
});

test("what stands in a string or a comment is nothing else", () => {
  assert.deepEqual(named(`x = "if # 1" # def "f"`), [`o:=`, `s2:"if # 1"`, `c1:# def "f"`]);
  assert.deepEqual(named(`"""a\n"b" def\n"""`), [`s2:"""a\n"b" def\n"""`]);
  assert.deepEqual(named(String.raw`rf'\'in' in`), [String.raw`s2:rf'\'in'`, "ow:in"]);
});

test("a string that has no end yet takes its line, or all, and no more", () => {
  assert.deepEqual(named(`"abc\nif`), [`s2:"abc`, "k:if"]);
  assert.deepEqual(named(`'''abc\nif`), [`s2:'''abc\nif`]);
});

test("a keyword within a name is none, in any script", () => {
  assert.deepEqual(named("information, iffy, défin, ε1"), []);
});

test("pieces are in order and do not overlap, whatever the text", () => {
  const alphabet = [..."ab1 .\"'#@\n\\=e-ε", '"""', "def "];
  let seed = 1;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  for (let round = 0; round < 500; round++) {
    const parts = Array.from(
      { length: 40 },
      () => alphabet[Math.floor(random() * alphabet.length)],
    );
    let end = 0;
    for (const { from, to } of tokens(parts.join(""))) {
      assert.ok(from >= end && to > from, parts.join(""));
      end = to;
    }
  }
});

test("a line goes in after a colon or a bracket, out after a return, else stays", () => {
  assert.equal(indentation("def f(x):"), 4);
  assert.equal(indentation("    if x:  # so"), 8);
  assert.equal(indentation("x = f("), 4);
  assert.equal(indentation("    y = 1"), 4);
  assert.equal(indentation("        return y"), 4);
  assert.equal(indentation("pass"), 0);
  assert.equal(indentation("    returned = 1"), 4);
  assert.equal(indentation("    "), 4);
  assert.equal(indentation(""), 0);
});
