import { isProvider } from "@okaeri/domain/permissions/roles";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../../shell/AppLink.tsx";
import { ownAccountsQuery } from "../../../shell/own-accounts.ts";
import { useSession } from "../../../shell/session.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { useAccountRefusals } from "../account-refusals.ts";
import { accountQuery } from "../accounts.api.ts";
import type { Owner } from "./settings.api.ts";
import styles from "./settings.module.css";

/** Above settings that cannot be changed here: why not, and where they can be. */
export function OwnerNotice({ owner, id, tab }: { owner: Owner; id: number; tab: string }) {
  const { t } = useTranslation("accountSettings");
  const { data: reachable } = useQuery(ownAccountsQuery());
  const { role } = useSession();
  if (owner.editable) return null;
  if (owner.id === id) return <ReadOnlyNotice id={id} />;
  const mayOpen = (role && isProvider(role)) || reachable?.items.some((account) => account.id === owner.id);
  return (
    <p className={styles.notice}>
      {t("owner.shared", { name: owner.name })}{" "}
      {mayOpen ? (
        <AppLink to={`/accounts/${owner.id}/${tab}`}>{t("owner.open", { name: owner.name })}</AppLink>
      ) : (
        t("owner.ask", { name: owner.name })
      )}
    </p>
  );
}

/** Above settings of the account's own that the person may only read: why. */
export function ReadOnlyNotice({ id }: { id: number }) {
  const { t } = useTranslation("accountSettings");
  const { data: account } = useQuery(accountQuery(id));
  const { whyNotEdit } = useAccountRefusals();
  if (account === undefined) return null;
  return <p className={styles.notice}>{t("owner.readOnly", { reason: whyNotEdit(account) ?? "" })}</p>;
}

type QueryState<T> = { data: T | undefined; isError: boolean; error: Error | null; refetch: () => unknown };

type WhenLoadedProps<T> = {
  query: QueryState<T>;
  /** Why there is nothing to show, where more is known than what went wrong. */
  why?: string | undefined;
  children: (data: T) => ReactNode;
};

/** The tab once its settings are known; before that its shape, or what went wrong. */
export function WhenLoaded<T>({ query, why, children }: WhenLoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return <ErrorState message={query.error?.message ?? ""} reason={why} onRetry={() => void query.refetch()} />;
  return (
    <div className={styles.cards} aria-busy="true">
      <span className={styles.waiting} />
      <span className={styles.waiting} />
    </div>
  );
}
