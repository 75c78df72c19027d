import { customerList } from "@okaeri/contract/lists/customers";
import { MOST_PICKED } from "@okaeri/contract/selection-limits";
import { useState } from "react";
import { filtersIn } from "../../api/list-input.ts";
import type { RowSelect } from "../../ui/table-props.ts";
import type { Customer, CustomerSearch } from "./customers.api.ts";

/** Guests picked one by one, or everybody whom the conditions find. */
export type Selection = { kind: "picked"; ids: readonly number[] } | { kind: "all" };

export const ALL_CUSTOMERS: Selection = { kind: "all" };

type Words = { row: (name: string) => string; page: string; full: (most: number) => void };

/** What is chosen of the list. It outlasts pages and orders; with other conditions it is another list. */
export function useSelection(search: CustomerSearch, shown: readonly Customer[], words: Words) {
  const conditions = JSON.stringify(filtersIn(customerList, search));
  const [stored, setSurvivor] = useState<{ conditions: string; selection: Selection | undefined }>();
  const selection = stored?.conditions === conditions ? stored.selection : undefined;
  const choose = (next: Selection | undefined) => setSurvivor({ conditions, selection: next });
  const isOn = (one: Customer) =>
    selection?.kind === "all" || (selection?.kind === "picked" && selection.ids.includes(one.id));
  const select: RowSelect<Customer> = {
    isOn,
    label: (one) => words.row(one.name),
    pageLabel: words.page,
    onChange: (rows, on) => {
      // Unticking one of all: the other rows of the page stay chosen, one by one.
      const before = selection?.kind === "picked" ? selection.ids : shown.filter(isOn).map((one) => one.id);
      const changed = rows.map((one) => one.id);
      const ids = on ? [...new Set([...before, ...changed])] : before.filter((id) => !changed.includes(id));
      if (ids.length > MOST_PICKED) return words.full(MOST_PICKED);
      choose(ids.length === 0 ? undefined : { kind: "picked", ids });
    },
  };
  return { selection, choose, select };
}
