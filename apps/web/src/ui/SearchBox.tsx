import { Button, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import styles from "./SearchBox.module.css";

type SearchBoxProps = {
  /** What is searched for now, as the URL has it. */
  q: string;
  /** Name and placeholder: what is searched. */
  label: string;
  /** What its button says, where it is not 検索する. */
  submit?: string | undefined;
  /** Nothing = no condition. */
  onSearch: (words: string | undefined) => void;
};

/** The words a list is narrowed by. */
export function SearchBox({ q, label, submit, onSearch }: SearchBoxProps) {
  const { t } = useTranslation("ui");
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get("q") ?? "").trim() || undefined);
  };
  return (
    <search className={styles.box} aria-label={label}>
      {/* The key brings the box in step with the URL when Back changed it. */}
      <form className={styles.form} onSubmit={search} key={q}>
        <TextInput
          name="q"
          type="search"
          defaultValue={q}
          maxLength={200}
          autoComplete="off"
          aria-label={label}
          placeholder={label}
          leftSection={<IconSearch size={16} aria-hidden />}
        />
        <Button type="submit">{submit ?? t("search.submit")}</Button>
      </form>
    </search>
  );
}
