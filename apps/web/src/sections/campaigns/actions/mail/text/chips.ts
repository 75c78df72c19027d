import { type EditorState, type Extension, RangeSet } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { MARK, type Mark, readMark } from "../mail-marks.ts";

class Chip extends WidgetType {
  readonly words: string;
  constructor(words: string) {
    super();
    this.words = words;
  }
  override eq(other: Chip): boolean {
    return other.words === this.words;
  }
  override toDOM(): HTMLElement {
    const dom = document.createElement("span");
    dom.className = "cm-chip";
    dom.textContent = this.words;
    return dom;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

function matching(decoration: (mark: Mark) => Decoration | null, isAtomic: boolean): Extension {
  const matcher = new MatchDecorator({ regexp: MARK, decoration: (match) => decoration(readMark(match[1] ?? "")) });
  return ViewPlugin.fromClass(
    class {
      found: DecorationSet;
      constructor(view: EditorView) {
        this.found = matcher.createDeco(view);
      }
      update(update: ViewUpdate) {
        this.found = matcher.updateDeco(update, this.found);
      }
    },
    {
      decorations: ({ found }) => found,
      provide: (plugin) =>
        isAtomic ? EditorView.atomicRanges.of((view) => view.plugin(plugin)?.found ?? RangeSet.empty) : [],
    },
  );
}

/** Each known mark as a chip with its words, which the cursor leaps over and one key deletes; an unknown one stands out as it is written. */
export function chips(wordsOf: (mark: Mark) => string | undefined): Extension {
  return [
    matching((mark) => {
      const words = wordsOf(mark);
      return words === undefined ? null : Decoration.replace({ widget: new Chip(words) });
    }, true),
    matching((mark) => (wordsOf(mark) === undefined ? Decoration.mark({ class: "cm-unknown" }) : null), false),
  ];
}

/** The mark that the cursor stands behind, else the one it stands before. */
export function markNextToCursor(state: EditorState): (Mark & { from: number; to: number }) | undefined {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const found = [...line.text.matchAll(MARK)].map(({ 0: whole, 1: inner = "", index }) => ({
    ...readMark(inner),
    from: line.from + index,
    to: line.from + index + whole.length,
  }));
  return found.find(({ to }) => to === head) ?? found.find(({ from }) => from === head);
}

export const LOOK = EditorView.theme({
  "&": { fontSize: "14px", color: "var(--ok-ink)", backgroundColor: "var(--ok-card)" },
  // The frame around it shows the focus.
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "1.75", maxHeight: "60vh" },
  ".cm-content": { padding: "7px 0", caretColor: "var(--ok-ink)" },
  ".cm-line": { padding: "0 12px" },
  ".cm-chip": {
    padding: "1px 6px",
    margin: "0 1px",
    borderRadius: "4px",
    backgroundColor: "var(--ok-ai-tint)",
    color: "var(--ok-ai)",
    fontSize: "0.93em",
    fontWeight: "600",
  },
  ".cm-unknown": {
    textDecoration: "underline wavy var(--ok-danger)",
    textUnderlineOffset: "3px",
  },
});
