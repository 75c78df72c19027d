import { Select } from "@mantine/core";
import { isProvider } from "@okaeri/domain/permissions/roles";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSession } from "../../shell/session.ts";
import { useMay } from "../../shell/use-may.ts";
import type { Filter } from "../../ui/FilterChips.tsx";
import { type Choice, DateRangeEditor } from "../../ui/filter-editors.tsx";
import { formatDate } from "../../ui/format.ts";
import { useHistoryWords } from "../../ui/history-words.ts";
import { type AuditSearch, accountChoicesQuery, auditWordsQuery, personQuery } from "./audit.api.ts";
import { PersonEditor } from "./PersonEditor.tsx";

/** The log's conditions as chips. `actorName`: what a line of the page says about the person chosen. */
export function useAuditFilters(
  search: AuditSearch,
  actorName: string | undefined,
  set: (change: AuditSearch) => void,
): Filter[] {
  const { t } = useTranslation(["audit", "ui"]);
  const words = useHistoryWords();
  const { role } = useSession();
  const maySeePeople = useMay("users/read");
  const { data: occurring } = useQuery(auditWordsQuery());
  const { data: picker } = useQuery(accountChoicesQuery());
  const { from, to, actor_user_id: actor } = search;
  // Provider staff appear in a client's log without being people the client may open.
  const person = useQuery({
    ...personQuery(actor ?? 0),
    enabled: maySeePeople && actor !== undefined && actorName === undefined,
    retry: false,
  });
  const accounts = picker?.items ?? [];
  const companies = [...new Map(accounts.map((account) => [account.company_id, account.company_name]))];
  const choices = (values: readonly string[], word: (value: string) => string): Choice[] =>
    values.map((value) => ({ value, label: word(value) })).toSorted((a, b) => a.label.localeCompare(b.label, "ja"));
  const one = (key: "action" | "entity" | "in_account_id" | "company_id", label: string, options: Choice[]): Filter => {
    const value = search[key];
    return {
      key,
      label,
      value:
        value === undefined
          ? undefined
          : (options.find((option) => option.value === String(value))?.label ?? t("filter.unknown")),
      pinned: true,
      onRemove: () => set({ [key]: undefined }),
      editor: (close) => (
        <Select
          aria-label={label}
          data={options}
          value={value === undefined ? null : String(value)}
          searchable
          data-autofocus
          nothingFoundMessage={t("ui:filter.noChoice")}
          comboboxProps={{ withinPortal: false }}
          onChange={(chosen) => {
            if (chosen === null) return;
            set({ [key]: key === "action" || key === "entity" ? chosen : Number(chosen) });
            close();
          }}
        />
      ),
    };
  };
  const period: Filter = {
    key: "period",
    label: t("filter.period"),
    value: from || to ? periodWords(from, to) : undefined,
    pinned: true,
    onRemove: () => set({ from: undefined, to: undefined }),
    editor: (close) => (
      <DateRangeEditor
        value={{ from, to }}
        onApply={(range) => {
          set({ from: range.from, to: range.to });
          close();
        }}
      />
    ),
  };
  const who: Filter = {
    key: "person",
    label: t("filter.person"),
    value: actor === undefined ? undefined : (actorName ?? person.data?.name ?? t("filter.unknown")),
    pinned: true,
    onRemove: () => set({ actor_user_id: undefined }),
    editor: (close) => (
      <PersonEditor
        onApply={(id) => {
          set({ actor_user_id: id });
          close();
        }}
      />
    ),
  };
  return [
    period,
    ...(maySeePeople || actor !== undefined ? [who] : []),
    one("action", t("filter.action"), choices(occurring?.actions ?? [], words.action)),
    one("entity", t("filter.entity"), choices(occurring?.entities ?? [], words.entity)),
    ...(role !== null && isProvider(role)
      ? [
          one(
            "company_id",
            t("filter.company"),
            companies.map(([id, name]) => ({ value: String(id), label: name })),
          ),
        ]
      : []),
    one(
      "in_account_id",
      t("filter.account"),
      accounts.map(({ id, name }) => ({ value: String(id), label: name })),
    ),
  ];

  function periodWords(first: string | undefined, last: string | undefined): string {
    if (first && last) return t("ui:filter.rangeBoth", { from: formatDate(first), to: formatDate(last) });
    return first
      ? t("ui:filter.rangeFrom", { from: formatDate(first) })
      : t("ui:filter.rangeTo", { to: formatDate(last ?? "") });
  }
}
