import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import styles from "./imports.module.css";

const STATES = ["reserved", "stayed", "cancelled", "no_show"] as const;
const ORDERS = ["mdy", "dmy"] as const;
export type DateOrder = (typeof ORDERS)[number];

type OpenQuestionsProps = {
  /** Words of the status column that nobody knows. */
  words: readonly string[];
  meanings: Readonly<Record<string, string>>;
  onMeaning: (word: string, meaning: string) => void;
  /** Null: the file does not ask for one. */
  order: { value: DateOrder | null; onChange: (order: DateOrder) => void } | null;
};

/** What the file leaves open and a person answers once: what its words mean, and what stands first in its dates. */
export function OpenQuestions({ words, meanings, onMeaning, order }: OpenQuestionsProps) {
  const { t } = useTranslation("imports");
  return (
    <Card title={t("open.title")} note={t("open.note")}>
      <div className={styles.stack}>
        {words.map((word) => (
          <Select
            key={word}
            label={t("open.word", { word })}
            placeholder={t("open.choose")}
            data={STATES.map((value) => ({ value, label: t(`open.state.${value}`) }))}
            value={meanings[word] ?? null}
            onChange={(meaning) => meaning && onMeaning(word, meaning)}
            allowDeselect={false}
            required
          />
        ))}
        {order ? (
          <Select
            label={t("open.order")}
            placeholder={t("open.choose")}
            data={ORDERS.map((value) => ({ value, label: t(`open.orders.${value}`) }))}
            value={order.value}
            onChange={(value) => value && order.onChange(value as DateOrder)}
            allowDeselect={false}
            required
          />
        ) : null}
      </div>
    </Card>
  );
}
