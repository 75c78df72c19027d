import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { useTranslation } from "react-i18next";
import { formatDate, formatNumber, formatPrice } from "../../ui/format.ts";
import type { GuestRank } from "./customers.api.ts";
import customers from "./customers.module.css";
import styles from "./RankProgressText.module.css";

/** What is missing for the next rank and for this one, and what becomes of it, in plain sentences. */
export function RankProgressText({ rank }: { rank: GuestRank }) {
  const { t } = useTranslation("guestRank");
  const { progress, given } = rank;
  if (progress === null) return null;
  const { definition, measure, base_month: months, held, next, keep, falls } = progress;
  const figure = (amount: number) => (definition === "use_price" ? formatPrice(amount) : formatNumber(amount));
  const until = (text: string, day: string | null) =>
    day === null ? t("progress.anyDay", { text }) : t("progress.by", { text, date: formatDate(day) });
  const prolonged = falls !== null && rank.earned !== null && falls.last_day !== rank.earned.expiration_date;
  const sentences = [
    given && t("progress.beneath"),
    next === null && held !== null ? t("progress.top") : null,
    next && next.amount === 0 ? t("progress.reached", { name: next.name }) : null,
    next && next.amount > 0
      ? until(t(`progress.next.${definition}`, { n: figure(next.amount), name: next.name }), next.until)
      : null,
    keep && until(t(`progress.keep.${definition}`, { n: figure(keep.amount), name: held ?? "" }), keep.until),
    falls &&
      t(`progress.${falls.to === null ? "fallsNone" : prolonged ? "renewed" : "falls"}`, {
        last: formatDate(falls.last_day),
        next: formatDate(addDays(calendarDate(falls.last_day), 1)),
        to: falls.to ?? "",
      }),
  ].filter((sentence) => sentence !== null);
  return (
    <section aria-label={t("progress.title")}>
      <p className={customers.quiet}>{t(`progress.now.${definition}`, { months, n: figure(measure) })}</p>
      <ul className={styles.progress}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
