import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { useRecordForm } from "../../parts/records/use-record-form.ts";
import { type ContractValues, contractProblems } from "./account-fields.tsx";
import { type AccountDetail, accountChanged } from "./accounts.api.ts";
import { nextFacilityCode, type OptionDraft, optionInputs, optionProblems } from "./option-draft.ts";

export type NewAccountValues = ContractValues & {
  company_id: string | null;
  parent_id: string | null;
  code: string;
  name: string;
  options: OptionDraft[];
};

/** Where the form starts: a link may bring the client and the account above. */
export type NewAccountSearch = {
  company_id?: number | undefined;
  parent_id?: number | undefined;
  contract_started_at?: string | undefined;
  contract_ended_at?: string | undefined;
};

const asChoice = (id: number | undefined) => (id === undefined ? null : String(id));

function firstValues(search: NewAccountSearch): NewAccountValues {
  return {
    company_id: asChoice(search.company_id),
    parent_id: asChoice(search.parent_id),
    code: "",
    name: "",
    contract_started_at: search.contract_started_at ?? "",
    contract_ended_at: search.contract_ended_at ?? "",
    options: [],
  };
}

let rows = 0;

/** The next facility of the chain: what is alike stays; the first one without a parent becomes the parent. */
function nextValues(values: NewAccountValues, created: AccountDetail): NewAccountValues {
  return {
    ...values,
    parent_id: values.parent_id ?? String(created.id),
    code: nextFacilityCode(created.code),
    name: "",
    options: values.options
      .filter((option) => option.option_type !== "crm_option_parent")
      .map((option) => {
        rows += 1;
        return { ...option, key: `next-${rows}` };
      }),
  };
}

/** A new account being filled in, and those registered so far without leaving the page. */
export function useNewAccount(search: NewAccountSearch) {
  const { t } = useTranslation("accounts");
  const [done, setDone] = useState<AccountDetail[]>([]);
  const created = useRef<AccountDetail>(undefined);
  const [loaded] = useState(() => ({ version: 0, values: firstValues(search) }));
  const form = useRecordForm<NewAccountValues>({
    name: "accounts/new",
    call: "accounts.create",
    loaded,
    labels: {
      company_id: t("basics.company"),
      parent_id: t("basics.parent"),
      code: t("basics.code"),
      name: t("basics.name"),
      contract_started_at: t("basics.contractStarted"),
      contract_ended_at: t("basics.contractEnded"),
      options: t("form.options"),
    },
    check: (values) => ({
      ...(values.company_id === null ? { company_id: { code: "choose_client" } } : {}),
      ...contractProblems(values),
      ...optionProblems(values.options, values.parent_id === null),
    }),
    save: async ({ values }) => {
      const account = await client.accounts.create({
        company_id: Number(values.company_id),
        parent_id: values.parent_id === null ? null : Number(values.parent_id),
        code: values.code,
        name: values.name,
        contract_started_at: values.contract_started_at || null,
        contract_ended_at: values.contract_ended_at || null,
        options: optionInputs(values.options).map(({ id: _id, ...option }) => option),
      });
      accountChanged(account);
      created.current = account;
      setDone((now) => [...now, account]);
      return { version: 0, values: nextValues(values, account) };
    },
  });
  /** @returns the account, or undefined when it was refused. */
  const register = async (): Promise<AccountDetail | undefined> =>
    (await form.save()) === undefined ? undefined : created.current;
  return { form, done, register };
}
