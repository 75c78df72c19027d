import type { AuditLine } from "@okaeri/contract/audit";
import { Card } from "../ui/Card.tsx";
import { HistoryList } from "../ui/HistoryList.tsx";
import { type SearchParams, useGo } from "./navigation.ts";

type Page = { page?: number | undefined; size?: number | undefined };

type RecordHistoryProps = {
  title: string;
  lines: {
    data: { items: AuditLine[]; total: number } | undefined;
    isPlaceholderData: boolean;
    isError: boolean;
    error: Error | null;
    refetch: () => unknown;
  };
  search: Page;
  /** The page that shows it, with what stays in its address. */
  path: string;
  stays?: SearchParams;
  empty?: React.ReactNode;
};

/** Who changed what about a record, newest first. */
export function RecordHistory({ title, lines, search, path, stays = {}, empty }: RecordHistoryProps) {
  const go = useGo();
  const { page = 1, size = 50 } = search;
  const show = (change: Page) => void go(path, { ...stays, ...search, ...change });
  return (
    <Card flush title={title}>
      <HistoryList
        caption={title}
        lines={lines.data?.items}
        total={lines.data?.total}
        page={page}
        size={size}
        busy={lines.isPlaceholderData}
        error={lines.isError ? { message: lines.error?.message ?? "", onRetry: () => void lines.refetch() } : null}
        {...(empty ? { empty } : {})}
        onPage={(next) => show({ page: next })}
        onSize={(next) => show({ size: next, page: undefined })}
      />
    </Card>
  );
}
