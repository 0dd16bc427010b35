// The editor: CodeMirror with what a dozen lines of Python need, and no more.

import {
  defaultKeymap,
  history,
  historyKeymap,
  indentLess,
  indentMore,
  isolateHistory,
} from "@codemirror/commands";
import { bracketMatching, indentService, indentUnit } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { Decoration, EditorView, keymap, lineNumbers, ViewPlugin } from "@codemirror/view";
import { indentation, tokens } from "./python_text.mjs";

const INDENT = "    ";
const marks = new Map();

function mark(name) {
  if (!marks.has(name)) marks.set(name, Decoration.mark({ class: name }));
  return marks.get(name);
}

/** An attempt is short: all of it is coloured anew at each change, in a fraction of a millisecond. */
const colours = ViewPlugin.fromClass(
  class {
    constructor(view) {
      this.paint(view.state);
    }

    update({ docChanged, state }) {
      if (docChanged) this.paint(state);
    }

    paint({ doc }) {
      const ranges = tokens(doc.toString()).map(({ from, to, name }) => mark(name).range(from, to));
      this.decorations = Decoration.set(ranges);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const indents = indentService.of(({ state, simulatedBreak }, position) => {
  const end = simulatedBreak === null ? position - 1 : position;
  return end < 0 ? 0 : indentation(state.sliceDoc(state.doc.lineAt(end).from, end));
});

/** Tab indents, so there must be a way out: after Escape, until the next change, it moves on. */
const leaving = [
  keymap.of([{ key: "Escape", run: (view) => view.setTabFocusMode(true) }]),
  EditorView.domEventHandlers({ focus: (_, view) => view.setTabFocusMode(false) }),
  EditorView.updateListener.of(({ docChanged, view }) => {
    if (docChanged) view.setTabFocusMode(false);
  }),
];

/**
 * Puts an editor in the place of an element. A source ends with a line break; the editor shows no
 * empty line for it.
 *   attributes  of the part that has the focus: its name, what describes it
 *   onChange    called after each change
 *   onCheck     called on Ctrl+Enter, and on a Mac on Cmd+Enter, too
 * `close` puts the element back.
 */
export function createEditor(place, { source, attributes, onChange, onCheck }) {
  const check = () => {
    onCheck();
    return true;
  };
  const view = new EditorView({
    doc: source.trimEnd(),
    extensions: [
      keymap.of([
        { key: "Ctrl-Enter", run: check },
        { mac: "Cmd-Enter", run: check },
        { key: "Tab", run: indentMore, shift: indentLess },
      ]),
      keymap.of([...historyKeymap, ...defaultKeymap]),
      history(),
      lineNumbers(),
      bracketMatching(),
      indentUnit.of(INDENT),
      EditorState.tabSize.of(INDENT.length),
      EditorState.languageData.of(() => [{ commentTokens: { line: "#" } }]),
      EditorView.editorAttributes.of({ class: "highlight" }), // the colours of the page's code
      // It takes the focus anyhow; axe asks for the number where long lines scroll.
      EditorView.contentAttributes.of({ autocapitalize: "off", tabindex: "0", ...attributes }),
      EditorView.updateListener.of(({ docChanged }) => docChanged && onChange()),
      colours,
      indents,
      leaving,
    ],
  });
  place.replaceWith(view.dom);
  return {
    source: () => `${view.state.doc.toString().trimEnd()}\n`,
    /** Replaces all; one undo brings back what was there. */
    replace(text) {
      const changes = { from: 0, to: view.state.doc.length, insert: text.trimEnd() };
      const annotations = isolateHistory.of("full");
      view.dispatch({ changes, selection: { anchor: 0 }, annotations });
    },
    focus: () => view.focus(),
    close() {
      view.dom.replaceWith(place);
      view.destroy();
    },
  };
}
