import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import styles from "./WordsOfBatch.module.css";

const SHOWN = 5;

/** Of a file or a batch of a feed: its words that nobody knows, with the way to where they are matched; nothing where it has none. */
export function WordsOfBatch({ id }: { id: number }) {
  const { t } = useTranslation("inbox");
  const { data } = useQuery(api.inbox.wordsOf.queryOptions({ input: { id }, staleTime: 0 }));
  if (data === undefined || data.items.length === 0) return null;
  const named = data.items
    .slice(0, SHOWN)
    .map(({ field, word, rows }) => t("words.one", { field: t(`words.field.${field}`), word, n: rows }));
  return (
    <p className={styles.words} role="note">
      {t("words.ofBatch")}
      {named.join(t("words.and"))}
      {data.items.length > SHOWN ? t("words.more", { n: data.items.length - SHOWN }) : null}{" "}
      <AppLink to="/customers/inbox">{t("words.open")}</AppLink>
    </p>
  );
}
