import type { TFunction } from "i18next";
import { ContractPeriod, ContractTag, OptionTags, TreeName } from "../../ui/contract-tags.tsx";
import type { Column } from "../../ui/DataTable.tsx";
import { tokyoDay } from "../../ui/format.ts";
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

export function accountColumns({ t, indented, withCompany, whyNotEdit, edit }: ColumnOptions): Column<Account>[] {
  const company: Column<Account> = {
    key: "company",
    title: t("column.company"),
    // Clients by name, each with its accounts in the order of their hierarchy.
    sort: "hierarchy",
    render: (one) => one.company_name,
  };
  return [
    {
      key: "name",
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
    {
      key: "code",
      title: t("column.code"),
      sort: "code",
      render: (one) => <span className="tnum">{one.code}</span>,
    },
    ...(withCompany ? [company] : []),
    {
      key: "contract",
      title: t("column.contract"),
      sort: "contract_ended_at",
      render: (one) => <Stacked main={<ContractTag state={one.contract_state} />} sub={<ContractPeriod of={one} />} />,
    },
    { key: "options", title: t("column.options"), render: (one) => <OptionTags options={one.options} /> },
    {
      key: "status",
      title: t("column.status"),
      render: (one) => (
        <Tag kind={one.active_status === "active" ? "neutral" : "danger"}>
          {t(`ui:activeStatus.${one.active_status}`)}
        </Tag>
      ),
    },
    {
      key: "updated_at",
      title: t("column.updated"),
      sort: "updated_at",
      newestFirst: true,
      render: (one) => (
        <span className={styles.nowrap}>
          <DateText value={tokyoDay(one.updated_at)} />
        </span>
      ),
    },
    {
      key: "actions",
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
  ];
}
