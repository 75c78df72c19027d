import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import type { Check, ImportPreview } from "./imports.api.ts";
import { importFieldLabel, type Meanings } from "./mapping.ts";
import styles from "./questions.module.css";

type HouseWordsProps = {
  preview: ImportPreview;
  /** Names of rooms and plans as the file writes them, by field. */
  words: Check["house_words"];
  meanings: Meanings;
  onMeaning: (field: string, word: string, meaning: string) => void;
};

/** What the file calls rooms and plans, and what the house calls them. Nothing has to be filled in. */
export function HouseWords({ preview, words, meanings, onMeaning }: HouseWordsProps) {
  const { t } = useTranslation("imports");
  return (
    <Card title={t("house.title")} note={t("house.note")}>
      <div className={styles.questions}>
        {Object.entries(words).flatMap(([field, names]) =>
          names.map((name) => {
            const meaning = meanings[field]?.[name] ?? preview.values[field]?.[name] ?? name;
            return (
              <TextInput
                key={`${field} ${name}`}
                label={t("house.word", { field: importFieldLabel(preview, field), word: name })}
                placeholder={name}
                value={meaning === name ? "" : meaning}
                // An emptied field takes the file's own name, which drops a remembered one.
                onChange={(event) => onMeaning(field, name, event.currentTarget.value || name)}
              />
            );
          }),
        )}
      </div>
    </Card>
  );
}
