import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isKnown, type Mark, markOf } from "../mail-marks.ts";
import styles from "./MailTextField.module.css";

type FallbackFieldProps = {
  mark: Mark;
  loses: "line" | "mail";
  /** The whole mark, with the words in it. */
  onChange: (words: string) => void;
};

/** What a guest reads of whom the fact beside the cursor is not known. */
export function FallbackField({ mark: { name, fallback }, loses, onChange }: FallbackFieldProps) {
  const { t } = useTranslation("mails");
  // What is typed stays as it is while a mark keeps no space at its end.
  const [typed, setTyped] = useState({ name, words: fallback });
  if (!isKnown(name)) return null;
  const words = typed.name === name && typed.words.trim() === fallback ? typed.words : fallback;
  const named = t(`placeholder.${name}`);
  return (
    <TextInput
      className={styles.fallback ?? ""}
      size="xs"
      label={t("fallback.label", { name: named })}
      placeholder={t("fallback.hint")}
      description={fallback === "" ? t(`fallback.${loses}Goes`) : t("fallback.says", { name: named })}
      inputWrapperOrder={["label", "input", "description"]}
      value={words}
      onChange={({ currentTarget: { value } }) => {
        setTyped({ name, words: value });
        onChange(markOf(name, value));
      }}
    />
  );
}
