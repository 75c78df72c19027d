import { useLocation } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { splitLocale } from "../../i18n/locales.ts";
import { type SearchParams, useGo } from "../../shell/navigation.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Tabs } from "../../ui/Tabs.tsx";

export type RecordTab = { key: string; label: string; path: string; search?: SearchParams; count?: number | undefined };

type QueryState<T> = { data: T; isError: boolean; error: Error | null; refetch: () => unknown };

type RecordPageProps<T> = {
  record: QueryState<T>;
  /** Title and tags, where one is, what may be done with it on this page of it. */
  head: (record: NonNullable<T>, path: string) => ComponentProps<typeof PageHeader>;
  /** Figures and notices between head and tabs. */
  above?: (record: NonNullable<T>) => ReactNode;
  /** Undefined while a record has only one page. */
  tabs?: (record: NonNullable<T>) => { label: string; tabs: RecordTab[]; current?: string } | undefined;
  children: ReactNode | ((record: NonNullable<T>) => ReactNode);
};

/** One record: which, its state, what may be done with it, its tabs, and what is shown of it. The frame of every record. */
export function RecordPage<T>({ record, head, above, tabs, children }: RecordPageProps<T>) {
  const go = useGo();
  const path = useLocation({ select: (location) => splitLocale(location.pathname).path });
  const { data } = record;
  if (data === undefined || data === null)
    return record.isError ? (
      <ErrorState message={record.error?.message ?? ""} onRetry={() => void record.refetch()} />
    ) : null;
  const bar = tabs?.(data);
  const shown = typeof children === "function" ? children(data) : children;
  // A page beneath a tab, such as its edit mode, belongs to the first one.
  const current = bar?.current ?? bar?.tabs.find((tab) => tab.path === path)?.key ?? bar?.tabs[0]?.key ?? "";
  return (
    <>
      <PageHeader {...head(data, path)} />
      {above?.(data)}
      {bar === undefined ? (
        shown
      ) : (
        <Tabs
          {...bar}
          current={current}
          onChange={(key) => {
            const chosen = bar.tabs.find((tab) => tab.key === key);
            if (chosen) void go(chosen.path, chosen.search);
          }}
        >
          {shown}
        </Tabs>
      )}
    </>
  );
}
