import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo, useRowLink } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { ContractPeriod, OptionTags, StateTags, TreeName } from "../../ui/contract-tags.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { tokyoDay } from "../../ui/format.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import { SummaryStrip } from "../../ui/SummaryStrip.tsx";
import { CountText, DateText } from "../../ui/values.tsx";
import { inTreeOrder } from "./account-tree.ts";
import { ClientBilling } from "./ClientBilling.tsx";
import { type ClientAccount, type ClientDetail, clientQuery } from "./clients.api.ts";
import styles from "./clients.module.css";

/** The client's figures and its accounts as they lie beneath each other; the read mode of the detail screen. */
export function ClientOverview({ id }: { id: number }) {
  const { data: client } = useQuery(clientQuery(id));
  if (client === undefined) return null;
  return (
    <>
      <Facts client={client} />
      <div className={styles.overview}>
        <AccountTree client={client} />
        {client.reads_billing && client.accounts.length > 0 ? <ClientBilling client={client} /> : null}
      </div>
    </>
  );
}

function Facts({ client }: { client: ClientDetail }) {
  const { t } = useTranslation(["clients", "fields", "ui"]);
  const mayReadUsers = useMay("users/read");
  return (
    <SummaryStrip
      items={[
        {
          label: t("facts.contractEnd"),
          value:
            client.contract_state === null ? (
              t("ui:none")
            ) : client.contract_ended_at ? (
              <DateText value={client.contract_ended_at} />
            ) : (
              t("openEnd")
            ),
          note: client.contract_state === null ? t("noContract") : t(`ui:contract.${client.contract_state}`),
        },
        {
          label: t("column.accounts"),
          value: <CountText value={client.account_count} unit="items" />,
        },
        {
          label: t("column.users"),
          value: <CountText value={client.user_count} unit="people" />,
          note: mayReadUsers ? (
            <AppLink to="/users" search={{ company_id: client.id }}>
              {t("facts.usersLink")}
            </AppLink>
          ) : undefined,
        },
        { label: t("fields:record.createdOn"), value: <DateText value={tokyoDay(client.created_at)} /> },
        { label: t("fields:record.changedOn"), value: <DateText value={tokyoDay(client.updated_at)} /> },
      ]}
    />
  );
}

type Row = ClientAccount & { depth: number };

function AccountTree({ client }: { client: ClientDetail }) {
  const { t } = useTranslation(["clients", "ui"]);
  const go = useGo();
  const rowLink = useRowLink();
  const mayCreate = client.may_add_accounts;
  const add = mayCreate ? (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => void go("/accounts/new", { company_id: client.id })}
    >
      {t("accounts.add")}
    </Button>
  ) : undefined;
  const columns: Column<Row>[] = [
    { key: "name", title: t("accounts.name"), render: (one) => <TreeName depth={one.depth} name={one.name} /> },
    { key: "code", title: t("accounts.code"), render: (one) => <span className="tnum">{one.code}</span> },
    {
      key: "contract",
      title: t("column.contract"),
      render: (one) => <Stacked main={<StateTags of={one} />} sub={<ContractPeriod of={one} />} />,
    },
    { key: "options", title: t("accounts.options"), render: (one) => <OptionTags options={one.options} /> },
  ];
  return (
    <Card
      flush
      title={t("column.accounts")}
      note={t("accounts.count", { n: client.accounts.length })}
      aside={
        client.accounts.length > 0 ? (
          <span className={styles.cardActions}>
            <AppLink to="/accounts" search={{ company_id: client.id }}>
              {t("accounts.all")}
            </AppLink>
            {add}
          </span>
        ) : undefined
      }
    >
      <DataTable
        caption={t("column.accounts")}
        columns={columns}
        rows={inTreeOrder(client.accounts)}
        rowKey={(one) => one.id}
        row={rowLink((one: Row) => `/accounts/${one.id}`)}
        minWidth={640}
        empty={<EmptyState sentence={t(mayCreate ? "accounts.empty" : "accounts.emptyReadOnly")} action={add} />}
      />
    </Card>
  );
}
