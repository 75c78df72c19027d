import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useGo } from "../../shell/navigation.ts";
import { Card } from "../../ui/Card.tsx";
import { HistoryList } from "../../ui/HistoryList.tsx";
import { clientHistoryQuery, type PageSearch } from "./clients.api.ts";

/** Who changed what about this client, newest first. */
export function ClientHistory({ id, search }: { id: number; search: PageSearch }) {
  const { t } = useTranslation("clients");
  const go = useGo();
  const list = useQuery(clientHistoryQuery(id, search));
  const { page = 1, size = 50 } = search;
  const show = (change: PageSearch) => void go(`/clients/${id}/history`, { ...search, ...change });
  return (
    <Card flush title={t("tab.history")}>
      <HistoryList
        caption={t("tab.history")}
        lines={list.data?.items}
        total={list.data?.total}
        page={page}
        size={size}
        busy={list.isPlaceholderData}
        error={list.isError ? { message: list.error.message, onRetry: () => void list.refetch() } : null}
        onPage={(next) => show({ page: next })}
        onSize={(next) => show({ size: next, page: undefined })}
      />
    </Card>
  );
}
