import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { useGo } from "../../shell/navigation.ts";
import { RecordForm } from "../../shell/RecordForm.tsx";
import { savesRecord } from "../../shell/saves-record.ts";
import { notify } from "../../shell/toasts.tsx";
import { type Loaded, useRecordForm } from "../../shell/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { Fact } from "../../ui/fields/Fact.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { ContractFields, type ContractValues, contractProblems, useParentChoices } from "./account-fields.tsx";
import { type AccountDetail, accountChanged, accountQuery } from "./accounts.api.ts";
import styles from "./accounts.module.css";

/** The detail screen's edit mode: the same cards, with fields where the person may change something. */
export function AccountBasicsEdit({ id }: { id: number }) {
  const { data: account } = useQuery(accountQuery(id));
  return account === undefined ? null : <BasicsForm key={id} account={account} />;
}

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

function BasicsForm({ account }: { account: AccountDetail }) {
  const { t } = useTranslation(["accounts", "fields", "ui"]);
  const go = useGo();
  const { id } = account;
  const whole = account.editable_parts.includes("basics");
  const parents = useParentChoices(whole ? account.company_id : undefined, id);
  const form = useRecordForm<Values>({
    name: `accounts/${id}/basics`,
    call: "accounts.update",
    loaded: loadedFrom(account),
    labels: {
      parent_id: t("basics.parent"),
      code: t("basics.code"),
      name: t("basics.name"),
      contract_started_at: t("basics.contractStarted"),
      contract_ended_at: t("basics.contractEnded"),
    },
    check: (values) => contractProblems(values),
    ...savesRecord(
      accountQuery(id),
      loadedFrom,
      ({ version, values }) =>
        client.accounts.update({
          id,
          version,
          name: values.name,
          code: values.code,
          parent_id: values.parent_id === null ? null : Number(values.parent_id),
          contract_started_at: values.contract_started_at || null,
          contract_ended_at: values.contract_ended_at || null,
        }),
      accountChanged,
    ),
  });
  const leave = ({ values }: Loaded<Values>) => {
    notify("success", t("fields:record.saved", { name: values.name }));
    return go(`/accounts/${id}`);
  };
  // What the provider alone changes is shown to a client's administrator.
  const shown = { reading: !whole };
  return (
    <RecordForm form={form} onSaved={leave}>
      <Card title={t("basics.title")}>
        {whole ? null : <p className={styles.lead}>{t("basics.providerOnly")}</p>}
        <div className={styles.fields}>
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
        </div>
      </Card>
      <Card title={t("basics.contract")}>
        <ContractFields field={(path) => ({ ...form.field(path), ...shown })} />
      </Card>
    </RecordForm>
  );
}
