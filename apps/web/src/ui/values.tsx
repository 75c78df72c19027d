import { useTranslation } from "react-i18next";
import { formatCount, formatDate, formatDateTime, formatPrice, type Unit } from "./format.ts";
import styles from "./values.module.css";

/** A day (YYYY-MM-DD) or, with `withTime`, a timestamp; nothing shows as a dash. */
export function DateText({ value, withTime = false }: { value: string | null | undefined; withTime?: boolean }) {
  const { t } = useTranslation("ui");
  if (!value) return <span>{t("none")}</span>;
  return <time dateTime={value}>{withTime ? formatDateTime(value) : formatDate(value)}</time>;
}

/** A period of days, either end of which may be open. */
export function PeriodText({ from, to }: { from: string | null; to: string | null }) {
  const { t } = useTranslation("ui");
  const day = (text: string) => <span className={styles.nowrap}>{text}</span>;
  if (from && to)
    return (
      <>
        {day(t("period.start", { from: formatDate(from) }))} {day(formatDate(to))}
      </>
    );
  if (from) return day(t("period.from", { from: formatDate(from) }));
  return day(to ? t("period.to", { to: formatDate(to) }) : t("period.open"));
}

/** Yen without decimals. */
export function YenText({ value }: { value: number | null | undefined }) {
  const { t } = useTranslation("ui");
  return <span className="num">{value === null || value === undefined ? t("none") : formatPrice(value)}</span>;
}

/** A number with its unit; nothing shows as a dash. */
export function CountText({ value, unit }: { value: number | null | undefined; unit?: Unit }) {
  const { t } = useTranslation("ui");
  if (value === null || value === undefined) return <span>{t("none")}</span>;
  return <span className="num">{formatCount(value, unit)}</span>;
}
