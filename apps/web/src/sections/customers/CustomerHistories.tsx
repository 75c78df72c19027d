import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { PageSearch } from "../../api/records.ts";
import { useGo } from "../../shell/navigation.ts";
import { historyQueries } from "./customers.api.ts";
import { HistoryTable } from "./HistoryTable.tsx";
import { reservationColumns, stayColumns } from "./stay-columns.tsx";

type HistoryProps = { id: number; search: PageSearch };

/** Words and paging that all histories have alike. */
function useHistory(id: number, tab: "reservations" | "stays") {
  const { t } = useTranslation(["customers", "ui"]);
  const go = useGo();
  return {
    t,
    title: t(`tab.${tab}`),
    empty: t(`none.${tab}`),
    onSearch: (search: PageSearch) => void go(`/customers/${id}`, { tab, ...search }),
  };
}

export function ReservationHistory({ id, search }: HistoryProps) {
  const { t, ...words } = useHistory(id, "reservations");
  const columns = useMemo(() => reservationColumns(t, id), [t, id]);
  const query = historyQueries.reservations(id, search);
  return <HistoryTable {...words} query={query} columns={columns} search={search} minWidth={1080} />;
}

export function StayHistory({ id, search }: HistoryProps) {
  const { t, ...words } = useHistory(id, "stays");
  const columns = useMemo(() => stayColumns(t, id), [t, id]);
  const query = historyQueries.stays(id, search);
  return <HistoryTable {...words} query={query} columns={columns} search={search} minWidth={1080} />;
}
