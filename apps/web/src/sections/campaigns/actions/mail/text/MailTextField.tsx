import type { Placeholder } from "@okaeri/domain/messaging/placeholders";
import { excess } from "@okaeri/domain/typed-text";
import { lazy, Suspense, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useProblemText } from "../../../../../i18n/use-problem-text.ts";
import { editorOrPlain } from "../../../../../ui/editor-or-plain.ts";
import { asksFallback, type Mark, markOf } from "../mail-marks.ts";
import type { MailTextHandle, MailTextProps } from "./editor-props.ts";
import { FallbackField } from "./FallbackField.tsx";
import styles from "./MailTextField.module.css";
import { PlainText } from "./PlainText.tsx";
import { PutInRow } from "./PutInRow.tsx";

// Lazy loading: the editor is larger than the page around it.
const ChipEditor = lazy(() => editorOrPlain(() => import("./ChipEditor.tsx"), PlainText));

type MailTextFieldProps = Pick<
  MailTextProps,
  "id" | "label" | "value" | "onChange" | "oneLine" | "lines" | "lang" | "takesFocus" | "onFocus"
> & {
  error: string | undefined;
  /** Most characters. */
  max: number | undefined;
  required?: boolean;
  help?: string;
  /** The one that is being written: what can be put in stands beneath it. */
  isOpen: boolean;
  offered: readonly Placeholder[];
  /** What a guest does not get of whom a fact is missing. */
  loses: "line" | "mail";
};

/** A text of a mail with its name, what can be put in, its help and what is wrong with it. Nothing that is typed is cut. */
export function MailTextField({
  error,
  max,
  required = true,
  help,
  isOpen,
  offered,
  loses,
  ...props
}: MailTextFieldProps) {
  const { t } = useTranslation("mails");
  const say = useProblemText();
  const descriptionId = useId();
  const editor = useRef<MailTextHandle>(null);
  const [neighbour, setNeighbour] = useState<Mark>();
  const over = max === undefined ? 0 : excess(props.value, max);
  const wrong = over > 0 && max !== undefined ? say({ code: "too_long", max, over }) : error;
  return (
    <div className={styles.field}>
      <span className={styles.label} aria-hidden>
        {props.label}
      </span>
      <Suspense fallback={<div className={styles.waiting} role="status" aria-label={t("loading")} />}>
        <ChipEditor
          ref={editor}
          {...props}
          required={required}
          wrong={wrong !== undefined}
          describedBy={descriptionId}
          onMark={setNeighbour}
        />
      </Suspense>
      {isOpen && neighbour !== undefined && asksFallback(neighbour) ? (
        <FallbackField mark={neighbour} loses={loses} onChange={(words) => editor.current?.replaceMark(words)} />
      ) : null}
      {isOpen ? <PutInRow offered={offered} onPut={(name) => editor.current?.insert(markOf(name))} /> : null}
      <div id={descriptionId}>
        {help ? <p className={styles.help}>{help}</p> : null}
        {wrong ? (
          <p className={styles.error} role="alert">
            {wrong}
          </p>
        ) : null}
      </div>
    </div>
  );
}
