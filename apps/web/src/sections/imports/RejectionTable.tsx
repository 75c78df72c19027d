import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { workingAccount } from "../../api/account.ts";
import type { PageSearch } from "../../api/records.ts";
import { ExportMenu } from "../../parts/lists/ExportMenu.tsx";
import { useGo } from "../../shell/navigation.ts";
import { Card } from "../../ui/Card.tsx";
import { formatCount, formatNumber } from "../../ui/format.ts";
import { ListTable } from "../../ui/ListTable.tsx";
import type { Column } from "../../ui/table-props.ts";
import { type ImportBatch, isBatchRunning, type RejectionItem, rejectionsQuery } from "./imports.api.ts";
import { RefusalGroups } from "./RefusalGroups.tsx";
import styles from "./refusals.module.css";

/** The rows that were refused: where, why, and what they said. */
export function RejectionTable({ batch, search }: { batch: ImportBatch; search: PageSearch }) {
  const { t } = useTranslation(["imports", "ui"]);
  const go = useGo();
  const list = useQuery({
    ...rejectionsQuery(batch.id, search),
    refetchInterval: isBatchRunning(batch) ? 3_000 : false,
  });
  const show = (change: PageSearch) => void go(`/customers/imports/${batch.id}`, { size: search.size, ...change });
  const columns = useMemo<Column<RejectionItem>[]>(
    () => [
      {
        key: "line",
        title: t("rejections.line"),
        width: 110,
        render: (one) => <strong className="num">{t("rejections.lineNo", { n: formatNumber(one.line_no) })}</strong>,
      },
      {
        key: "reasons",
        title: t("rejections.reasons"),
        render: (one) => (
          <ul className={styles.reasons}>
            {one.reasons.map((reason) => (
              <li key={`${reason.field ?? ""}${reason.message}`}>{reason.message}</li>
            ))}
          </ul>
        ),
      },
      {
        key: "raw",
        title: t("rejections.raw"),
        render: (one) => (
          <code className={styles.raw} title={one.raw}>
            {one.raw}
          </code>
        ),
      },
    ],
    [t],
  );
  const groups = list.data?.groups ?? [];
  if (list.data?.ended)
    return (
      <Card title={t("rejections.title")}>
        <p>{t("rejections.ended", { rows: formatCount(batch.rows_refused, "rows") })}</p>
      </Card>
    );
  return (
    <>
      {groups.length > 0 ? (
        <Card title={t("rejections.byReason")}>
          <RefusalGroups groups={groups} />
        </Card>
      ) : null}
      <ListTable
        title={t("rejections.title")}
        note={t("rejections.hint")}
        aside={
          <ExportMenu
            path={`/api/imports/${batch.id}/rejections.csv`}
            query={{ account_id: workingAccount() }}
            people="customers"
            title={t("rejections.title")}
          />
        }
        caption={t("rejections.title")}
        rows={list}
        columns={columns}
        rowKey={(one) => one.line_no}
        search={search}
        usualSize={20}
        unit="rows"
        onShow={show}
        minWidth={900}
        skeletonRows={Math.min(5, batch.rows_refused)}
        empty={<p className={styles.emptyList}>{t("rejections.none")}</p>}
      />
    </>
  );
}
