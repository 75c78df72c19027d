import { Select } from "@mantine/core";
import { isProvider, ROLES } from "@okaeri/domain/permissions/roles";
import type { TFunction } from "i18next";
import type { Filter } from "../../ui/FilterChips.tsx";
import { type Choice, OneChoiceEditor } from "../../ui/filter-editors.tsx";
import type { UserSearch } from "./users.api.ts";
import { USER_STATUSES } from "./users.search.ts";

type Words = TFunction<["users", "shell", "ui"]>;
type Key = "status" | "role" | "in_account_id" | "company_id";
type Group = { group: string; items: Choice[] };
export type FilterChoices = { provider: boolean; accounts: Group[]; companies: Choice[] };

/** The list's conditions as chips; `set` changes one of them and leaves the others. */
export function userFilters(
  search: UserSearch,
  { provider, accounts, companies }: FilterChoices,
  set: (change: UserSearch) => void,
  t: Words,
): Filter[] {
  const make = (
    key: Key,
    label: string,
    choices: Choice[],
    read: (value: string) => UserSearch,
    groups?: Group[],
  ): Filter => {
    const value = search[key];
    const named = choices.find((choice) => choice.value === String(value))?.label ?? t("filter.unknown");
    return {
      key,
      label,
      value: value === undefined ? undefined : named,
      pinned: true,
      onRemove: () => set({ [key]: undefined }),
      editor: (close) => {
        const apply = (chosen: string) => {
          set(read(chosen));
          close();
        };
        const current = value === undefined ? undefined : String(value);
        return choices.length > 8 ? (
          <Select
            aria-label={label}
            data={groups ?? choices}
            value={current ?? null}
            searchable
            data-autofocus
            nothingFoundMessage={t("ui:filter.noChoice")}
            // Inside the chip's own popover, which would close on a press outside of it.
            comboboxProps={{ withinPortal: false }}
            onChange={(chosen) => chosen !== null && apply(chosen)}
          />
        ) : (
          <OneChoiceEditor options={choices} value={current} onApply={apply} />
        );
      },
    };
  };
  const roles = ROLES.filter((role) => provider || !isProvider(role));
  return [
    make(
      "status",
      t("filter.status"),
      USER_STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) })),
      (value) => ({ status: USER_STATUSES.find((status) => status === value) }),
    ),
    make(
      "role",
      t("filter.role"),
      roles.map((role) => ({ value: role, label: t(`shell:roles.${role}`) })),
      (value) => ({ role: ROLES.find((role) => role === value) }),
    ),
    ...(provider
      ? [make("company_id", t("filter.company"), companies, (value) => ({ company_id: Number(value) }))]
      : []),
    make(
      "in_account_id",
      t("filter.account"),
      accounts.flatMap((group) => group.items),
      (value) => ({ in_account_id: Number(value) }),
      accounts.length > 1 ? accounts : undefined,
    ),
  ];
}
