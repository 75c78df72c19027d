import type { clientList } from "@okaeri/contract/lists/clients";
import type { TFunction } from "i18next";
import { ContractTag } from "../../ui/contract-tags.tsx";
import { formatDate } from "../../ui/format.ts";
import type { ColumnParts } from "../../ui/list-columns.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import { CountText } from "../../ui/values.tsx";
import type { Client } from "./clients.api.ts";

type Shared = "status" | "updated_at" | "actions";

export function clientColumns(t: TFunction<["clients", "ui"]>): Omit<ColumnParts<typeof clientList, Client>, Shared> {
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
  };
}
