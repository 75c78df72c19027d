import { Button } from "@mantine/core";
import { auditList } from "@okaeri/contract/lists/audit";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { filtersIn } from "../../api/list-input.ts";
import { HistoryList } from "../../parts/audit/HistoryList.tsx";
import { ListTools } from "../../parts/lists/ListPage.tsx";
import { useListAddress } from "../../parts/lists/list-address.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatCount } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { type AuditSearch, auditQuery } from "./audit.api.ts";
import { useAuditFilters } from "./use-audit-filters.tsx";

/** Everything that was done, for administrators: provider's all of it, a client's their own (product §1). */
export function AuditPage({ search }: { search: AuditSearch }) {
  const { t } = useTranslation(["audit", "ui"]);
  const { show, only } = useListAddress(auditList, search);
  const lines = useQuery(auditQuery(search));
  const actor = lines.isPlaceholderData
    ? undefined
    : lines.data?.items.find((line) => line.actor !== null && line.actor.id === search.actor_user_id)?.actor;
  const filters = useAuditFilters(search, actor?.name);
  const filtered = Object.keys(filtersIn(auditList, search)).length > 0;
  return (
    <>
      <PageHeader
        title={t("title")}
        count={lines.data ? formatCount(lines.data.total, "items") : undefined}
        caption={t("lead")}
      />
      <ListTools list={auditList} search={search} label={t("search")} filters={filters} />
      <Card flush>
        <HistoryList
          caption={t("title")}
          lines={lines.data?.items}
          total={lines.data?.total}
          page={search.page ?? 1}
          size={search.size ?? 50}
          busy={lines.isPlaceholderData}
          error={lines.isError ? { message: lines.error.message, onRetry: () => void lines.refetch() } : null}
          withPlace
          onActor={(id) => show({ actor_user_id: id })}
          {...(filtered || (lines.data?.total ?? 0) > 0
            ? {
                empty: (
                  <EmptyState
                    sentence={t("ui:list.noMatch")}
                    action={<Button onClick={() => only({})}>{t("ui:filter.clear")}</Button>}
                  />
                ),
              }
            : {})}
          onPage={(page) => show({ page })}
          onSize={(size) => show({ size })}
        />
      </Card>
    </>
  );
}
