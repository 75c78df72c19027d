import { useTranslation } from "react-i18next";
import type { LiftAnswer } from "../campaigns.api.ts";
import styles from "./lift.module.css";
import { axisOf, writtenPoints } from "./lift-numbers.ts";

/** The difference and its interval on an axis on which 0 is marked; nothing where there is none. */
export function LiftInterval({ lift: { difference, low, high } }: { lift: LiftAnswer }) {
  const { t } = useTranslation("campaigns");
  if (difference === null || low === null || high === null) return null;
  const { marks, at } = axisOf(low, high);
  const points = writtenPoints([difference, low, high]);
  const left = (share: number) => `${at(share) * 100}%`;
  const zero = t(low > 0 || high < 0 ? "lift.zero.out" : "lift.zero.in");
  const says = t("lift.axisSays", { difference: points(difference), low: points(low), high: points(high), zero });
  return (
    <div className={styles.interval}>
      <span>{t("lift.axis")}</span>
      <div className={styles.plot} role="img" aria-label={says}>
        {marks.map((mark) => (
          <span
            key={mark}
            className={styles.mark}
            data-zero={mark === 0}
            style={{ insetInlineStart: left(mark / 100) }}
          >
            <span className="num">{mark > 0 ? `+${mark}` : mark}</span>
          </span>
        ))}
        <span
          className={styles.range}
          style={{ insetInlineStart: left(low), width: `${(at(high) - at(low)) * 100}%` }}
        />
        <span className={styles.point} style={{ insetInlineStart: left(difference) }} />
      </div>
    </div>
  );
}
