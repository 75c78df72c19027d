import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { formatMonth, formatNumber } from "../../ui/format.ts";
import { SummaryStrip } from "../../ui/SummaryStrip.tsx";
import { CountText, YenText } from "../../ui/values.tsx";
import type { Check } from "./imports.api.ts";
import imports from "./imports.module.css";
import styles from "./result.module.css";

type ConsequencesProps = { check: Check };

/** What new and changed bookings become, and what that does to guests and points. */
export function Consequences({ check }: ConsequencesProps) {
  const { t } = useTranslation("imports");
  const { consequences, tried_out: tried } = check;
  if (consequences === null) return null;
  const { months, no_shows_by_date: silent } = consequences;
  const count = (value: number) => <CountText value={value} unit="items" />;
  const people = (value: number) => <CountText value={value} unit="people" />;
  const all = check.rows_new + check.rows_changed + check.rows_unchanged + check.rows_refused;
  return (
    <Card title={t("becomes.title")} note={t("becomes.note")}>
      {silent > 0 ? (
        <p className={styles.outcome} data-outcome={consequences.stays === 0 ? "failed" : "warned"} role="alert">
          <IconAlertTriangle size={20} aria-hidden />
          {t(consequences.stays === 0 ? "becomes.noStays" : "becomes.silent", { count: silent })}
        </p>
      ) : null}
      <SummaryStrip
        items={[
          { label: t("becomes.stays"), value: count(consequences.stays) },
          { label: t("becomes.reservations"), value: count(consequences.reservations) },
          { label: t("becomes.cancelled"), value: count(consequences.cancelled) },
          { label: t("becomes.noShows"), value: count(consequences.no_shows) },
        ]}
      />
      {tried ? (
        <>
          <SummaryStrip
            items={[
              { label: t("becomes.guestsNew"), value: people(tried.guests_new) },
              { label: t("becomes.guestsJoined"), value: people(tried.guests_joined) },
              { label: t("becomes.guestsWaiting"), value: people(tried.guests_waiting) },
              { label: t("becomes.points"), value: <CountText value={tried.points} unit="points" /> },
            ]}
          />
          {tried.rows < all ? (
            <p className={imports.quiet}>{t("becomes.firstRows", { n: formatNumber(tried.rows) })}</p>
          ) : null}
        </>
      ) : null}
      {months.length > 0 ? (
        <div className={styles.months}>
          <DataTable
            caption={t("becomes.months")}
            columns={[
              { key: "month", title: t("becomes.month"), render: ({ month }) => formatMonth(`${month}-01`) },
              { key: "stays", title: t("becomes.stays"), align: "right", render: ({ stays }) => count(stays) },
              {
                key: "use_price",
                title: t("becomes.price"),
                align: "right",
                render: ({ use_price }) => <YenText value={use_price} />,
              },
            ]}
            rows={months}
            rowKey={({ month }) => month}
            empty={null}
          />
        </div>
      ) : null}
    </Card>
  );
}
