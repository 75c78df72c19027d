import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting, syntaxTree } from "@codemirror/language";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { linter, nextDiagnostic } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, hoverTooltip, keymap, lineNumbers, type Tooltip } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { choiceAt, offerFor, type Vocabulary, type Word, wordAt } from "./completion.ts";

/** Names and choices offered while one types, and explained where one points at them. */
export function vocabularyExtension(read: () => Vocabulary): Extension {
  return [autocompletion({ override: [(context) => completions(context, read())], icons: false }), explained(read)];
}

function completions(context: CompletionContext, vocabulary: Vocabulary): CompletionResult | null {
  const before = context.state.sliceDoc(0, context.pos);
  const inside = syntaxTree(context.state).resolveInner(context.pos, -1).name;
  const offer = inside === "comment" ? undefined : offerFor(before, vocabulary, context.explicit);
  if (offer === undefined) return null;
  if ("choices" in offer)
    return {
      from: offer.from,
      options: offer.choices.map(({ value, words }) => ({ label: value, detail: words, type: "constant" })),
    };
  if (inside === "string") return null;
  return {
    from: offer.from,
    options: offer.words.map((word) => ({
      label: word.name,
      detail: word.words,
      type: word.kind,
      info: () => explanation(word),
    })),
    validFor: /^\w*$/,
  };
}

const explained = (read: () => Vocabulary) =>
  hoverTooltip(({ state }, place): Tooltip | null => {
    const text = state.doc.toString();
    const choice = choiceAt(text, place, read());
    const found = choice ?? wordAt(text, place, read());
    if (found === undefined) return null;
    const dom = "choice" in found ? paragraph(found.choice.words) : explanation(found.word);
    return { pos: found.from, end: found.to, above: true, create: () => ({ dom }) };
  });

/** What a word means, its unit and whether it is always known, and an example. */
function explanation({ words, notes, example }: Word): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "cm-explanation";
  const code = document.createElement("code");
  code.textContent = example;
  dom.append(...[words, ...notes].map(paragraph), code);
  return dom;
}

function paragraph(text: string): HTMLElement {
  const dom = document.createElement("p");
  dom.textContent = text;
  return dom;
}

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--ok-ai)", fontWeight: "600" },
  { tag: tags.string, color: "var(--ok-success)" },
  { tag: tags.number, color: "var(--ok-kaki-text)" },
  { tag: tags.comment, color: "var(--ok-ink-3)", fontStyle: "italic" },
]);

/** Japanese stands in comments and texts, and few fonts of one width have it. */
const MONOSPACED = "var(--mantine-font-family-monospace), var(--mantine-font-family)";
const underlined = (colour: string) => ({
  backgroundImage: "none",
  textDecoration: `underline wavy var(${colour})`,
  textUnderlineOffset: "3px",
});
const LOOK = EditorView.theme({
  "&": { fontSize: "13px", color: "var(--ok-ink)", backgroundColor: "var(--ok-card)" },
  // The frame around it shows the focus.
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: MONOSPACED, lineHeight: "1.65", maxHeight: "60vh" },
  // What browsers put around text that replaces coloured text.
  ".cm-line :is(b, font, [style])": { color: "inherit !important", fontWeight: "inherit !important" },
  ".cm-gutter": { minHeight: "120px" },
  ".cm-content": { minHeight: "120px", padding: "8px 0", caretColor: "var(--ok-ink)" },
  ".cm-gutters": { backgroundColor: "var(--ok-paper)", color: "var(--ok-ink-3)", borderColor: "var(--ok-line)" },
  ".cm-cursor": { borderLeftColor: "var(--ok-ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--ok-ai-tint-2)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--ok-ai-tint)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--ok-danger-tint)" },
  ".cm-tooltip": {
    maxWidth: "min(420px, calc(100vw - 32px))",
    border: "1px solid var(--ok-line)",
    borderRadius: "8px",
    backgroundColor: "var(--ok-card)",
    color: "var(--ok-ink)",
    boxShadow: "var(--ok-popover-shadow)",
    overflow: "hidden",
  },
  ".cm-explanation, .cm-tooltip-hover > p": { padding: "8px 12px", overflowWrap: "anywhere" },
  ".cm-tooltip p": { margin: "0" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "inherit" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "4px 8px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--ok-ai)", color: "var(--ok-on-ai)" },
  ".cm-completionDetail": { fontStyle: "normal" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-lintRange-error": underlined("--ok-danger"),
  ".cm-lintRange-warning": underlined("--ok-warning"),
  ".cm-diagnostic-error": { borderLeftColor: "var(--ok-danger)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--ok-warning)" },
});

/** Lua with its colours, undo, brackets, the marks of what is wrong (F8: the next one), and no key that keeps Tab from leaving. */
export const LUA_EXTENSIONS: Extension = [
  StreamLanguage.define(lua),
  syntaxHighlighting(COLOURS),
  LOOK,
  lineNumbers(),
  history(),
  drawSelection(),
  bracketMatching(),
  EditorView.lineWrapping,
  EditorState.tabSize.of(2),
  linter(null),
  keymap.of([{ key: "F8", run: nextDiagnostic }, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
];
