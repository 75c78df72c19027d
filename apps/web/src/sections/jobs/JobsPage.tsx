import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { api, client } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { notify } from "../../shell/toasts.tsx";
import { Card } from "../../ui/Card.tsx";
import { Cards } from "../../ui/Cards.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import type { Column } from "../../ui/table-props.ts";
import { CountText, DateText } from "../../ui/values.tsx";
import { ScheduledJobs } from "./ScheduledJobs.tsx";
import { UnrecognisedReports } from "./UnrecognisedReports.tsx";

type FailedJob = Awaited<ReturnType<typeof client.jobs.list>>["items"][number];

export const jobsQuery = () => api.jobs.list.queryOptions({ refetchInterval: 30_000 });

/** Work that was given up after its last try, for the provider: what, whose, why, and again. */
export function JobsPage() {
  const { t, i18n } = useTranslation(["jobs", "ui"]);
  const query = useQuery(jobsQuery());
  const [running, setRunning] = useState<string>();
  const nameOf = (queue: string) =>
    i18n.exists(`jobs:queue.${queue}`) ? t(`queue.${queue as "deliver-push"}`) : t("queueOther");
  const retry = async (job: FailedJob) => {
    setRunning(job.id);
    try {
      queryClient.setQueryData(jobsQuery().queryKey, await client.jobs.retry({ id: job.id }));
      notify("success", t("retried", { job: nameOf(job.queue) }));
    } catch (error) {
      notify("error", toAppError(error).message);
    } finally {
      setRunning(undefined);
    }
  };
  const columns: Column<FailedJob>[] = [
    { key: "queue", title: t("column.queue"), render: (job) => <strong>{nameOf(job.queue)}</strong> },
    { key: "account", title: t("column.account"), render: ({ account }) => account?.name ?? t("none") },
    { key: "at", title: t("column.at"), render: (job) => <DateText value={job.failed_at} withTime /> },
    {
      key: "tries",
      title: t("column.tries"),
      align: "right",
      render: (job) => <CountText value={job.tries} unit="times" />,
    },
    { key: "fault", title: t("column.fault"), render: (job) => t(`fault.${job.fault}`) },
    {
      key: "actions",
      title: t("column.actions"),
      render: (job) => (
        <Button
          size="xs"
          leftSection={<IconRefresh size={14} aria-hidden />}
          aria-label={t("retryOf", { job: nameOf(job.queue) })}
          loading={running === job.id}
          onClick={() => void retry(job)}
        >
          {t("retry")}
        </Button>
      ),
    },
  ];
  return (
    <>
      <PageHeader title={t("title")} />
      <Cards>
        {query.isError ? (
          <ErrorState message={toAppError(query.error).message} onRetry={() => void query.refetch()} />
        ) : (
          <Card flush>
            <DataTable
              caption={t("lead")}
              columns={columns}
              rows={query.data?.items ?? []}
              rowKey={(job) => job.id}
              minWidth={900}
              empty={<EmptyState sentence={t("empty")} />}
            />
          </Card>
        )}
        <ScheduledJobs nameOf={nameOf} />
        <UnrecognisedReports />
      </Cards>
    </>
  );
}
