import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { useEffect, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { useMarkWords } from "../use-mark-words.ts";
import { chips, LOOK, markNextToCursor } from "./chips.ts";
import type { MailTextProps } from "./editor-props.ts";
import styles from "./MailTextField.module.css";

/** A text in which what changes from guest to guest stands as chips with their names. The text itself keeps its marks. */
export default function ChipEditor({ ref, ...props }: MailTextProps) {
  const wordsOf = useMarkWords();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const newest = useRef(props);
  useLayoutEffect(() => {
    newest.current = props;
  });
  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    const { value, oneLine, lines, lang, takesFocus } = newest.current;
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: value,
        ...(takesFocus ? { selection: { anchor: value.replaceAll(/\r\n?/g, "\n").length } } : {}),
        extensions: [
          chips(wordsOf),
          LOOK,
          history(),
          EditorView.lineWrapping,
          keymap.of([...(oneLine ? [{ key: "Enter", run: () => true }] : []), ...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of(() => {
            const { id, label, wrong, describedBy, required } = newest.current;
            return {
              id,
              "aria-label": label,
              "aria-required": String(required),
              ...(lang ? { lang } : {}),
              "aria-multiline": String(!oneLine),
              "aria-invalid": String(wrong),
              "aria-describedby": describedBy,
              style: `min-height: ${lines * 1.75}em`,
            };
          }),
          EditorView.updateListener.of((update) => {
            if (update.focusChanged && update.view.hasFocus) newest.current.onFocus();
            if (update.docChanged) newest.current.onChange(update.state.doc.toString());
            if (update.docChanged || update.selectionSet || update.focusChanged)
              newest.current.onMark?.(markNextToCursor(update.state));
          }),
        ],
      }),
    });
    view.current = made;
    // Not while somebody is elsewhere already.
    if (takesFocus && (document.activeElement === document.body || document.activeElement?.contains(made.dom)))
      made.focus();
    return () => made.destroy();
  }, [wordsOf]);
  const { id, label, value, wrong } = props;
  // What comes from elsewhere: an undo of the page, a newer version.
  useEffect(() => {
    const { current } = view;
    if (current && current.state.doc.toString() !== value.replaceAll(/\r\n?/g, "\n"))
      current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attributes are asked for again
  useEffect(() => view.current?.dispatch({}), [wrong, id, label]);
  useImperativeHandle(ref, () => ({
    insert: (words) => {
      const { current } = view;
      if (!current) return;
      current.dispatch(current.state.replaceSelection(words));
      current.focus();
    },
    replaceMark: (words) => {
      const { current } = view;
      const mark = current && markNextToCursor(current.state);
      if (!mark) return;
      const { from, to } = mark;
      current.dispatch({ changes: { from, to, insert: words }, selection: { anchor: from + words.length } });
    },
  }));
  return <div ref={place} className={styles.editor} data-wrong={wrong} />;
}
