import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { Chart } from "../../../ui/charts/Chart.tsx";
import { formatCount } from "../../../ui/format.ts";
import type { Results } from "../campaigns.api.ts";
import text from "../text.module.css";
import { dailyPoints } from "./daily-points.ts";

/** So many sends are marked; of what goes out nearly every day the table tells. */
const MOST_MARKS = 16;

/** Bookings by day, with the sends where they began. */
export function DailyBookings({ results, messages }: { results: Results; messages: boolean }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { step, points } = dailyPoints(results);
  const every = step === 1 ? "day" : step === 7 ? "week" : "weeks";
  const title = t(`results.daily.title.${every}`, { n: step / 7 });
  const items = (n: number) => formatCount(n, "items");
  const sent = (n: number) => formatCount(n, messages ? "mails" : "people");
  const marks = points.filter((point) => point.sent > 0);
  return (
    <Card title={title} note={items(results.total.reserved ?? 0)}>
      {points.every(({ reserved, transacted, sent: n }) => reserved + transacted + n === 0) ? (
        <p className={text.quiet}>{t("results.daily.none")}</p>
      ) : (
        <Chart
          kind="bar"
          title={title}
          axis={t(step === 1 ? "results.daily.day" : "results.daily.from")}
          points={points}
          series={[
            { key: "reserved", label: t("attributed.reserved"), tone: "main" },
            { key: "transacted", label: t("attributed.transacted"), tableOnly: true },
            { key: "sent", label: t("results.figure.sent"), tableOnly: true, format: sent },
          ]}
          format={items}
          height={200}
          marks={
            marks.length > MOST_MARKS
              ? []
              : marks.map((point) => ({ label: point.label, text: t("results.daily.mark", { n: sent(point.sent) }) }))
          }
        />
      )}
    </Card>
  );
}
