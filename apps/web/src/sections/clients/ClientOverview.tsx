import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AccountTable } from "../../parts/accounts/AccountTable.tsx";
import { ContractPeriod, ContractTag, OptionTags, StateTags } from "../../parts/accounts/contract-tags.tsx";
import { CreateButton } from "../../parts/records/RecordButtons.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { Cards } from "../../ui/Cards.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { tokyoDay } from "../../ui/format.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import { SummaryStrip } from "../../ui/SummaryStrip.tsx";
import { CountText, DateText } from "../../ui/values.tsx";
import { ClientBilling } from "./ClientBilling.tsx";
import { type ClientDetail, clientQuery } from "./clients.api.ts";

/** The client's figures and its accounts as they lie beneath each other; the read mode of the detail screen. */
export function ClientOverview({ id }: { id: number }) {
  const { data: client } = useSuspenseQuery(clientQuery(id));
  return (
    <>
      <Facts client={client} />
      <Cards>
        <Accounts client={client} />
        {client.reads_billing && client.accounts.length > 0 ? <ClientBilling accounts={client.accounts} /> : null}
      </Cards>
    </>
  );
}

function Facts({ client }: { client: ClientDetail }) {
  const { t } = useTranslation(["clients", "fields"]);
  const mayReadUsers = useMay("users/read");
  const people = <CountText value={client.user_count} unit="people" />;
  const list = (
    <AppLink to="/users" search={{ company_id: client.id }}>
      {t("facts.usersLink")}
    </AppLink>
  );
  return (
    <SummaryStrip
      items={[
        {
          label: t("column.contract"),
          value: <ContractTag state={client.contract_state} />,
          note: <ContractPeriod of={{ ...client, contract_started_at: null }} />,
        },
        { label: t("column.accounts"), value: <CountText value={client.account_count} unit="items" /> },
        { label: t("column.users"), value: people, note: mayReadUsers ? list : undefined },
        { label: t("fields:record.createdOn"), value: <DateText value={tokyoDay(client.created_at)} /> },
        { label: t("fields:record.changedOn"), value: <DateText value={tokyoDay(client.updated_at)} /> },
      ]}
    />
  );
}

function Accounts({ client: { id, accounts, may_add_accounts } }: { client: ClientDetail }) {
  const { t } = useTranslation("clients");
  const creating = { to: "/accounts/new", search: { company_id: id }, label: t("accounts.add") };
  const add = may_add_accounts ? <CreateButton {...creating} action="accounts/create" plain /> : undefined;
  const aside = (
    <>
      <AppLink to="/accounts" search={{ company_id: id }}>
        {t("accounts.all")}
      </AppLink>
      {add}
    </>
  );
  return (
    <Card
      flush
      title={t("column.accounts")}
      note={<CountText value={accounts.length} unit="items" />}
      aside={accounts.length > 0 ? aside : undefined}
    >
      <AccountTable
        caption={t("column.accounts")}
        accounts={accounts}
        path={(account) => `/accounts/${account.id}`}
        columns={[
          {
            key: "contract",
            title: t("column.contract"),
            render: (one) => <Stacked main={<StateTags of={one} />} sub={<ContractPeriod of={one} />} />,
          },
          { key: "options", title: t("accounts.options"), render: (one) => <OptionTags options={one.options} /> },
        ]}
        empty={<EmptyState sentence={t(may_add_accounts ? "accounts.empty" : "accounts.emptyReadOnly")} action={add} />}
      />
    </Card>
  );
}
