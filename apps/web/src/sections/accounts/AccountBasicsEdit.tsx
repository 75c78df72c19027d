import { Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { useGo } from "../../shell/navigation.ts";
import { RecordFormTop } from "../../shell/RecordFormTop.tsx";
import { notify } from "../../shell/toasts.tsx";
import { UnsavedGuard } from "../../shell/UnsavedGuard.tsx";
import { useRecordForm } from "../../shell/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { SaveBar } from "../../ui/SaveBar.tsx";
import { KeyValueList } from "../../ui/SummaryStrip.tsx";
import { DateText } from "../../ui/values.tsx";
import { BENEATH, ContractFields, type ContractValues, contractProblems, useParentChoices } from "./account-fields.tsx";
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
  const { t } = useTranslation(["accounts", "ui"]);
  const say = useProblemText();
  const go = useGo();
  const { id } = account;
  const whole = account.editable_parts.includes("basics");
  const parents = useParentChoices(whole ? account.company_id : undefined, id);
  const form = useRecordForm<Values>({
    name: `accounts/${id}/basics`,
    loaded: loadedFrom(account),
    labels: {
      parent_id: t("basics.parent"),
      code: t("basics.code"),
      name: t("basics.name"),
      contract_started_at: t("basics.contractStarted"),
      contract_ended_at: t("basics.contractEnded"),
    },
    check: (values) => ({
      ...(values.name.trim() === "" ? { name: say({ code: "required" }) } : {}),
      ...(values.code.trim() === "" ? { code: say({ code: "required" }) } : {}),
      ...contractProblems(values, say({ code: "before_start" })),
    }),
    save: async ({ version, values }) => {
      const saved = await client.accounts.update({
        id,
        version,
        name: values.name,
        code: values.code,
        parent_id: values.parent_id === null ? null : Number(values.parent_id),
        contract_started_at: values.contract_started_at || null,
        contract_ended_at: values.contract_ended_at || null,
      });
      accountChanged(saved);
      return loadedFrom(saved);
    },
    newest: async () => loadedFrom(await queryClient.fetchQuery({ ...accountQuery(id), staleTime: 0 })),
  });
  const { values, change, errors, idOf } = form;
  const save = async () => {
    const saved = form.changed.length === 0 ? undefined : await form.save();
    if (saved === undefined) return;
    notify("success", t("basics.saved", { name: saved.values.name }));
    await go(`/accounts/${id}`);
  };
  const name = (
    <TextInput
      id={idOf("name")}
      label={t("basics.name")}
      value={values.name}
      maxLength={120}
      error={errors.name}
      autoComplete="off"
      data-autofocus
      onChange={(event) => change({ name: event.currentTarget.value })}
    />
  );
  return (
    <>
      <RecordFormTop form={form} />
      <form
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Card title={t("basics.title")}>
          {whole ? (
            <div className={styles.fields}>
              {name}
              <TextInput
                id={idOf("code")}
                label={t("basics.code")}
                description={t("basics.codeHint")}
                inputWrapperOrder={BENEATH}
                value={values.code}
                maxLength={40}
                error={errors.code}
                autoComplete="off"
                onChange={(event) => change({ code: event.currentTarget.value })}
              />
              <Select
                id={idOf("parent_id")}
                label={t("basics.parent")}
                placeholder={t("basics.noParent")}
                data={parents.choices}
                value={values.parent_id}
                error={errors.parent_id}
                searchable={parents.choices.length > 8}
                clearable
                clearButtonProps={{ "aria-label": t("basics.clearParent") }}
                onChange={(parent_id) => change({ parent_id })}
              />
            </div>
          ) : (
            <>
              <div className={styles.fields}>{name}</div>
              <p className={styles.lead}>{t("basics.providerOnly")}</p>
              <KeyValueList
                items={[
                  { label: t("basics.code"), value: account.code },
                  { label: t("basics.parent"), value: account.parent_name ?? t("basics.noParent") },
                ]}
              />
            </>
          )}
        </Card>
        <Card title={t("basics.contract")}>
          {whole ? (
            <ContractFields values={values} errors={errors} idOf={idOf} onChange={change} />
          ) : (
            <KeyValueList
              items={[
                { label: t("basics.contractStarted"), value: <DateText value={account.contract_started_at} /> },
                {
                  label: t("basics.contractEnded"),
                  value: account.contract_ended_at ? (
                    <DateText value={account.contract_ended_at} />
                  ) : (
                    t("options.openEnd")
                  ),
                },
              ]}
            />
          )}
        </Card>
        {/* Enter in a field saves, as the bar's button does. */}
        <button type="submit" hidden />
      </form>
      <SaveBar changes={form.changes} saving={form.saving} onSave={() => void save()} onDiscard={form.discard} />
      <UnsavedGuard isDirty={form.isDirty} changes={form.changes} />
    </>
  );
}
