import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { formatDate, formatNumber } from "../../ui/format.ts";
import { NoticeList } from "../../ui/NoticeList.tsx";

/** Grants of points that wait for a second person's approval. */
export function WaitingGrants({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation("home");
  const input = { state: "waiting" as const, page: 1, size: 20 as const };
  const { data } = useQuery(api.points.programmeRequests.queryOptions({ input, enabled, throwOnError: false }));
  if (data === undefined || data.total === 0) return null;
  const lines = data.items.map((one) => ({
    key: one.id,
    line: (
      <AppLink to={`/customers/${one.customer_id}/grant-points`}>
        {t("waitingGrants.line", {
          name: one.customer_name,
          points: formatNumber(one.grant_point),
          date: formatDate(one.last_day),
        })}
      </AppLink>
    ),
  }));
  // The last line leads to the list of all.
  const all = { key: "all", line: <AppLink to="/customers/point-requests">{t("waitingGrants.all")}</AppLink> };
  return (
    <NoticeList
      title={t("waitingGrants.title", { count: data.total })}
      text={t("waitingGrants.text")}
      lines={[...lines.slice(0, 4), all]}
    />
  );
}
