import { isAdmin, isClient } from "@okaeri/domain/permissions/roles";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useSession } from "../../shell/session.ts";
import { formatDateTime } from "../../ui/format.ts";
import { NoticeList } from "../../ui/NoticeList.tsx";

/** For administrators on the home page: programmes whose points ledger does not add up. Nothing while all do. */
export function LedgerNotice() {
  const { t } = useTranslation("home");
  const { role } = useSession();
  const asks = role !== null && isAdmin(role);
  const { data } = useQuery(api.points.proofs.queryOptions({ enabled: asks, throwOnError: false }));
  return data?.broken.map((proof) => (
    <NoticeList
      key={proof.account_id}
      alarm
      title={t("ledger.title")}
      text={t("ledger.text", {
        name: proof.account_name,
        count: proof.broken_count,
        at: formatDateTime(proof.proven_at),
      })}
      // Provider staff enter a client's guests only by choosing the client.
      lines={(role !== null && isClient(role) ? proof.customer_ids : []).map((id) => ({
        key: id,
        line: <AppLink to={`/customers/${id}/grant-points`}>{t("ledger.guest", { id })}</AppLink>,
      }))}
    />
  ));
}
