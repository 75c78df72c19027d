import type { accountList } from "@okaeri/contract/lists/accounts";
import type { TFunction } from "i18next";
import { ContractPeriod, ContractTag, OptionTags, TreeName } from "../../parts/accounts/contract-tags.tsx";
import type { ColumnParts } from "../../parts/lists/list-columns.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import type { Account } from "./accounts.api.ts";

type Words = TFunction<["accounts", "ui"]>;

export type ColumnOptions = {
  t: Words;
  /** Rows in the order of the hierarchy are indented; in any other order they name what they lie beneath. */
  indented: boolean;
  withCompany: boolean;
};
type Shared = "status" | "updated_at" | "actions";

export function accountColumns({
  t,
  indented,
  withCompany,
}: ColumnOptions): Omit<ColumnParts<typeof accountList, Account>, Shared> {
  return {
    name: {
      title: t("column.name"),
      // Where all are of one client, the hierarchy is what its people look for.
      sort: withCompany ? "name" : "hierarchy",
      render: (one) => (
        <TreeName
          depth={indented ? one.depth : 0}
          name={one.name}
          sub={!indented && one.parent_name ? t("ui:account.under", { name: one.parent_name }) : undefined}
        />
      ),
    },
    code: { title: t("column.code"), render: (one) => <span className="tnum">{one.code}</span> },
    company: withCompany ? { title: t("column.company"), render: (one) => one.company_name } : undefined,
    contract: {
      title: t("column.contract"),
      render: (one) => <Stacked main={<ContractTag state={one.contract_state} />} sub={<ContractPeriod of={one} />} />,
    },
    options: { title: t("column.options"), render: (one) => <OptionTags options={one.options} /> },
  };
}
