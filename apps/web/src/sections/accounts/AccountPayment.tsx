import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { findAddresses } from "../../parts/addresses/find-addresses.ts";
import { RecordForm } from "../../parts/records/RecordForm.tsx";
import { useEditForm } from "../../parts/records/use-edit-form.ts";
import type { Problems } from "../../parts/records/use-record-form.ts";
import { notify } from "../../shell/toasts.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateField } from "../../ui/fields/DateField.tsx";
import { FieldGrid, WideField } from "../../ui/fields/FieldGrid.tsx";
import { FigureField } from "../../ui/fields/FigureField.tsx";
import type { FigureInput } from "../../ui/fields/field-props.ts";
import { PostcodeField } from "../../ui/fields/PostcodeField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { type AccountDetail, accountChanged, accountQuery } from "./accounts.api.ts";
import styles from "./accounts.module.css";

const WORDS = [
  "company_name",
  "company_name_kana",
  "post_code",
  "contact_tel",
  "address",
  "department_name",
  "contact_name",
  "contact_email",
] as const;

type Values = { [Key in (typeof WORDS)[number]]: string } & {
  discount_amount: FigureInput;
  /** YYYY-MM-DD, "" = open. */
  discount_started_at: string;
  discount_ended_at: string;
};

/** Whom the provider bills for this account, and the discount with its period. */
export function AccountPayment({ id }: { id: number }) {
  const { data: account } = useQuery(accountQuery(id));
  return account === undefined ? null : <PaymentForm key={id} account={account} />;
}

function loadedFrom({ version, payment }: AccountDetail): { version: number; values: Values } {
  const words = Object.fromEntries(WORDS.map((field) => [field, payment?.[field] ?? ""]));
  return {
    version,
    values: {
      ...(words as Pick<Values, (typeof WORDS)[number]>),
      discount_amount: payment?.discount_amount ?? 0,
      discount_started_at: payment?.discount_started_at ?? "",
      discount_ended_at: payment?.discount_ended_at ?? "",
    },
  };
}

function PaymentForm({ account }: { account: AccountDetail }) {
  const { t } = useTranslation("accounts");
  const { id } = account;
  const editable = account.editable_parts.includes("payment");
  const fields = [...WORDS, "discount_amount", "discount_started_at", "discount_ended_at"] as const;
  const form = useEditForm({
    name: `accounts/${id}/payment`,
    call: "accounts.updatePayment",
    editable,
    labels: Object.fromEntries(fields.map((field) => [field, t(`payment.${field}`)])) as {
      [Key in keyof Values]: string;
    },
    check: ({ discount_started_at: from, discount_ended_at: to }): Problems =>
      from !== "" && to !== "" && to < from ? { discount_ended_at: { code: "before_start" } } : {},
    query: accountQuery(id),
    from: loadedFrom,
    write: ({ version, values: { discount_amount, discount_started_at, discount_ended_at, ...words } }) =>
      client.accounts.updatePayment({
        id,
        version,
        ...words,
        discount_amount: Number(discount_amount),
        discount_started_at: discount_started_at || null,
        discount_ended_at: discount_ended_at || null,
      }),
    changed: accountChanged,
  });
  const words = (field: (typeof WORDS)[number]) => {
    const props = form.field(field);
    if (field !== "post_code") return <TextField {...props} />;
    return (
      <PostcodeField
        {...props}
        find={findAddresses}
        address={form.values.address}
        onAddress={(address) => form.change({ address })}
      />
    );
  };
  return (
    <RecordForm form={form} onSaved={() => notify("success", t("payment.saved"))}>
      <Card title={t("payment.who")}>
        <FieldGrid>
          {WORDS.map((field) =>
            field === "address" ? (
              <WideField key={field}>{words(field)}</WideField>
            ) : (
              <div key={field}>{words(field)}</div>
            ),
          )}
        </FieldGrid>
      </Card>
      <Card title={t("payment.discount")}>
        {editable ? <p className={styles.lead}>{t("payment.discountHint")}</p> : null}
        <div className={styles.three}>
          <FigureField {...form.field("discount_amount")} unit="yen" />
          <DateField {...form.field("discount_started_at")} open={t("options.openEnd")} />
          <DateField {...form.field("discount_ended_at")} open={t("options.openEnd")} />
        </div>
      </Card>
    </RecordForm>
  );
}
