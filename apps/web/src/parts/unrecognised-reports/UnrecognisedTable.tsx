import { useTranslation } from "react-i18next";
import type { client } from "../../api/client.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatCount } from "../../ui/format.ts";
import type { Column } from "../../ui/table-props.ts";
import { CountText, DateText } from "../../ui/values.tsx";
import styles from "./UnrecognisedTable.module.css";

type Answer = Awaited<ReturnType<typeof client.unrecognisedReports.ofAccount>>;
export type UnrecognisedReport = Answer["items"][number];

type UnrecognisedTableProps<R extends UnrecognisedReport> = {
  /** Undefined while they load. */
  answer: { items: R[]; totals: Answer["totals"] } | undefined;
  /** A column after the moment, and one at the end. */
  account?: Column<R> | undefined;
  actions?: Column<R> | undefined;
};

/** Reports that were not understood: when, from which server, with which codes and text, and how many alike. */
export function UnrecognisedTable<R extends UnrecognisedReport>({
  answer,
  account,
  actions,
}: UnrecognisedTableProps<R>) {
  const { t } = useTranslation("unrecognisedReports");
  const columns: Column<R>[] = [
    { key: "last", title: t("column.last"), width: 170, render: ({ last_at: at }) => <DateText value={at} withTime /> },
    ...(account ? [account] : []),
    { key: "server", title: t("column.server"), width: 180, render: ({ server }) => (server === "" ? null : server) },
    {
      key: "codes",
      title: t("column.codes"),
      width: 110,
      render: ({ status_codes: codes }) => (codes.length === 0 ? null : <span className="num">{codes.join(" ")}</span>),
    },
    { key: "excerpt", title: t("column.excerpt"), render: (report) => <Excerpt report={report} /> },
    {
      key: "count",
      title: t("column.count"),
      width: 80,
      align: "right",
      render: ({ count }) => <CountText value={count} unit="items" />,
    },
    ...(actions ? [actions] : []),
  ];
  const totals = answer && {
    smtp: formatCount(answer.totals.smtp, "items"),
    sendgrid: formatCount(answer.totals.sendgrid, "items"),
  };
  return (
    <>
      <div className={styles.lead}>
        <p>{t("lead")}</p>
        {totals && answer.items.length > 0 ? <p>{t("totals", totals)}</p> : null}
      </div>
      <DataTable
        caption={t("title")}
        columns={columns}
        rows={answer?.items}
        rowKey={({ id }) => id}
        minWidth={900}
        skeletonRows={3}
        empty={<EmptyState sentence={t("empty")} />}
      />
    </>
  );
}

function Excerpt({ report: { is_overflow, excerpt } }: { report: UnrecognisedReport }) {
  const { t } = useTranslation("unrecognisedReports");
  if (is_overflow) return <span className={styles.remark}>{t("overflow")}</span>;
  if (excerpt === "") return <span className={styles.remark}>{t("noText")}</span>;
  return <span className={styles.excerpt}>{excerpt}</span>;
}
