import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import type { Check, ImportPreview } from "./imports.api.ts";
import { importFieldLabel, type Meanings } from "./mapping.ts";
import styles from "./questions.module.css";

const ORDERS = ["mdy", "dmy"] as const;
export type DateOrderChoice = (typeof ORDERS)[number];

type OpenQuestionsProps = {
  preview: ImportPreview;
  /** Words whose meaning a person says, by field. */
  words: Check["unknown_values"];
  meanings: Meanings;
  /** Meanings that somebody gave earlier. */
  answers: Check["answers"];
  onMeaning: (field: string, word: string, meaning: string) => void;
  /** Null: the file does not ask for one. */
  order: { value: DateOrderChoice | null; onChange: (order: DateOrderChoice) => void } | null;
};

/** What the file leaves open and a person answers once: what its words mean, and what stands first in its dates. */
export function OpenQuestions({ preview, words, meanings, answers, onMeaning, order }: OpenQuestionsProps) {
  const { t } = useTranslation("imports");
  const choicesOf = (field: string) => preview.choices[field] ?? [];
  const isAsBefore = (field: string, word: string) =>
    meanings[field]?.[word] === undefined && answers[field]?.[word] !== undefined;
  const openWords = Object.entries(words).filter(([, unknown]) => unknown.length > 0);
  return (
    <Card title={t("open.title")} note={t("open.note")}>
      <div className={styles.questions}>
        {openWords
          .filter(([field]) => choicesOf(field).length === 0)
          .map(([field, unknown]) => (
            <p key={field} className={styles.answerNote}>
              {t("open.unlisted", { field: importFieldLabel(preview, field), words: unknown.join("、") })}
            </p>
          ))}
        {openWords.flatMap(([field, unknown]) =>
          choicesOf(field).length === 0
            ? []
            : unknown.map((word) => (
                <ChoiceField
                  key={`${field} ${word}`}
                  id={`import-word-${field}-${word}`}
                  label={
                    field === "state"
                      ? t(word === "" ? "open.blankState" : "open.state", { word })
                      : t("open.word", { field: importFieldLabel(preview, field), word })
                  }
                  help={isAsBefore(field, word) ? t("open.before") : undefined}
                  placeholder={t("open.choose")}
                  choices={choicesOf(field)}
                  value={meanings[field]?.[word] ?? answers[field]?.[word] ?? null}
                  onChange={(meaning) => meaning && onMeaning(field, word, meaning)}
                  rule={{ required: field === "state" }}
                />
              )),
        )}
        {order ? (
          <ChoiceField
            id="import-order"
            label={t("open.order")}
            placeholder={t("open.choose")}
            choices={ORDERS.map((value) => ({ value, label: t(`open.orders.${value}`) }))}
            value={order.value}
            onChange={(value) => value && order.onChange(value)}
            rule={{ required: true }}
          />
        ) : null}
      </div>
    </Card>
  );
}
