import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ExpiringPoints, PointDebt } from "../../parts/points/points-left.tsx";
import { Card } from "../../ui/Card.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatNumber } from "../../ui/format.ts";
import { CountText } from "../../ui/values.tsx";
import { GrantDialog } from "./GrantDialog.tsx";
import { type GuestPointSummary, pointSummaryQuery } from "./points.api.ts";
import styles from "./points.module.css";
import { UseDialog } from "./UseDialog.tsx";

/** How a guest's points stand and why, what expires when, and what can be done with them. */
export function PointSummaryCard({ id }: { id: number }) {
  const { t } = useTranslation("points");
  const { data: summary, isError, error, refetch } = useQuery(pointSummaryQuery(id));
  if (isError) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (summary === undefined) return null;
  const { balance, debt, expiring } = summary;
  return (
    <Card title={t("summary.title")} aside={<Acts id={id} summary={summary} />}>
      <div className={styles.summary}>
        <div>
          <p className={styles.figure}>
            <CountText value={balance} unit="points" />
          </p>
          <p className={styles.sum}>
            {t("summary.sum", {
              granted: formatNumber(summary.granted),
              revoked: formatNumber(summary.revoked),
              used: formatNumber(summary.used),
              expired: formatNumber(summary.expired),
              balance: formatNumber(balance - debt),
            })}
          </p>
          <PointDebt debt={debt} />
          {summary.expected.points > 0 ? (
            <p className={styles.quiet}>
              {t("summary.expected", {
                points: formatNumber(summary.expected.points),
                count: summary.expected.reservations,
              })}
            </p>
          ) : null}
          <UseLimits summary={summary} />
        </div>
        <ExpiringPoints expiring={expiring} />
      </div>
    </Card>
  );
}

/** What the held rank allows of one use, in a sentence. */
function UseLimits({ summary }: { summary: GuestPointSummary }) {
  const { t } = useTranslation("points");
  const { rank_name: rank, use_point_unit: unit, min_use_point: min, max_use_point: max } = summary;
  const limits = [
    rank === null ? t("summary.noRank") : t("summary.limits", { rank, unit: formatNumber(unit) }),
    ...(min === null ? [] : [t("summary.min", { min: formatNumber(min) })]),
    ...(max === null ? [] : [t("summary.max", { max: formatNumber(max) })]),
  ];
  return <p className={styles.quiet}>{limits.join(t("summary.separator"))}</p>;
}

function Acts({ id, summary }: { id: number; summary: GuestPointSummary }) {
  const { t } = useTranslation("points");
  const [open, setOpen] = useState<"use" | "grant" | "deduct">();
  if (!summary.page_actions.includes("edit")) return null;
  const close = () => setOpen(undefined);
  return (
    <div className={styles.acts}>
      <Button variant="filled" disabled={summary.balance === 0} onClick={() => setOpen("use")}>
        {t("act.use")}
      </Button>
      <Button onClick={() => setOpen("grant")}>{t("act.grant")}</Button>
      <Button disabled={summary.balance === 0} onClick={() => setOpen("deduct")}>
        {t("act.deduct")}
      </Button>
      {open === "use" ? <UseDialog id={id} summary={summary} onClose={close} /> : null}
      {open === "grant" || open === "deduct" ? (
        <GrantDialog id={id} summary={summary} act={open} onClose={close} />
      ) : null}
    </div>
  );
}
