import { RFM_AXES, type RfmAxis } from "@okaeri/domain/rfms/score";
import { useTranslation } from "react-i18next";
import { formatCount, formatNumber, formatPrice } from "../../ui/format.ts";
import styles from "./GuestsNotice.module.css";
import type { Ties } from "./rfms.api.ts";
import type { RfmCounts } from "./use-rfm-counts.ts";

/** With fewer guests a fifth is a handful, and one guest moves it. */
const FEW = 50;

/** What the figures can say of these guests: too few of them, all in one score, many with one value. */
export function GuestsNotice({ counts, ties }: { counts: RfmCounts; ties: Ties | undefined }) {
  const { t } = useTranslation(["rfms", "ui"]);
  const { after, total } = counts;
  if (!after) return null;
  const lines: string[] = [];
  if (total === 0) lines.push(t("notice.nobody"));
  else if (total < FEW) lines.push(t("notice.few", { n: formatNumber(total) }));
  const inUnits = (axis: RfmAxis, value: number) =>
    axis === "monetary" ? formatPrice(value) : formatCount(value, axis === "recency" ? "days" : "stays");
  for (const axis of RFM_AXES) {
    const tie = ties?.[axis];
    const alone = total > 1 && after[axis].find(({ count }) => count === total);
    if (tie) {
      const share = formatNumber(Math.round((tie.customers / Math.max(1, total)) * 100));
      const n = formatNumber(tie.customers);
      lines.push(t("notice.tie", { axis: t(`notice.axis.${axis}`), n, share, value: inUnits(axis, tie.value) }));
    } else if (alone) lines.push(t("notice.alone", { axis: t(`notice.axis.${axis}`), score: alone.score }));
  }
  if (lines.length === 0) return null;
  return (
    <ul className={styles.notice}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
