import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { client as calls } from "../../api/client.ts";
import { NewRecordPage, useNewRecord } from "../../parts/records/NewRecordPage.tsx";
import { RecordForm } from "../../parts/records/RecordForm.tsx";
import { useEditForm } from "../../parts/records/use-edit-form.ts";
import type { RecordFormState as Form } from "../../parts/records/use-record-form.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { FieldGrid } from "../../ui/fields/FieldGrid.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { clientChanged, clientQuery } from "./clients.api.ts";

function Fields({ form }: { form: Form<{ name: string }> }) {
  const { t } = useTranslation("clients");
  return (
    <Card title={t("facts.title")}>
      <FieldGrid>
        <TextField {...form.field("name")} help={t("form.nameHint")} autoFocus />
      </FieldGrid>
    </Card>
  );
}

/** The detail screen's edit mode. */
export function ClientEdit({ id }: { id: number }) {
  const { t } = useTranslation("clients");
  const form = useEditForm({
    name: `clients/${id}`,
    call: "clients.update",
    labels: { name: t("column.name") },
    query: clientQuery(id),
    from: ({ version, name }) => ({ version, values: { name } }),
    write: ({ version, values }) => calls.clients.update({ id, version, ...values }),
    changed: clientChanged,
  });
  return (
    <RecordForm form={form} leaveTo={`/clients/${id}`}>
      <Fields form={form} />
    </RecordForm>
  );
}

/** A new client; its accounts usually follow at once. */
export function ClientNewPage() {
  const { t } = useTranslation(["clients", "fields"]);
  const go = useGo();
  const mayAddAccounts = useMay("accounts/create");
  const { form, register } = useNewRecord({
    name: "clients/new",
    call: "clients.create",
    empty: { name: "" },
    labels: { name: t("column.name") },
    create: (values) => calls.clients.create(values).then(clientChanged),
  });
  const submit = async (accountsNext: boolean) => {
    const made = await register();
    if (made) await (accountsNext ? go("/accounts/new", { company_id: made.id }) : go(`/clients/${made.id}`));
  };
  return (
    <NewRecordPage
      title={t("form.createTitle")}
      lead={t("form.createLead")}
      crumbs={<AppLink to="/clients">{t("title")}</AppLink>}
      list="/clients"
      form={form}
      onSubmit={() => submit(mayAddAccounts)}
      submit={mayAddAccounts ? t("form.submitNext") : undefined}
      more={
        mayAddAccounts ? (
          <Button disabled={form.saving} onClick={() => void submit(false)}>
            {t("fields:record.submit")}
          </Button>
        ) : null
      }
    >
      <Fields form={form} />
    </NewRecordPage>
  );
}
