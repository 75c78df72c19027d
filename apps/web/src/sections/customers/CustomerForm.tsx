import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { client as calls } from "../../api/client.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { RecordForm } from "../../shell/RecordForm.tsx";
import { savesRecord } from "../../shell/saves-record.ts";
import { notify } from "../../shell/toasts.tsx";
import { useRecordForm } from "../../shell/use-record-form.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { CustomerFields } from "./CustomerFields.tsx";
import { type CustomerDetail, customerChanged, customerQuery } from "./customers.api.ts";

export type CustomerValues = {
  name: string;
  name_kana: string;
  member_number: string;
  tel: string;
  email: string;
  postcode: string;
  address: string;
  gender: "male" | "female" | "other" | null;
  /** "" where none is known. */
  birthday: string;
  nationality: string;
  language: "ja" | "en";
  customer_type_ids: number[];
};

const EMPTY: CustomerValues = {
  ...{ name: "", name_kana: "", member_number: "", tel: "", email: "", postcode: "", address: "", gender: null },
  ...{ birthday: "", nationality: "", language: "ja", customer_type_ids: [] },
};

function loadedFrom(customer: CustomerDetail) {
  const values: CustomerValues = {
    name: customer.name,
    name_kana: customer.name_kana ?? "",
    member_number: customer.member_number ?? "",
    tel: customer.tel ?? "",
    email: customer.email ?? "",
    postcode: customer.postcode ?? "",
    address: customer.address ?? "",
    gender: customer.gender as CustomerValues["gender"],
    birthday: customer.birthday ?? "",
    nationality: customer.nationality ?? "",
    language: customer.language,
    customer_type_ids: customer.customer_types.map((one) => one.id).sort((a, b) => a - b),
  };
  return { version: customer.version, values };
}

function useLabels(): { [K in keyof CustomerValues]: string } {
  const { t } = useTranslation("customers");
  return {
    name: t("column.name"),
    name_kana: t("profile.kana"),
    member_number: t("profile.member"),
    tel: t("profile.tel"),
    email: t("profile.mail"),
    postcode: t("profile.postcode"),
    address: t("profile.address"),
    gender: t("profile.gender"),
    birthday: t("profile.birthday"),
    nationality: t("profile.nationality"),
    language: t("profile.language"),
    customer_type_ids: t("profile.types"),
  };
}

/** The detail screen's edit mode. */
export function CustomerEdit({ id }: { id: number }) {
  const { data: customer } = useQuery(customerQuery(id));
  return customer === undefined ? null : <EditForm key={id} customer={customer} />;
}

function EditForm({ customer }: { customer: CustomerDetail }) {
  const { t } = useTranslation("customers");
  const go = useGo();
  const { id } = customer;
  const form = useRecordForm<CustomerValues>({
    name: `customers/${id}`,
    call: "customers.update",
    loaded: loadedFrom(customer),
    labels: useLabels(),
    ...savesRecord(
      customerQuery(id),
      loadedFrom,
      ({ version, values }) => calls.customers.update({ id, version, ...values, birthday: values.birthday || null }),
      customerChanged,
    ),
  });
  const leave = ({ values }: { values: CustomerValues }) => {
    notify("success", t("form.saved", { name: values.name }));
    return go(`/customers/${id}`);
  };
  return (
    <RecordForm form={form} onSaved={leave}>
      <CustomerFields form={form} own={customer} />
    </RecordForm>
  );
}

/** A guest who stands at the desk or on the telephone, before any reservation came in. */
export function CustomerNewPage() {
  const { t } = useTranslation("customers");
  const go = useGo();
  const created = useRef<CustomerDetail>(undefined);
  const form = useRecordForm<CustomerValues>({
    name: "customers/new",
    call: "customers.create",
    loaded: { version: 0, values: EMPTY },
    labels: useLabels(),
    save: async ({ values }) => {
      created.current = await calls.customers.create({ ...values, birthday: values.birthday || null });
      customerChanged(created.current);
      return { version: 0, values: EMPTY };
    },
  });
  const register = async () => {
    if ((await form.save()) === undefined || created.current === undefined) return;
    notify("success", t("form.created", { name: created.current.name }));
    await go(`/customers/${created.current.id}`);
  };
  return (
    <>
      <PageHeader
        title={t("form.createTitle")}
        caption={t("form.createLead")}
        crumbs={<AppLink to="/customers">{t("title")}</AppLink>}
      />
      <RecordForm
        form={form}
        onSubmit={register}
        foot={
          <>
            <Button onClick={() => void go("/customers")}>{t("form.cancel")}</Button>
            <Button type="submit" variant="filled" loading={form.saving}>
              {t("form.submit")}
            </Button>
          </>
        }
      >
        <CustomerFields form={form} />
      </RecordForm>
    </>
  );
}
