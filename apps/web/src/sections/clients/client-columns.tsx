import type { TFunction } from "i18next";
import { ContractTag } from "../../ui/contract-tags.tsx";
import type { Column } from "../../ui/DataTable.tsx";
import { formatDate, tokyoDay } from "../../ui/format.ts";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { Stacked } from "../../ui/Stacked.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { CountText, DateText } from "../../ui/values.tsx";
import type { Client } from "./clients.api.ts";
import styles from "./clients.module.css";

type ColumnOptions = {
  t: TFunction<["clients", "ui"]>;
  whyNotEdit: (client: Client) => string | undefined;
  edit: (client: Client) => void;
};

export function clientColumns({ t, whyNotEdit, edit }: ColumnOptions): Column<Client>[] {
  return [
    {
      key: "name",
      title: t("column.name"),
      sort: "name",
      render: (one) => <Stacked main={<strong>{one.name}</strong>} sub={one.is_provider ? t("provider") : undefined} />,
    },
    {
      key: "contract",
      title: t("column.contract"),
      sort: "contract_ended_at",
      render: (one) =>
        one.contract_state === null ? (
          t("noContract")
        ) : (
          <Stacked
            main={<ContractTag state={one.contract_state} />}
            sub={one.contract_ended_at ? t("until", { date: formatDate(one.contract_ended_at) }) : t("openEnd")}
          />
        ),
    },
    {
      key: "accounts",
      title: t("column.accounts"),
      sort: "account_count",
      align: "right",
      render: (one) => <CountText value={one.account_count} unit={t("ui:unit.items")} />,
    },
    {
      key: "users",
      title: t("column.users"),
      sort: "user_count",
      align: "right",
      render: (one) => <CountText value={one.user_count} unit={t("ui:unit.people")} />,
    },
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
