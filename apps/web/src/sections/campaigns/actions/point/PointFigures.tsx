import { useTranslation } from "react-i18next";
import { formatCount } from "../../../../ui/format.ts";
import { Stacked } from "../../../../ui/Stacked.tsx";
import { CountText } from "../../../../ui/values.tsx";
import type { Push, SegmentAudience } from "../../campaigns.api.ts";
import styles from "../../text.module.css";

/** Beside a message's funnel: whom the points reach. */
export function PointCounts({ counted, hasMessage }: { counted: SegmentAudience; hasMessage: boolean }) {
  const { t } = useTranslation("campaigns");
  if (!hasMessage) return null;
  const key = counted.benefits_for < counted.not_earlier ? "pointsToReached" : "pointsToAll";
  return <p className={styles.quiet}>{t(`audience.${key}`, { count: counted.benefits_for })}</p>;
}

export function PointsAttributed({ push }: { push: Push }) {
  const { t } = useTranslation("campaigns");
  return (
    <Stacked
      main={<CountText value={push.points_granted} unit="points" />}
      sub={push.points_reversed > 0 && t("column.reversed", { n: formatCount(push.points_reversed, "points") })}
    />
  );
}
