import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { type PageSearch, turned } from "../../api/records.ts";
import { type SearchParams, useGo } from "../../shell/navigation.ts";
import { Card } from "../../ui/Card.tsx";
import { HistoryList } from "./HistoryList.tsx";

type RecordHistoryProps = {
  of: "clients" | "accounts" | "users";
  id: number;
  search: PageSearch;
  /** Where it is no page of its own: the page that shows it, with what stays in its address. */
  path?: string;
  stays?: SearchParams;
  empty?: React.ReactNode;
};

/** Who changed what about a record, newest first. */
export function RecordHistory({ of, id, search, path = `/${of}/${id}/history`, stays, empty }: RecordHistoryProps) {
  const { t } = useTranslation("fields");
  const go = useGo();
  // What happened since the last look belongs to it.
  const lines = useQuery({ ...api[of].history.queryOptions(turned({ id }, search)), staleTime: 0 });
  const { page = 1, size = 50 } = search;
  const show = (change: PageSearch) => void go(path, { ...stays, ...search, ...change });
  return (
    <Card flush title={t("record.history")}>
      <HistoryList
        caption={t("record.history")}
        lines={lines.data?.items}
        total={lines.data?.total}
        page={page}
        size={size}
        busy={lines.isPlaceholderData}
        error={lines.isError ? { message: lines.error.message, onRetry: () => void lines.refetch() } : null}
        {...(empty ? { empty } : {})}
        onPage={(next) => show({ page: next })}
        onSize={(next) => show({ size: next, page: undefined })}
      />
    </Card>
  );
}
