import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { client as calls } from "../../api/client.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { RecordForm } from "../../shell/RecordForm.tsx";
import { savesRecord } from "../../shell/saves-record.ts";
import { notify } from "../../shell/toasts.tsx";
import { useMay } from "../../shell/use-may.ts";
import { type RecordForm as Form, useRecordForm } from "../../shell/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { type ClientDetail, clientChanged, clientQuery } from "./clients.api.ts";
import styles from "./clients.module.css";

const loadedFrom = ({ version, name }: Pick<ClientDetail, "version" | "name">) => ({ version, values: { name } });
const EMPTY = loadedFrom({ version: 0, name: "" });

function Fields({ form }: { form: Form<{ name: string }> }) {
  const { t } = useTranslation("clients");
  return (
    <Card title={t("facts.title")}>
      <div className={styles.narrow}>
        <TextField {...form.field("name")} help={t("form.nameHint")} autoFocus />
      </div>
    </Card>
  );
}

/** The detail screen's edit mode. */
export function ClientEdit({ id }: { id: number }) {
  const { data: client } = useQuery(clientQuery(id));
  return client === undefined ? null : <EditForm key={id} client={client} />;
}

function EditForm({ client }: { client: ClientDetail }) {
  const { t } = useTranslation(["clients", "fields"]);
  const go = useGo();
  const { id } = client;
  const form = useRecordForm({
    name: `clients/${id}`,
    call: "clients.update",
    loaded: loadedFrom(client),
    labels: { name: t("column.name") },
    ...savesRecord(
      clientQuery(id),
      loadedFrom,
      ({ version, values }) => calls.clients.update({ id, version, ...values }),
      clientChanged,
    ),
  });
  const leave = ({ values }: typeof EMPTY) => {
    notify("success", t("fields:record.saved", { name: values.name }));
    return go(`/clients/${id}`);
  };
  return (
    <RecordForm form={form} onSaved={leave}>
      <Fields form={form} />
    </RecordForm>
  );
}

/** A new client; its accounts usually follow at once. */
export function ClientNewPage() {
  const { t } = useTranslation(["clients", "fields"]);
  const go = useGo();
  const mayAddAccounts = useMay("accounts/create");
  const created = useRef<ClientDetail>(undefined);
  const form = useRecordForm({
    name: "clients/new",
    call: "clients.create",
    loaded: EMPTY,
    labels: { name: t("column.name") },
    save: async ({ values }) => {
      created.current = await calls.clients.create(values);
      clientChanged(created.current);
      return EMPTY;
    },
  });
  const register = async (accountsNext: boolean) => {
    if ((await form.save()) === undefined || created.current === undefined) return;
    const { id, name } = created.current;
    notify("success", t("fields:record.created", { name }));
    await (accountsNext ? go("/accounts/new", { company_id: id }) : go(`/clients/${id}`));
  };
  return (
    <>
      <PageHeader
        title={t("form.createTitle")}
        caption={t("form.createLead")}
        crumbs={<AppLink to="/clients">{t("title")}</AppLink>}
      />
      <RecordForm
        form={form}
        onSubmit={() => register(mayAddAccounts)}
        foot={
          <>
            <Button onClick={() => void go("/clients")}>{t("fields:record.toList")}</Button>
            {mayAddAccounts ? (
              <Button disabled={form.saving} onClick={() => void register(false)}>
                {t("fields:record.submit")}
              </Button>
            ) : null}
            <Button type="submit" variant="filled" loading={form.saving}>
              {t(mayAddAccounts ? "form.submitNext" : "fields:record.submit")}
            </Button>
          </>
        }
      >
        <Fields form={form} />
      </RecordForm>
    </>
  );
}
