import type { clientList } from "@okaeri/contract/lists/clients";
import type { TFunction } from "i18next";
import { ContractTag } from "../../ui/contract-tags.tsx";
import { formatDate, tokyoDay } from "../../ui/format.ts";
import type { ColumnParts } from "../../ui/list-columns.ts";
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

export function clientColumns({ t, whyNotEdit, edit }: ColumnOptions): ColumnParts<typeof clientList, Client> {
  return {
    name: {
      title: t("column.name"),
      render: (one) => <Stacked main={<strong>{one.name}</strong>} sub={one.is_provider ? t("provider") : undefined} />,
    },
    contract: {
      title: t("column.contract"),
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
    accounts: {
      title: t("column.accounts"),
      render: (one) => <CountText value={one.account_count} unit="items" />,
    },
    users: {
      title: t("column.users"),
      render: (one) => <CountText value={one.user_count} unit="people" />,
    },
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
