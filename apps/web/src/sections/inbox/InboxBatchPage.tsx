import { Button, Group } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { useWaitingOf } from "../../parts/imports/use-waiting-of.tsx";
import { WordsOfBatch } from "../../parts/imports/WordsOfBatch.tsx";
import { RecordPage } from "../../parts/records/RecordPage.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { ListTable } from "../../ui/ListTable.tsx";
import { Stacked } from "../../ui/Stacked.tsx";
import { SummaryStrip } from "../../ui/SummaryStrip.tsx";
import { Tag } from "../../ui/Tag.tsx";
import type { Column } from "../../ui/table-props.ts";
import { CountText } from "../../ui/values.tsx";
import { FixRowDialog } from "./FixRowDialog.tsx";
import { InboxStateTag } from "./InboxListPage.tsx";
import { batchQuery, type InboxRow, inboxKey, type RowsSearch, rowsQuery } from "./inbox.api.ts";

const outcomeKinds = {
  new: "success",
  changed: "info",
  unchanged: "neutral",
  refused: "danger",
  waiting: "warning",
  dismissed: "neutral",
  lapsed: "neutral",
} as const;

/** One batch: its figures and the fate of every row; held rows are mended or dismissed here. */
export function InboxBatchPage({ id, search }: { id: number; search: RowsSearch }) {
  const { t } = useTranslation(["inbox", "ui"]);
  const go = useGo();
  const batch = useQuery(batchQuery(id));
  const rows = useQuery(rowsQuery(id, search));
  const waiting = useWaitingOf(id);
  const [fixing, setFixing] = useState<InboxRow>();
  const [dismissing, setDismissing] = useState<InboxRow>();
  const mayTend = batch.data?.page_actions.includes("create") ?? false;
  const columns: Column<InboxRow>[] = [
    {
      key: "index",
      title: t("batch.index"),
      render: (one) => <strong>{t("batch.indexNo", { n: one.row_index + 1 })}</strong>,
    },
    {
      key: "code",
      title: t("batch.code"),
      render: (one) =>
        one.customer_id !== null && one.reservation_id !== null ? (
          <AppLink to={`/customers/${one.customer_id}/reservations/${one.reservation_id}`}>
            {one.reservation_code}
          </AppLink>
        ) : (
          one.reservation_code || t("ui:none")
        ),
    },
    {
      key: "row_outcome",
      title: t("batch.outcome"),
      render: (one) => (
        <Stacked
          main={<Tag kind={outcomeKinds[one.row_outcome]}>{t(`outcome.${one.row_outcome}`)}</Tag>}
          sub={
            one.updated_by_name && one.updated_at
              ? t("batch.fixedBy", { name: one.updated_by_name, at: formatDateTime(one.updated_at) })
              : undefined
          }
        />
      ),
    },
    {
      key: "reasons",
      title: t("batch.reasons"),
      render: (one) =>
        one.reasons.length === 0
          ? t("ui:none")
          : one.reasons.map(({ field, label, message }) => (
              <div key={field}>{label === "" ? message : t("batch.reason", { label, message })}</div>
            )),
    },
    ...(mayTend
      ? [
          {
            key: "actions",
            title: t("batch.actions"),
            render: (one: InboxRow) =>
              one.row_outcome === "refused" || one.row_outcome === "waiting" ? (
                <Group gap="xs" wrap="nowrap">
                  <Button size="xs" onClick={() => setFixing(one)}>
                    {t("fix.button")}
                  </Button>
                  <Button size="xs" variant="default" onClick={() => setDismissing(one)}>
                    {t("dismiss.button")}
                  </Button>
                </Group>
              ) : null,
          },
        ]
      : []),
  ];
  const dismiss = async (row: InboxRow) => {
    try {
      await client.inbox.dismiss({ id, row_index: row.row_index, version: row.version });
      notify("success", t("dismiss.done"));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
    await queryClient.invalidateQueries({ queryKey: inboxKey() });
  };
  return (
    <>
      <RecordPage
        record={batch}
        head={(one) => ({
          title: t("batch.title", { channel: t(`channel.${one.channel}`), kind: t(`kind.${one.kind}`) }),
          caption: t("batch.caption", {
            facility: one.facility_name,
            at: formatDateTime(one.created_at),
            key: one.key_name,
          }),
          state: <InboxStateTag state={one.state} />,
          crumbs: <AppLink to="/customers/inbox">{t("title")}</AppLink>,
        })}
        above={(one) => (
          <SummaryStrip
            items={[
              { label: t("column.rows"), value: <CountText value={one.rows} unit="rows" /> },
              { label: t("outcome.new"), value: <CountText value={one.rows_new} unit="rows" /> },
              { label: t("outcome.changed"), value: <CountText value={one.rows_changed} unit="rows" /> },
              { label: t("outcome.unchanged"), value: <CountText value={one.rows_unchanged} unit="rows" /> },
              {
                label: t("outcome.refused"),
                value: <CountText value={one.rows_held} unit="rows" />,
                // Of a thousand rows, the three that wait for somebody stand on any page.
                note:
                  search.row_outcome !== undefined ? (
                    <AppLink to={`/customers/inbox/${id}`}>{t("batch.allRows")}</AppLink>
                  ) : one.rows_held > 0 ? (
                    <AppLink to={`/customers/inbox/${id}`} search={{ row_outcome: "refused" }}>
                      {t("batch.heldRows")}
                    </AppLink>
                  ) : undefined,
              },
              ...waiting,
            ]}
          />
        )}
      >
        <WordsOfBatch id={id} />
        <ListTable
          caption={t("batch.rows")}
          title={t("batch.rows")}
          rows={rows}
          columns={columns}
          rowKey={(row) => row.row_index}
          search={search}
          unit="rows"
          onShow={({ page, size = search.size }) => void go(`/customers/inbox/${id}`, { ...search, page, size })}
          minWidth={900}
          empty={
            <EmptyState
              sentence={t(search.row_outcome ? "batch.noneHeld" : "batch.none")}
              icon={<IconInbox size={24} aria-hidden />}
            />
          }
        />
      </RecordPage>
      {fixing ? <FixRowDialog batchId={id} row={fixing} onClose={() => setFixing(undefined)} /> : null}
      <ConfirmDialog
        opened={dismissing !== undefined}
        onClose={() => setDismissing(undefined)}
        title={t("dismiss.title")}
        confirm={t("dismiss.button")}
        danger
        onConfirm={() => dismissing && dismiss(dismissing)}
      >
        {t("dismiss.text", { n: (dismissing?.row_index ?? 0) + 1 })}
      </ConfirmDialog>
    </>
  );
}
