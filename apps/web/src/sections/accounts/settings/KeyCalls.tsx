import { IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../../shell/AppLink.tsx";
import { useMay } from "../../../shell/use-may.ts";
import { Card } from "../../../ui/Card.tsx";
import { DataTable } from "../../../ui/DataTable.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import type { Column } from "../../../ui/table-props.ts";
import { DateText } from "../../../ui/values.tsx";
import styles from "./keys.module.css";
import { Guides } from "./NewKey.tsx";
import { type KeyCall, type KeyItem, keyCallsQuery } from "./settings.api.ts";

const kindOf = (status: number) => (status < 400 ? "success" : status < 500 ? "warning" : "danger");

/** What a system lately asked with one key, and how it was answered. */
export function KeyCalls({ accountId, of }: { accountId: number; of: Pick<KeyItem, "kind" | "id"> }) {
  const { t } = useTranslation(["accountSettings", "ui"]);
  const query = useQuery(keyCallsQuery(accountId, of));
  const mayRead = useMay("customers/read");
  if (query.isError) return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />;
  const columns: Column<KeyCall>[] = [
    { key: "at", title: t("keys.calls.at"), render: (one) => <DateText value={one.called_at} withTime /> },
    {
      key: "call",
      title: t("keys.calls.call"),
      render: (one) => (
        <code>
          {one.method} {one.path}
        </code>
      ),
    },
    {
      key: "status",
      title: t("keys.calls.status"),
      render: (one) => <Tag kind={kindOf(one.status)}>{one.status}</Tag>,
    },
    {
      key: "outcome",
      title: t("keys.calls.outcome"),
      render: ({ import_batch_id: batch, reasons }) => {
        if (batch !== null) {
          const text = t("keys.calls.batch", { id: batch });
          return mayRead ? <AppLink to={`/customers/inbox/${batch}`}>{text}</AppLink> : text;
        }
        if (reasons.length === 0) return t("ui:none");
        return reasons.map(({ field, code, message }) => (
          <div key={`${field}/${code}`}>
            {field === null ? null : <code>{field}</code>} {message ?? <code>{code}</code>}
          </div>
        ));
      },
    },
  ];
  const name = query.data?.key.name ?? "";
  return (
    <Card
      title={t("keys.calls.title", { name })}
      aside={<AppLink to={`/accounts/${accountId}/keys`}>{t("keys.calls.close")}</AppLink>}
      flush
    >
      <div className={styles.callsLead}>
        <p>{t("keys.calls.lead")}</p>
        <Guides guide={of.kind === "feed" ? "feeds.md" : "partner.md"} />
      </div>
      <DataTable
        caption={t("keys.calls.title", { name })}
        columns={columns}
        rows={query.data?.items}
        rowKey={(one) => one.id}
        minWidth={720}
        skeletonRows={3}
        empty={<EmptyState icon={<IconPlugConnected size={24} aria-hidden />} sentence={t("keys.calls.empty")} />}
      />
    </Card>
  );
}
