import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { RecordForm } from "../../parts/records/RecordForm.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { FieldGrid } from "../../ui/fields/FieldGrid.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { ContractFields, useParentChoices } from "./account-fields.tsx";
import { type AccountDetail, accountSiteQuery, clientChoicesQuery } from "./accounts.api.ts";
import styles from "./accounts.module.css";
import { OptionRows } from "./OptionRows.tsx";
import { type NewAccountSearch, type NewAccountValues, useNewAccount } from "./use-new-account.ts";

/** A new account; a whole chain can be registered without leaving the page. */
export function AccountNewPage({ search }: { search: NewAccountSearch }) {
  const { t } = useTranslation(["accounts", "fields"]);
  const go = useGo();
  const { form, done, register } = useNewAccount(search);
  const { values } = form;
  const { data: site } = useQuery(accountSiteQuery());
  const { companies, isProvider } = useCompanies(values.company_id);
  const nameField = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const open = async () => {
    const account = await register();
    if (account === undefined) return;
    notify("success", t("fields:record.created", { name: account.name }));
    await go(`/accounts/${account.id}`);
  };
  const next = async () => {
    const account = await register();
    if (account === undefined) return;
    notify("success", t("form.next", { name: account.name }));
    nameField.current?.focus();
  };
  return (
    <>
      <PageHeader
        title={t("form.title")}
        caption={t("form.lead")}
        crumbs={<AppLink to="/accounts">{t("title")}</AppLink>}
      />
      <div className={styles.withDone} data-done={done.length > 0}>
        <div>
          <RecordForm
            form={form}
            onSubmit={open}
            foot={
              <div className={styles.submit}>
                <p id="next-hint">{t("form.nextHint")}</p>
                <Button onClick={() => void go("/accounts")}>{t("fields:record.toList")}</Button>
                <Button disabled={form.saving} aria-describedby="next-hint" onClick={() => void next()}>
                  {t("form.submitNext")}
                </Button>
                <Button type="submit" variant="filled" loading={form.saving}>
                  {t("fields:record.submit")}
                </Button>
              </div>
            }
          >
            <Card title={t("basics.title")}>
              <FieldGrid>
                <PlaceFields form={form} companies={companies} isProvider={isProvider} />
                <TextField {...form.field("name")} inputRef={nameField} />
                <TextField {...form.field("code")} help={t("basics.codeHint")} />
              </FieldGrid>
            </Card>
            <Card title={t("basics.contract")}>
              <ContractFields field={form.field} />
            </Card>
            {isProvider ? null : (
              <Card title={t("form.options")}>
                <p className={styles.lead}>{t("form.optionsHint")}</p>
                <OptionRows
                  form={form}
                  isTopLevel={values.parent_id === null}
                  today={site?.today ?? ""}
                  startsOn={values.contract_started_at}
                  isNew
                  empty={t("options.emptyOnCreate")}
                />
              </Card>
            )}
          </RecordForm>
        </div>
        {done.length > 0 ? <DoneCard done={done} /> : null}
      </div>
    </>
  );
}

/** Companies whose accounts the person may register; the provider's own branches have no options. */
function useCompanies(chosen: string | null) {
  const clients = useQuery(clientChoicesQuery());
  const companies = (clients.data ?? []).filter((one) => one.may_add_accounts);
  return { companies, isProvider: companies.find((one) => String(one.id) === chosen)?.is_provider ?? false };
}

type PlaceFieldsProps = { form: ReturnType<typeof useNewAccount>["form"] } & ReturnType<typeof useCompanies>;

/** Whose account it is and what it lies beneath; only accounts of the same client are offered. */
function PlaceFields({ form, companies, isProvider }: PlaceFieldsProps) {
  const { t } = useTranslation("accounts");
  const mayAddClient = useMay("clients/create");
  const { values, change } = form;
  const parents = useParentChoices(values.company_id === null ? undefined : Number(values.company_id));
  const parentHint = isProvider ? t("form.aboveBranch") : t("basics.noParent");
  const chooseParent = (parent_id: string | null) => {
    const parent = parents.accounts.find((account) => String(account.id) === parent_id);
    // A chain is mostly under one contract.
    const open = values.contract_started_at === "" && values.contract_ended_at === "";
    const contract: Partial<NewAccountValues> =
      parent && open
        ? {
            contract_started_at: parent.contract_started_at ?? "",
            contract_ended_at: parent.contract_ended_at ?? "",
          }
        : {};
    change({ parent_id, ...contract });
  };
  return (
    <>
      <div>
        <ChoiceField
          {...form.field("company_id")}
          rule={{ required: true }}
          placeholder={t("form.company")}
          choices={companies.map((one) => ({ value: String(one.id), label: one.name }))}
          nothingFound={t("form.noClients")}
          onChange={(company_id) => change({ company_id, parent_id: null, options: [] })}
        />
        {mayAddClient ? (
          <AppLink to="/clients/new" className={styles.beneath}>
            {t("form.newClient")}
          </AppLink>
        ) : null}
      </div>
      <ChoiceField
        {...form.field("parent_id")}
        placeholder={values.company_id === null ? t("form.companyFirst") : parentHint}
        choices={parents.choices}
        disabled={values.company_id === null}
        clear={t("basics.clearParent")}
        onChange={chooseParent}
      />
    </>
  );
}

function DoneCard({ done }: { done: AccountDetail[] }) {
  const { t } = useTranslation("accounts");
  const mayInvite = useMay("users/create");
  const last = done.at(-1);
  return (
    <Card title={t("form.doneTitle")} note={t("basics.belowCount", { n: done.length })}>
      <ul className={styles.below}>
        {done.map((account) => (
          <li key={account.id}>
            <AppLink to={`/accounts/${account.id}`}>{account.name}</AppLink>
            <small>{account.code}</small>
          </li>
        ))}
      </ul>
      {mayInvite && last ? (
        <p className={styles.foot}>
          <AppLink to="/users/new" search={{ company_id: last.company_id, in_account_id: last.parent_id ?? last.id }}>
            {t("form.doneUsers")}
          </AppLink>
        </p>
      ) : null}
    </Card>
  );
}
