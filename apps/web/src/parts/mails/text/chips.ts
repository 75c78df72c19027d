import { type Extension, RangeSet } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";

/** What stands between braces on one line, as the domain reads it. */
const MARK = /\{\{([^{}\r\n\v\f\u0085\u2028\u2029]*)\}\}/g;

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

function matching(decoration: (name: string) => Decoration | null, isAtomic: boolean): Extension {
  const matcher = new MatchDecorator({ regexp: MARK, decoration: (match) => decoration((match[1] ?? "").trim()) });
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
export function chips(wordsOf: (name: string) => string | undefined): Extension {
  return [
    matching((name) => {
      const words = wordsOf(name);
      return words === undefined ? null : Decoration.replace({ widget: new Chip(words) });
    }, true),
    matching((name) => (wordsOf(name) === undefined ? Decoration.mark({ class: "cm-unknown" }) : null), false),
  ];
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
