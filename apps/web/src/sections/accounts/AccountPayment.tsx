import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { useRecordForm } from "../../shell/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/values.tsx";
import { type AccountDetail, accountChanged, accountQuery } from "./accounts.api.ts";
import styles from "./accounts.module.css";
import { Fact, type Figure, FigureField, TextField } from "./settings/fields.tsx";
import { SettingsForm, useCurrentForm } from "./settings/SettingsForm.tsx";

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
const MAX = {
  company_name: 120,
  company_name_kana: 120,
  post_code: 16,
  address: 200,
  department_name: 120,
  contact_name: 80,
  contact_tel: 32,
  contact_email: 254,
} as const;

type Values = { [Key in (typeof WORDS)[number]]: string } & {
  discount_amount: Figure;
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
  const say = useProblemText();
  const { id } = account;
  const editable = account.editable_parts.includes("payment");
  const fields = [...WORDS, "discount_amount", "discount_started_at", "discount_ended_at"] as const;
  const form = useRecordForm<Values>({
    name: `accounts/${id}/payment`,
    loaded: loadedFrom(account),
    labels: Object.fromEntries(fields.map((field) => [field, t(`payment.${field}`)])) as {
      [Key in keyof Values]: string;
    },
    check: ({ discount_amount, discount_started_at: from, discount_ended_at: to }): Record<string, string> => ({
      ...(discount_amount === "" ? { discount_amount: say({ code: "required" }) } : {}),
      ...(from !== "" && to !== "" && to < from ? { discount_ended_at: say({ code: "before_start" }) } : {}),
    }),
    save: async ({ version, values }) => {
      const { discount_amount, discount_started_at, discount_ended_at, ...words } = values;
      const saved = await client.accounts.updatePayment({
        id,
        version,
        ...words,
        discount_amount: Number(discount_amount),
        discount_started_at: discount_started_at || null,
        discount_ended_at: discount_ended_at || null,
      });
      accountChanged(saved);
      return loadedFrom(saved);
    },
    newest: async () => loadedFrom(await queryClient.fetchQuery({ ...accountQuery(id), staleTime: 0 })),
  });
  return (
    <SettingsForm form={form} editable={editable} saved={t("payment.saved")}>
      <Card title={t("payment.who")}>
        <div className={styles.fields}>
          {WORDS.map((field) => (
            <div key={field} className={field === "address" ? styles.wide : undefined}>
              <TextField
                field={field}
                max={MAX[field]}
                type={field === "contact_email" ? "email" : field === "contact_tel" ? "tel" : "text"}
              />
            </div>
          ))}
        </div>
      </Card>
      <Card title={t("payment.discount")}>
        {editable ? <p className={styles.lead}>{t("payment.discountHint")}</p> : null}
        <div className={styles.three}>
          <FigureField field="discount_amount" unit={t("payment.yen")} min={0} max={1_000_000_000_000} />
          <DateField field="discount_started_at" />
          <DateField field="discount_ended_at" />
        </div>
      </Card>
    </SettingsForm>
  );
}

/** A day that may stay open. */
function DateField({ field }: { field: string }) {
  const { t } = useTranslation("accounts");
  const { form, editable } = useCurrentForm();
  const value = String(form.values[field] ?? "");
  const label = form.labels[field] ?? "";
  if (!editable) return <Fact label={label}>{value ? <DateText value={value} /> : t("options.openEnd")}</Fact>;
  return (
    <TextInput
      id={form.idOf(field)}
      type="date"
      label={label}
      value={value}
      error={form.errors[field]}
      onChange={(event) => form.change({ [field]: event.currentTarget.value })}
    />
  );
}
