import { isProvider } from "@okaeri/domain/permissions/roles";
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../../shell/AppLink.tsx";
import { RecordFormTop } from "../../../shell/RecordFormTop.tsx";
import { useSession } from "../../../shell/session.ts";
import { notify } from "../../../shell/toasts.tsx";
import { UnsavedGuard } from "../../../shell/UnsavedGuard.tsx";
import type { RecordForm } from "../../../shell/use-record-form.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { SaveBar } from "../../../ui/SaveBar.tsx";
import { useAccountRefusals } from "../account-refusals.ts";
import { accountQuery } from "../accounts.api.ts";
import { type Owner, reachableQuery } from "./settings.api.ts";
import styles from "./settings.module.css";

type AnyForm = RecordForm<Record<string, unknown>>;

const Current = createContext<{ form: AnyForm; editable: boolean } | undefined>(undefined);

/** The form around a field, and whether it may be changed. */
export function useCurrentForm() {
  const current = useContext(Current);
  if (current === undefined) throw new Error("a field outside of its form");
  return current;
}

type SettingsFormProps<V extends Record<string, unknown>> = {
  form: RecordForm<V>;
  /** Otherwise the fields show their values only. */
  editable: boolean;
  saved: string;
  children: ReactNode;
};

/** The settings of one tab: fields to change with everything around them, or the same values to read. */
export function SettingsForm<V extends Record<string, unknown>>(props: SettingsFormProps<V>) {
  const { form, editable, saved, children } = props;
  const fields = <Current value={{ form: form as unknown as AnyForm, editable }}>{children}</Current>;
  if (!editable) return <div className={styles.cards}>{fields}</div>;
  const save = async () => {
    if (form.changed.length > 0 && (await form.save()) !== undefined) notify("success", saved);
  };
  return (
    <>
      <RecordFormTop form={form} />
      <form
        className={styles.cards}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {fields}
        {/* Enter in a field saves, as the bar's button does. */}
        <button type="submit" hidden />
      </form>
      <SaveBar changes={form.changes} saving={form.saving} onSave={() => void save()} onDiscard={form.discard} />
      <UnsavedGuard isDirty={form.isDirty} changes={form.changes} />
    </>
  );
}

/** Above settings that cannot be changed here: why not, and where they can be. */
export function OwnerNotice({ owner, id, tab }: { owner: Owner; id: number; tab: string }) {
  const { t } = useTranslation("accountSettings");
  const { data: reachable } = useQuery(reachableQuery());
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

type Asked<T> = { data: T | undefined; isError: boolean; error: Error | null; refetch: () => unknown };

/** The tab once its settings are known; before that its shape, or what went wrong. */
export function WhenLoaded<T>({ query, children }: { query: Asked<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState message={query.error?.message ?? ""} onRetry={() => void query.refetch()} />;
  return (
    <div className={styles.cards} aria-busy="true">
      <span className={styles.waiting} />
      <span className={styles.waiting} />
    </div>
  );
}
