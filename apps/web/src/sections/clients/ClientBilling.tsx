import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useRowLink } from "../../shell/navigation.ts";
import { Card } from "../../ui/Card.tsx";
import { TreeName } from "../../ui/contract-tags.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { Stacked } from "../../ui/Stacked.tsx";
import { PeriodText, YenText } from "../../ui/values.tsx";
import { inTreeOrder } from "./account-tree.ts";
import type { ClientAccount, ClientDetail } from "./clients.api.ts";

type Row = ClientAccount & { depth: number };
type Payment = NonNullable<ClientAccount["payment"]>;

/** Whom the provider bills for each of the client's accounts, as its billing file says; an account leads to where that is changed. */
export function ClientBilling({ client }: { client: ClientDetail }) {
  const { t } = useTranslation(["clients", "ui"]);
  const rowLink = useRowLink();
  const none = t("ui:none");
  const column = (key: string, title: string, show: (payment: Payment) => ReactNode): Column<Row> => ({
    key,
    title,
    render: ({ payment }) => payment && show(payment),
  });
  const columns: Column<Row>[] = [
    { key: "name", title: t("billing.account"), render: (one) => <TreeName depth={one.depth} name={one.name} /> },
    {
      key: "company",
      title: t("billing.company"),
      render: ({ payment }) =>
        payment === null ? (
          t("billing.unregistered")
        ) : (
          <Stacked main={payment.company_name || none} sub={payment.company_name_kana} />
        ),
    },
    column(
      "address",
      t("billing.address"),
      ({ post_code, address }) =>
        [post_code && t("billing.postCode", { code: post_code }), address].filter(Boolean).join(" ") || none,
    ),
    column("contact", t("billing.contact"), ({ department_name, contact_name }) => (
      <Stacked main={contact_name || department_name || none} sub={contact_name && department_name} />
    )),
    column("reach", t("billing.reach"), ({ contact_tel, contact_email }) => (
      <Stacked main={contact_tel || contact_email || none} sub={contact_tel && contact_email} />
    )),
    column("discount", t("billing.discount"), (payment) => (
      <Stacked main={<YenText value={payment.discount_amount} />} sub={<DiscountPeriod of={payment} />} />
    )),
  ];
  return (
    <Card flush title={t("billing.title")}>
      <DataTable
        caption={t("billing.title")}
        columns={columns}
        rows={inTreeOrder(client.accounts)}
        rowKey={(one) => one.id}
        row={rowLink((one: Row) => `/accounts/${one.id}/payment`)}
        minWidth={900}
        empty={null}
      />
    </Card>
  );
}

/** Without a discount there is no period to speak of. */
function DiscountPeriod({ of }: { of: Payment }) {
  const { discount_amount, discount_started_at: from, discount_ended_at: to } = of;
  return discount_amount === 0 && !from && !to ? null : <PeriodText from={from} to={to} />;
}
