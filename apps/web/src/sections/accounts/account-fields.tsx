import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Problems } from "../../parts/records/use-record-form.ts";
import { DateField } from "../../ui/fields/DateField.tsx";
import { FieldGrid } from "../../ui/fields/FieldGrid.tsx";
import type { FieldProps } from "../../ui/fields/field-props.ts";
import { type Account, companyAccountsQuery } from "./accounts.api.ts";

/** YYYY-MM-DD, "" = open. */
export type ContractValues = { contract_started_at: string; contract_ended_at: string };

/** By field: the contract must not end before it starts; one day is a contract too. */
export function contractProblems(values: ContractValues): Problems {
  const { contract_started_at: from, contract_ended_at: to } = values;
  return from !== "" && to !== "" && to < from ? { contract_ended_at: { code: "before_start" } } : {};
}

type ContractFieldsProps = { field: (path: keyof ContractValues) => FieldProps<string> };

/** First and last day of the contract. */
export function ContractFields({ field }: ContractFieldsProps) {
  const { t } = useTranslation("accounts");
  return (
    <FieldGrid>
      <DateField {...field("contract_started_at")} help={t("basics.contractStartedHint")} />
      <DateField {...field("contract_ended_at")} help={t("basics.contractEndedHint")} open={t("options.openEnd")} />
    </FieldGrid>
  );
}

/** An account cannot be moved beneath itself or anything below it. */
function withBelow(accounts: readonly Account[], id: number): Set<number> {
  const found = new Set([id]);
  // The list comes in the order of the hierarchy, parents first.
  for (const { id: each, parent_id } of accounts) if (parent_id !== null && found.has(parent_id)) found.add(each);
  return found;
}

/** What an account of the client may lie beneath: its active accounts, but not `self` nor what is beneath it. */
export function useParentChoices(companyId: number | undefined, self?: number) {
  const query = useQuery({ ...companyAccountsQuery(companyId ?? 0), enabled: companyId !== undefined });
  const accounts = query.data ?? [];
  const closed = self === undefined ? new Set<number>() : withBelow(accounts, self);
  const choices = accounts
    .filter((account) => account.active_status === "active" && !closed.has(account.id))
    .map(({ id, name, depth }) => ({ value: String(id), label: `${"　".repeat(depth)}${name}` }));
  return { accounts, choices };
}
