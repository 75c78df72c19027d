import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { api } from "../../api/client.ts";
import { UnrecognisedTable } from "../../parts/unrecognised-reports/UnrecognisedTable.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";

export const unrecognisedQuery = () => api.unrecognisedReports.list.queryOptions({ refetchInterval: 30_000 });

/** Reports of all clients that were not understood, each with a link to where its client sends from. */
export function UnrecognisedReports() {
  const { t } = useTranslation("unrecognisedReports");
  const query = useQuery(unrecognisedQuery());
  if (query.isError)
    return <ErrorState message={toAppError(query.error).message} onRetry={() => void query.refetch()} />;
  return (
    <Card title={t("title")} flush>
      <UnrecognisedTable
        answer={query.data}
        account={{
          key: "account",
          title: t("column.account"),
          width: 160,
          render: ({ account: { id, name } }) => (
            <AppLink to={`/accounts/${id}/sender`} aria-label={t("openAccount", { name })}>
              {name}
            </AppLink>
          ),
        }}
      />
    </Card>
  );
}
