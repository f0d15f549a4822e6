// The editor of programs: CodeMirror. Tab moves the focus, as everywhere on the page.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { python } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  GutterMarker,
  gutterLineClass,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

import type { Language } from "./exercise";

/** The line of the current move, from 1; null for none. */
const setLine = StateEffect.define<number | null>();
const litLine = Decoration.line({ class: "lit-line" });

const lineField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lit, change) {
    let next = lit.map(change.changes);
    for (const effect of change.effects) {
      if (!effect.is(setLine)) continue;
      const { doc } = change.state;
      const isLine = effect.value !== null && effect.value <= doc.lines;
      next = isLine ? Decoration.set([litLine.range(doc.line(effect.value!).from)]) : Decoration.none;
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Begins of lines with breakpoints, which the gutter marks. */
const toggleStop = StateEffect.define<number>();

class StopMark extends GutterMarker {
  override elementClass = "stop-line";
}
const stopMark = new StopMark();

const stopField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(stops, change) {
    let next = stops.map(change.changes);
    for (const effect of change.effects) {
      if (!effect.is(toggleStop)) continue;
      const at = effect.value;
      let has = false;
      next.between(at, at, () => void (has = true));
      next = has ? next.update({ filter: (from) => from !== at }) : next.update({ add: [stopMark.range(at)] });
    }
    return next;
  },
  provide: (field) => gutterLineClass.from(field),
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--blue)", fontWeight: "600" },
  { tag: [tags.comment], color: "var(--soft)" },
  { tag: [tags.string, tags.number, tags.bool, tags.null], color: "var(--good)" },
  { tag: [tags.function(tags.variableName)], color: "var(--accent)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--sunk)", color: "var(--ink)", fontSize: "0.86rem" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--sunk)", color: "var(--soft)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--surface)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { background: "var(--blue-soft)" },
  ".cm-lineNumbers .cm-gutterElement": { cursor: "pointer" },
  ".stop-line": { backgroundColor: "var(--bad)", color: "var(--surface)" },
  ".lit-line": { backgroundColor: "var(--try-soft)", boxShadow: "inset 4px 0 var(--try)" },
  ".cm-matchingBracket": { backgroundColor: "var(--accent-soft) !important" },
});

const modes: Record<Language, () => Extension> = {
  python: () => [python(), indentUnit.of("    ")],
  javascript: () => [javascript(), indentUnit.of("  ")],
};

export interface Editor {
  /** Replaces the text; it can be undone. */
  setText: (text: string) => void;
  setLanguage: (language: Language) => void;
  setLabel: (label: string) => void;
  /** Marks a line, from 1, and shows it; none without a number. */
  showLine: (line: number | undefined) => void;
  focus: (line: number | undefined) => void;
  close: () => void;
}

interface EditorOptions {
  text: string;
  language: Language;
  /** The name for screen readers. */
  label: string;
  changed: (text: string) => void;
  /** Called for Ctrl+Enter. */
  run: () => void;
  /** Called with the lines that have breakpoints, from 1. */
  stops: (lines: ReadonlySet<number>) => void;
}

export function openEditor(parent: HTMLElement, { text, language, label, changed, run, stops }: EditorOptions): Editor {
  const mode = new Compartment();
  const name = new Compartment();
  const ran = () => {
    run();
    return true;
  };
  const toggle = (view: EditorView, at: number) => {
    view.dispatch({ effects: toggleStop.of(at) });
    return true;
  };
  const stopsOf = (state: EditorState) => {
    const lines = new Set<number>();
    state.field(stopField).between(0, state.doc.length, (at) => void lines.add(state.doc.lineAt(at).number));
    return lines;
  };
  const labelled = (label: string) =>
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off" });
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers({ domEventHandlers: { click: (view, block) => toggle(view, block.from) } }),
        stopField,
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        // Without `indentWithTab`, so that Tab leaves the editor. Ctrl+] and Ctrl+[ indent.
        keymap.of([
          { key: "Mod-Enter", run: ran },
          { key: "F9", run: (view) => toggle(view, view.state.doc.lineAt(view.state.selection.main.head).from) },
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        lineField,
        syntaxHighlighting(colours),
        look,
        mode.of(modes[language]()),
        name.of(labelled(label)),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString());
          if (update.startState.field(stopField) !== update.state.field(stopField)) stops(stopsOf(update.state));
        }),
      ],
    }),
  });
  const lineAt = (line: number | undefined) => (line === undefined || line > view.state.doc.lines ? undefined : view.state.doc.line(line));
  return {
    setText: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    setLanguage: (language) => view.dispatch({ effects: mode.reconfigure(modes[language]()) }),
    setLabel: (label) => view.dispatch({ effects: name.reconfigure(labelled(label)) }),
    showLine: (line) => {
      view.dispatch({ effects: setLine.of(line ?? null) });
      const at = lineAt(line);
      if (!at) return;
      // Only the editor scrolls, not the page.
      const block = view.lineBlockAt(at.from);
      const { scrollDOM } = view;
      if (block.top < scrollDOM.scrollTop || block.bottom > scrollDOM.scrollTop + scrollDOM.clientHeight)
        scrollDOM.scrollTop = Math.max(0, block.top - scrollDOM.clientHeight / 2);
    },
    focus: (line) => {
      const at = lineAt(line);
      if (at) view.dispatch({ selection: { anchor: at.from }, scrollIntoView: true });
      view.focus();
    },
    close: () => view.destroy(),
  };
}
