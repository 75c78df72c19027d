import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { PLACEHOLDERS, type Placeholder } from "@okaeri/domain/messaging/placeholders";
import { useEffect, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { chips, LOOK } from "./chips.ts";
import type { MailTextProps } from "./editor-props.ts";
import styles from "./MailTextField.module.css";

/** A text in which what changes from guest to guest stands as chips with their names. The text itself keeps its marks. */
export default function ChipEditor({ ref, ...props }: MailTextProps) {
  const { t } = useTranslation("mails");
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const newest = useRef(props);
  useLayoutEffect(() => {
    newest.current = props;
  });
  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    const isKnown = (name: string): name is Placeholder => (PLACEHOLDERS as readonly string[]).includes(name);
    const { value, oneLine, lines, id } = newest.current;
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          chips((name) => (isKnown(name) ? t(`placeholder.${name}`) : undefined)),
          LOOK,
          history(),
          EditorView.lineWrapping,
          keymap.of([...(oneLine ? [{ key: "Enter", run: () => true }] : []), ...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of(() => {
            const { label, wrong, describedBy } = newest.current;
            return {
              id,
              "aria-label": label,
              "aria-required": "true",
              "aria-multiline": String(!oneLine),
              "aria-invalid": String(wrong),
              "aria-describedby": describedBy,
              style: `min-height: ${lines * 1.75}em`,
            };
          }),
          EditorView.updateListener.of((update) => {
            if (update.focusChanged && update.view.hasFocus) newest.current.onFocus();
            if (update.docChanged) newest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, [t]);
  const { value, wrong } = props;
  // What comes from elsewhere: an undo of the page, a newer version.
  useEffect(() => {
    const { current } = view;
    if (current && current.state.doc.toString() !== value.replaceAll(/\r\n?/g, "\n"))
      current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attributes are asked for again
  useEffect(() => view.current?.dispatch({}), [wrong]);
  useImperativeHandle(ref, () => ({
    insert: (words) => {
      const { current } = view;
      if (!current) return;
      current.dispatch(current.state.replaceSelection(words));
      current.focus();
    },
  }));
  return <div ref={place} className={styles.editor} data-wrong={wrong} />;
}
