import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { RecordHistory } from "../../shell/RecordHistory.tsx";
import { clientHistoryQuery, type PageSearch } from "./clients.api.ts";

/** Who changed what about this client. */
export function ClientHistory({ id, search }: { id: number; search: PageSearch }) {
  const { t } = useTranslation("clients");
  const lines = useQuery(clientHistoryQuery(id, search));
  return <RecordHistory title={t("tab.history")} lines={lines} search={search} path={`/clients/${id}/history`} />;
}
