import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useGo } from "../../shell/navigation.ts";
import { Card } from "../../ui/Card.tsx";
import { HistoryList } from "../../ui/HistoryList.tsx";
import { accountHistoryQuery, type PageSearch } from "./accounts.api.ts";

/** Who changed what about this account, newest first. */
export function AccountHistory({ id, search }: { id: number; search: PageSearch }) {
  const { t } = useTranslation("accounts");
  const go = useGo();
  const list = useQuery(accountHistoryQuery(id, search));
  const { page = 1, size = 50 } = search;
  const show = (change: PageSearch) => void go(`/accounts/${id}/history`, { ...search, ...change });
  return (
    <Card flush title={t("history.title")}>
      <HistoryList
        caption={t("history.title")}
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
