import { stopsNow } from "@okaeri/domain/accounts/ends";
import { parseDate } from "@okaeri/domain/calendar-date";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { RecordForm } from "../../parts/records/RecordForm.tsx";
import { useEditForm } from "../../parts/records/use-edit-form.ts";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { Card } from "../../ui/Card.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { Fact } from "../../ui/fields/Fact.tsx";
import { FieldGrid } from "../../ui/fields/FieldGrid.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { ContractFields, type ContractValues, contractProblems, useParentChoices } from "./account-fields.tsx";
import { type AccountDetail, accountChanged, accountQuery, accountSiteQuery } from "./accounts.api.ts";
import styles from "./accounts.module.css";
import { StopAccountDialog } from "./StopAccountDialog.tsx";

type Values = ContractValues & { name: string; code: string; parent_id: string | null };

const loadedFrom = (account: AccountDetail): { version: number; values: Values } => ({
  version: account.version,
  values: {
    parent_id: account.parent_id === null ? null : String(account.parent_id),
    code: account.code,
    name: account.name,
    contract_started_at: account.contract_started_at ?? "",
    contract_ended_at: account.contract_ended_at ?? "",
  },
});

/** The detail screen's edit mode: the same cards, with fields where the person may change something. */
export function AccountBasicsEdit({ id }: { id: number }) {
  const { t } = useTranslation(["accounts", "ui", "fields"]);
  const go = useGo();
  const { data: site } = useQuery(accountSiteQuery());
  const [asking, setAsking] = useState(false);
  const { data: account } = useSuspenseQuery(accountQuery(id));
  const whole = account.editable_parts.includes("basics");
  const parents = useParentChoices(whole ? account.company_id : undefined, id);
  const form = useEditForm({
    name: `accounts/${id}/basics`,
    call: "accounts.update",
    labels: {
      parent_id: t("basics.parent"),
      code: t("basics.code"),
      name: t("basics.name"),
      contract_started_at: t("basics.contractStarted"),
      contract_ended_at: t("basics.contractEnded"),
    },
    check: (values) => contractProblems(values),
    query: accountQuery(id),
    from: loadedFrom,
    write: ({ version, values }) =>
      client.accounts.update({
        id,
        version,
        name: values.name,
        code: values.code,
        parent_id: values.parent_id === null ? null : Number(values.parent_id),
        contract_started_at: values.contract_started_at || null,
        contract_ended_at: values.contract_ended_at || null,
      }),
    changed: accountChanged,
  });
  // What the provider alone changes is shown to a client's administrator.
  const shown = { reading: !whole };
  const today = site && parseDate(site.today);
  const periodOf = ({ contract_started_at: from, contract_ended_at: to }: ContractValues) => ({
    from: parseDate(from) ?? null,
    to: parseDate(to) ?? null,
  });
  const stops = () =>
    today !== undefined &&
    Object.keys(contractProblems(form.values)).length === 0 &&
    stopsNow([periodOf(loadedFrom(account).values)], [periodOf(form.values)], today);
  const save = async () => {
    const saved = form.changed.length === 0 ? undefined : await form.save();
    if (saved === undefined) return;
    notify("success", t("fields:record.saved", { name: saved.values.name }));
    await go(`/accounts/${id}`);
  };
  return (
    <>
      <RecordForm form={form} onSubmit={() => (stops() ? setAsking(true) : save())}>
        <Card title={t("basics.title")}>
          {whole ? null : <p className={styles.lead}>{t("basics.providerOnly")}</p>}
          <FieldGrid>
            <TextField {...form.field("name")} autoFocus />
            <TextField {...form.field("code")} {...shown} help={whole ? t("basics.codeHint") : undefined} />
            {whole ? (
              <ChoiceField
                {...form.field("parent_id")}
                choices={parents.choices}
                placeholder={t("basics.noParent")}
                clear={t("basics.clearParent")}
              />
            ) : (
              <Fact label={t("basics.parent")}>{account.parent_name ?? t("basics.noParent")}</Fact>
            )}
          </FieldGrid>
        </Card>
        <Card title={t("basics.contract")}>
          <ContractFields field={(path) => ({ ...form.field(path), ...shown })} />
        </Card>
      </RecordForm>
      <StopAccountDialog
        account={account}
        stops="contract"
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={save}
      />
    </>
  );
}
