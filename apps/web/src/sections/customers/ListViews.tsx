import type { List, ListFilters, ListSearch } from "@okaeri/contract/lists/list";
import type { ReactNode } from "react";
import { filtersIn } from "../../api/list-input.ts";
import { useListAddress } from "../../parts/lists/list-address.ts";
import { type Tab, Tabs } from "../../ui/Tabs.tsx";

/** Conditions that have a name, as a tab above the list. */
export type View<L extends List> = Tab & { filters: ListFilters<L> };

type ListViewsProps<L extends List> = {
  list: L;
  search: ListSearch<L>;
  views: View<L>[];
  label: string;
  /** What conditions of one's own are called, and how many rows they find. */
  own: { label: string; count: number | undefined };
  children: ReactNode;
};

/** The views of a list; one that fits the address is open, conditions of one's own are a view beside them. */
export function ListViews<L extends List>({ list, search, views, label, own, children }: ListViewsProps<L>) {
  const { only } = useListAddress(list, search);
  const key = (filters: ListFilters<L>) =>
    JSON.stringify(Object.entries(filtersIn(list, filters)).sort(([a], [b]) => a.localeCompare(b)));
  const open = views.find((view) => key(view.filters) === key(search));
  return (
    <Tabs
      label={label}
      tabs={open ? views : [...views, { key: "custom", ...own }]}
      current={open?.key ?? "custom"}
      onChange={(chosen) => {
        const view = views.find((one) => one.key === chosen);
        if (view) only(view.filters);
      }}
    >
      {children}
    </Tabs>
  );
}
