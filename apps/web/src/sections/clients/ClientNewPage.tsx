import { Button } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { client as calls } from "../../api/client.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { useMay } from "../../shell/use-may.ts";
import { useRecordForm } from "../../shell/use-record-form.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { ClientForm, type ClientValues } from "./ClientForm.tsx";
import { type ClientDetail, clientChanged } from "./clients.api.ts";
import styles from "./clients.module.css";

const EMPTY = { version: 0, values: { name: "" } };

/** A new client; its accounts usually follow at once. */
export function ClientNewPage() {
  const { t } = useTranslation("clients");
  const go = useGo();
  const mayAddAccounts = useMay("accounts/create");
  const created = useRef<ClientDetail>(undefined);
  const form = useRecordForm<ClientValues>({
    name: "clients/new",
    loaded: EMPTY,
    labels: { name: t("form.name") },
    check: ({ name }): Record<string, string> => (name.trim() === "" ? { name: t("form.missing") } : {}),
    save: async ({ values }) => {
      created.current = await calls.clients.create(values);
      clientChanged(created.current);
      return EMPTY;
    },
    // Nobody else can have changed what does not exist yet.
    newest: () => Promise.resolve(EMPTY),
  });
  const register = async (next: (client: ClientDetail) => Promise<unknown>) => {
    if ((await form.save()) === undefined || created.current === undefined) return;
    notify("success", t("form.created", { name: created.current.name }));
    await next(created.current);
  };
  const toClient = () => void register((client) => go(`/clients/${client.id}`));
  const toAccounts = () => void register((client) => go("/accounts/new", { company_id: client.id }));
  return (
    <>
      <PageHeader
        title={t("form.createTitle")}
        caption={t("form.createLead")}
        crumbs={<AppLink to="/clients">{t("title")}</AppLink>}
      />
      <ClientForm form={form} onSubmit={mayAddAccounts ? toAccounts : toClient}>
        <div className={styles.submit}>
          <Button onClick={() => void go("/clients")}>{t("form.cancel")}</Button>
          {mayAddAccounts ? (
            <Button disabled={form.saving} onClick={toClient}>
              {t("form.submit")}
            </Button>
          ) : null}
          <Button type="submit" variant="filled" loading={form.saving}>
            {t(mayAddAccounts ? "form.submitNext" : "form.submit")}
          </Button>
        </div>
      </ClientForm>
    </>
  );
}
