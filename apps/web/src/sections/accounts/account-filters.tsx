import { Select } from "@mantine/core";
import { OPTION_TYPES } from "@okaeri/domain/permissions/plan-options";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { Filter } from "../../ui/FilterChips.tsx";
import { type Choice, OneChoiceEditor } from "../../ui/filter-editors.tsx";
import { type AccountSearch, clientChoicesQuery } from "./accounts.api.ts";

type Set = (change: AccountSearch) => void;

/** The list's conditions as chips. `company`: the chosen client's name; undefined leaves the client out. */
export function accountFilters(
  search: AccountSearch,
  set: Set,
  t: TFunction<["accounts", "ui"]>,
  company: { offered: boolean; name: string | undefined },
): Filter[] {
  const one = <Key extends "contract_state" | "option_type" | "active_status">(
    key: Key,
    label: string,
    options: Choice[],
  ): Filter => ({
    key,
    label,
    pinned: true,
    value: options.find((option) => option.value === search[key])?.label,
    onRemove: () => set({ [key]: undefined }),
    editor: (close) => (
      <OneChoiceEditor
        options={options}
        value={search[key]}
        onApply={(value) => {
          close();
          set({ [key]: value });
        }}
      />
    ),
  });
  const states = (["running", "before", "ended"] as const).map((value) => ({
    value,
    label: t(`ui:contract.${value}`),
  }));
  const types = OPTION_TYPES.map((value) => ({ value, label: t(`ui:option.${value}`) }));
  const statuses = (["active", "inactive"] as const).map((value) => ({ value, label: t(`ui:activeStatus.${value}`) }));
  const client: Filter = {
    key: "company_id",
    label: t("column.company"),
    pinned: true,
    value: search.company_id === undefined ? undefined : (company.name ?? t("ui:none")),
    onRemove: () => set({ company_id: undefined }),
    editor: (close) => (
      <ClientEditor
        value={search.company_id}
        onApply={(company_id) => {
          close();
          set({ company_id });
        }}
      />
    ),
  };
  return [
    ...(company.offered ? [client] : []),
    one("contract_state", t("column.contract"), states),
    one("option_type", t("column.options"), types),
    one("active_status", t("column.status"), statuses),
  ];
}

/** One client of maybe hundreds: found by typing. */
function ClientEditor({ value, onApply }: { value: number | undefined; onApply: (id: number) => void }) {
  const { t } = useTranslation("accounts");
  const clients = useQuery(clientChoicesQuery());
  return (
    <Select
      label={t("column.company")}
      placeholder={t("form.company")}
      data={(clients.data ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
      value={value === undefined ? null : String(value)}
      searchable
      data-autofocus
      nothingFoundMessage={t("form.noClients")}
      comboboxProps={{ withinPortal: false }}
      onChange={(chosen) => {
        if (chosen !== null) onApply(Number(chosen));
      }}
    />
  );
}
