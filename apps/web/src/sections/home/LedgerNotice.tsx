import { isAdmin, isClient } from "@okaeri/domain/permissions/roles";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useSession } from "../../shell/session.ts";
import { formatDateTime } from "../../ui/format.ts";
import styles from "./home.module.css";

/** So many guests are named; the list is for finding the mistake, not for reading. */
const SHOWN = 5;

/** Told to administrators when they come in: points that do not add up. Nothing while all do. */
export function LedgerNotice() {
  const { t } = useTranslation("home");
  const { role } = useSession();
  const asks = role !== null && isAdmin(role);
  const { data } = useQuery(api.points.proofs.queryOptions({ enabled: asks, throwOnError: false }));
  return data?.broken.map((proof) => (
    <section key={proof.account_id} className={styles.alarm} role="alert">
      <strong>{t("ledger.title")}</strong>
      <p>
        {t("ledger.text", {
          name: proof.account_name,
          count: proof.broken_count,
          at: formatDateTime(proof.proven_at),
        })}
      </p>
      {/* Provider staff enter a client's guests only by choosing the client. */}
      {role !== null && isClient(role) ? (
        <ul>
          {proof.customer_ids.slice(0, SHOWN).map((id) => (
            <li key={id}>
              <AppLink to={`/customers/${id}/grant-points`}>{t("ledger.guest", { id })}</AppLink>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  ));
}
