import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { RecordHistory } from "../../shell/RecordHistory.tsx";
import { accountHistoryQuery, type PageSearch } from "./accounts.api.ts";

/** Who changed what about this account. */
export function AccountHistory({ id, search }: { id: number; search: PageSearch }) {
  const { t } = useTranslation("accounts");
  const lines = useQuery(accountHistoryQuery(id, search));
  return <RecordHistory title={t("history.title")} lines={lines} search={search} path={`/accounts/${id}/history`} />;
}
