// Python as text: which colour a piece has, and how far the next line goes in. The classes are those
// of Pygments, which colours the code of all pages, so that the editor looks like the code around it.

const KEYWORDS =
  "as assert async await break class continue def del elif else except finally for from global if " +
  "import lambda nonlocal pass raise return try while with yield";
const BUILTINS =
  "abs all any bool bytes callable complex dict divmod enumerate filter float frozenset getattr " +
  "hasattr id int isinstance issubclass iter len list map max min next object open pow print " +
  "property range repr reversed round set setattr slice sorted staticmethod str sum super tuple " +
  "type zip";
const CLASSES = new Map(
  [
    ["k", KEYWORDS],
    ["kc", "None True False"],
    ["ow", "and in is not or"],
    ["nb", BUILTINS],
    ["bp", "self cls"],
  ].flatMap(([name, words]) => words.split(" ").map((word) => [word, name])),
);

const TOKEN = new RegExp(
  [
    String.raw`(?<c1>#[^\n]*)`,
    String.raw`(?<s2>(?:\b[rbfu]{1,2})?(?:"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|` +
      String.raw`"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?))`,
    String.raw`(?<nd>(?<=(?:^|\n)[ \t]*)@[\w.]+)`,
    String.raw`(?<m>(?:\b\d|\.\d)(?:[\w.]|(?<=e)[-+])*)`,
    String.raw`(?<attribute>(?<=\.)[\p{L}_][\p{L}\p{N}_]*)`,
    String.raw`(?<name>[\p{L}_][\p{L}\p{N}_]*)`,
    "(?<o>[-+*/%@&|^~<>=!]+)",
  ].join("|"),
  "giu",
);

/** The pieces of a source that have a colour, in order: { from, to, name }. */
export function tokens(source) {
  const found = [];
  let before = "";
  for (const match of source.matchAll(TOKEN)) {
    const [kind, text] = Object.entries(match.groups).find(([, value]) => value !== undefined);
    const name = kind === "name" ? nameClass(text, before) : kind;
    if (name && kind !== "attribute")
      found.push({ from: match.index, to: match.index + text.length, name });
    before = text;
  }
  return found;
}

function nameClass(word, before) {
  if (before === "def") return "nf";
  if (before === "class") return "nc";
  if (/^[A-Z]\w*(?:Error|Exception|Warning)$/.test(word)) return "ne";
  return CLASSES.get(word);
}

/** The column where the line after `line` begins. */
export function indentation(line, unit = 4) {
  const column = line.search(/\S|$/);
  const code = line.replace(/#.*$/, "").trim();
  if (/[([{:]$/.test(code)) return column + unit;
  if (/^(?:return|raise|pass|break|continue)\b/.test(code)) return Math.max(column - unit, 0);
  return column;
}
