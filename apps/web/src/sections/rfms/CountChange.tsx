import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatCount, formatNumber } from "../../ui/format.ts";
import styles from "./groups.module.css";

type CountChangeProps = { before: number | undefined; after: number | undefined };

/** How many now, and how many with the values as typed; one figure when nothing changes. */
export function CountChange({ before, after }: CountChangeProps) {
  const { t } = useTranslation("ui");
  if (after === undefined) return <span className={styles.count}>{t("none")}</span>;
  if (before === undefined || before === after) {
    return (
      <span className={`num ${styles.count}`}>
        <strong>{formatCount(after, "people")}</strong>
      </span>
    );
  }
  const more = after > before;
  return (
    <span className={`num ${styles.count}`}>
      <span className={styles.was}>{formatCount(before, "people")}</span>
      <IconArrowRight size={12} aria-label="→" />
      <strong>{formatCount(after, "people")}</strong>
      <small data-more={more}>{`${more ? "+" : "−"}${formatNumber(Math.abs(after - before))}`}</small>
    </span>
  );
}
