import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useGo } from "../../shell/navigation.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { formatCount } from "../../ui/format.ts";
import { HistoryList } from "../../ui/HistoryList.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { type AuditSearch, auditQuery, filtersIn } from "./audit.api.ts";
import styles from "./audit.module.css";
import { useAuditFilters } from "./use-audit-filters.tsx";

/** Everything that was done, for administrators: provider's all of it, a client's their own (product §1). */
export function AuditPage({ search }: { search: AuditSearch }) {
  const { t } = useTranslation(["audit", "ui"]);
  const go = useGo();
  const lines = useQuery(auditQuery(search));
  const show = (change: AuditSearch) => void go("/audit", { ...search, page: undefined, ...change });
  const actor = lines.isPlaceholderData
    ? undefined
    : lines.data?.items.find((line) => line.actor !== null && line.actor.id === search.actor_user_id)?.actor;
  const filters = useAuditFilters(search, actor?.name, show);
  const clear = () => void go("/audit", { size: search.size });
  const filtered = Object.keys(filtersIn(search)).length > 0;
  return (
    <>
      <PageHeader
        title={t("title")}
        count={lines.data ? formatCount(lines.data.total, t("ui:unit.items")) : undefined}
        caption={t("lead")}
      />
      <div className={styles.bar}>
        <SearchBox q={search.q ?? ""} label={t("search")} onSearch={(words) => show({ q: words })} />
      </div>
      <FilterChips filters={filters} onClear={() => void go("/audit", { size: search.size, q: search.q })} />
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
                  <EmptyState sentence={t("emptyFiltered")} action={<Button onClick={clear}>{t("clear")}</Button>} />
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
