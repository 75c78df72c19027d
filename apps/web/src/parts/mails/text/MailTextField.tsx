import { excess } from "@okaeri/domain/typed-text";
import { lazy, type Ref, Suspense, useId } from "react";
import { useTranslation } from "react-i18next";
import { useProblemText } from "../../../i18n/use-problem-text.ts";
import { editorOrPlain } from "../../../ui/editor-or-plain.ts";
import type { MailTextHandle, MailTextProps } from "./editor-props.ts";
import styles from "./MailTextField.module.css";
import { PlainText } from "./PlainText.tsx";

// Lazy loading: the editor is larger than the page around it.
const ChipEditor = lazy(() => editorOrPlain(() => import("./ChipEditor.tsx"), PlainText));

type MailTextFieldProps = Pick<
  MailTextProps,
  "id" | "label" | "value" | "onChange" | "oneLine" | "lines" | "onFocus"
> & {
  ref: Ref<MailTextHandle>;
  error: string | undefined;
  /** Most characters. */
  max: number | undefined;
  help?: string;
};

/** A text of a mail with its name, its help and what is wrong with it. Nothing that is typed is cut. */
export function MailTextField({ ref, error, max, help, ...props }: MailTextFieldProps) {
  const { t } = useTranslation("mails");
  const say = useProblemText();
  const told = useId();
  const over = max === undefined ? 0 : excess(props.value, max);
  const wrong = over > 0 && max !== undefined ? say({ code: "too_long", max, over }) : error;
  return (
    <div className={styles.field}>
      <span className={styles.label} aria-hidden>
        {props.label}
      </span>
      <Suspense fallback={<div className={styles.waiting} role="status" aria-label={t("loading")} />}>
        <ChipEditor ref={ref} {...props} wrong={wrong !== undefined} describedBy={told} />
      </Suspense>
      <div id={told}>
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
