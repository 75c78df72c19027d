import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { LuaEditorProps } from "./editor-props.ts";
import styles from "./LuaEditor.module.css";
import { LUA_EXTENSIONS, vocabularyExtension } from "./lua-extensions.ts";
import type { LuaRemark } from "./remarks.ts";
import { useVocabulary } from "./use-vocabulary.ts";

/** A text of Lua, with colours, completion, explanations, and marks at what is wrong. */
export default function LuaEditor({ ref, ...props }: LuaEditorProps) {
  const vocabulary = useVocabulary();
  const phrases = usePhrases();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const newest = useRef({ ...props, vocabulary });
  useLayoutEffect(() => {
    newest.current = { ...props, vocabulary };
  });
  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: newest.current.value,
        extensions: [
          LUA_EXTENSIONS,
          vocabularyExtension(() => newest.current.vocabulary),
          EditorState.phrases.of(phrases),
          EditorView.contentAttributes.of(() => {
            const { label, describedBy, remarks } = newest.current;
            return {
              "aria-label": label,
              "aria-describedby": describedBy,
              "aria-invalid": String(remarks.some(({ severity }) => severity === "error")),
            };
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) newest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, [phrases]);
  const { value, remarks } = props;
  // What comes from elsewhere: an edit that is discarded, a newer version.
  useEffect(() => {
    const { current } = view;
    const shown = current?.state.doc.toString();
    if (current && shown !== value)
      current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    const { current } = view;
    if (current)
      current.dispatch(
        setDiagnostics(
          current.state,
          remarks.map((remark) => marked(current.state, remark)),
        ),
      );
  }, [remarks]);
  useImperativeHandle(ref, () => ({
    goTo: ({ line, column }) => {
      const { current } = view;
      if (!current) return;
      current.dispatch({ selection: { anchor: offsetOf(current.state, line, column) }, scrollIntoView: true });
      current.focus();
    },
  }));
  return <div ref={place} className={styles.editor} />;
}

/** CodeMirror's own words in the person's language. */
function usePhrases(): Record<string, string> {
  const { t } = useTranslation("campaigns");
  return useMemo(
    () => ({
      Completions: t("lua.phrases.completions"),
      "Selection deleted": t("lua.phrases.deleted"),
    }),
    [t],
  );
}

/** Where a place stands in the text, as far as it has that many lines and letters. */
function offsetOf({ doc }: EditorState, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + column - 1, to);
}

function marked(state: EditorState, { severity, message, line, column, endLine, endColumn }: LuaRemark): Diagnostic {
  const from = offsetOf(state, line, column);
  const to = Math.max(from, offsetOf(state, endLine, endColumn));
  return { from, to, severity, message };
}
