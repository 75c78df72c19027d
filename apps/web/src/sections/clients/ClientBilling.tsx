import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AccountTable } from "../../parts/accounts/AccountTable.tsx";
import { Card } from "../../ui/Card.tsx";
import { Stacked } from "../../ui/Stacked.tsx";
import type { Column } from "../../ui/table-props.ts";
import { PeriodText, YenText } from "../../ui/values.tsx";
import type { ClientAccount } from "./clients.api.ts";

type Payment = NonNullable<ClientAccount["payment"]>;

/** Whom the provider bills for each of the client's accounts, as its billing file says; an account leads to where that is changed. */
export function ClientBilling({ accounts }: { accounts: readonly ClientAccount[] }) {
  const { t } = useTranslation(["clients", "ui"]);
  const column = (
    key: "company" | "address" | "contact" | "reach" | "discount",
    show: (payment: Payment) => ReactNode,
    none: string | null = null,
  ): Column<ClientAccount> => ({
    key,
    title: t(`billing.${key}`),
    render: ({ payment }) => (payment === null ? none : show(payment)),
  });
  /** The second adds to the first, or stands alone where the first is empty. */
  const two = (first: string, second: string) => (
    <Stacked main={first || second || t("ui:none")} sub={first && second} />
  );
  return (
    <Card flush title={t("billing.title")}>
      <AccountTable
        caption={t("billing.title")}
        accounts={accounts}
        path={(account) => `/accounts/${account.id}/payment`}
        columns={[
          column("company", (one) => two(one.company_name, one.company_name_kana), t("billing.unregistered")),
          column(
            "address",
            ({ post_code: code, address }) =>
              [code && t("billing.postCode", { code }), address].filter(Boolean).join(" ") || t("ui:none"),
          ),
          column("contact", (one) => two(one.contact_name, one.department_name)),
          column("reach", (one) => two(one.contact_tel, one.contact_email)),
          column("discount", (one) => (
            <Stacked main={<YenText value={one.discount_amount} />} sub={<DiscountPeriod of={one} />} />
          )),
        ]}
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
