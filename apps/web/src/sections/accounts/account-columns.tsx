import type { accountList } from "@okaeri/contract/lists/accounts";
import type { TFunction } from "i18next";
import { ContractPeriod, ContractTag, OptionTags, TreeName } from "../../ui/contract-tags.tsx";
import { tokyoDay } from "../../ui/format.ts";
import type { ColumnParts } from "../../ui/list-columns.ts";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { Stacked } from "../../ui/Stacked.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { DateText } from "../../ui/values.tsx";
import type { Account } from "./accounts.api.ts";
import styles from "./accounts.module.css";

type Words = TFunction<["accounts", "ui"]>;

export type ColumnOptions = {
  t: Words;
  /** Rows in the order of the hierarchy are indented; in any other order they name what they lie beneath. */
  indented: boolean;
  withCompany: boolean;
  whyNotEdit: (account: Account) => string | undefined;
  edit: (account: Account) => void;
};

export function accountColumns(options: ColumnOptions): ColumnParts<typeof accountList, Account> {
  const { t, indented, withCompany, whyNotEdit, edit } = options;
  return {
    name: {
      title: t("column.name"),
      // Where all are of one client, the hierarchy is what its people look for.
      sort: withCompany ? "name" : "hierarchy",
      render: (one) => (
        <TreeName
          depth={indented ? one.depth : 0}
          name={one.name}
          sub={!indented && one.parent_name ? t("under", { name: one.parent_name }) : undefined}
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
    status: {
      title: t("column.status"),
      render: (one) => (
        <Tag kind={one.active_status === "active" ? "neutral" : "danger"}>
          {t(`ui:activeStatus.${one.active_status}`)}
        </Tag>
      ),
    },
    updated_at: {
      title: t("column.updated"),
      render: (one) => (
        <span className={styles.nowrap}>
          <DateText value={tokyoDay(one.updated_at)} />
        </span>
      ),
    },
    actions: {
      title: t("column.actions"),
      render: (one) => (
        <ReasonedButton
          size="xs"
          variant="subtle"
          label={t("editOf", { name: one.name })}
          reason={whyNotEdit(one)}
          onClick={() => edit(one)}
        >
          {t("edit")}
        </ReasonedButton>
      ),
    },
  };
}
