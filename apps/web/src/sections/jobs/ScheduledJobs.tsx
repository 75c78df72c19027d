import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { api, type client } from "../../api/client.ts";
import { Card } from "../../ui/Card.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatDateTime } from "../../ui/format.ts";
import type { Column } from "../../ui/table-props.ts";
import { DateText } from "../../ui/values.tsx";

type Scheduled = Awaited<ReturnType<typeof client.jobs.scheduled>>["items"][number];

export const scheduledQuery = () => api.jobs.scheduled.queryOptions({ refetchInterval: 30_000 });

/** Work that comes by the clock: when it ran last, when it runs next, and in words what is wrong. */
export function ScheduledJobs({ nameOf }: { nameOf: (queue: string) => string }) {
  const { t } = useTranslation(["jobs", "ui"]);
  const query = useQuery(scheduledQuery());
  const columns: Column<Scheduled>[] = [
    { key: "queue", title: t("column.queue"), render: ({ queue }) => <strong>{nameOf(queue)}</strong> },
    {
      key: "when",
      title: t("column.when"),
      render: ({ at, every_minutes }) =>
        at === null ? t("everyMinutes", { count: every_minutes ?? 0 }) : t("daily", { at }),
    },
    {
      key: "last",
      title: t("column.last"),
      render: ({ last_ended_at }) => (last_ended_at ? <DateText value={last_ended_at} withTime /> : t("neverRan")),
    },
    { key: "next", title: t("column.next"), render: ({ next_at }) => <DateText value={next_at} withTime /> },
    {
      key: "state",
      title: t("column.state"),
      render: ({ state, fault, overdue_since }) => (
        <>
          <div>
            {state === "failed" && fault ? t("failedBecause", { fault: t(`fault.${fault}`) }) : t(`state.${state}`)}
          </div>
          {overdue_since ? <div>{t("overdueSince", { at: formatDateTime(overdue_since) })}</div> : null}
        </>
      ),
    },
  ];
  if (query.isError)
    return <ErrorState message={toAppError(query.error).message} onRetry={() => void query.refetch()} />;
  if (!query.data) return null;
  return (
    <Card title={t("scheduledTitle")} flush>
      <DataTable
        caption={t("scheduledLead")}
        columns={columns}
        rows={query.data.items}
        rowKey={({ queue }) => queue}
        minWidth={900}
        empty={null}
      />
    </Card>
  );
}
