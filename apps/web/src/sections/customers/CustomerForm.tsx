import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client as calls } from "../../api/client.ts";
import { NewRecordPage, useNewRecord } from "../../parts/records/NewRecordPage.tsx";
import { RecordForm } from "../../parts/records/RecordForm.tsx";
import { useEditForm } from "../../parts/records/use-edit-form.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { CustomerFormFields } from "./CustomerFormFields.tsx";
import { type CustomerValues, EMPTY, loadedFrom } from "./customer-values.ts";
import { type CustomerDetail, customerChanged, customerDetailQuery } from "./customers.api.ts";

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
  const { t } = useTranslation("customers");
  const go = useGo();
  const { data: customer } = useSuspenseQuery(customerDetailQuery(id));
  const form = useEditForm({
    name: `customers/${id}`,
    call: "customers.update",
    labels: useLabels(),
    query: customerDetailQuery(id),
    from: loadedFrom,
    write: ({ version, values }) =>
      calls.customers.update({ id, version, ...values, birthday: values.birthday || null }),
    changed: customerChanged,
  });
  const leave = ({ values }: { values: CustomerValues }) => {
    notify("success", t("form.saved", { name: values.name }));
    return go(`/customers/${id}`);
  };
  return (
    <RecordForm form={form} onSaved={leave}>
      <CustomerFormFields form={form} own={customer} />
    </RecordForm>
  );
}

/** A guest who stands at the desk or on the telephone, before any reservation came in. */
export function CustomerNewPage() {
  const { t } = useTranslation("customers");
  const go = useGo();
  const { form, register } = useNewRecord<CustomerValues, CustomerDetail>({
    name: "customers/new",
    call: "customers.create",
    empty: EMPTY,
    labels: useLabels(),
    successText: ({ name }) => t("form.created", { name }),
    create: async (values) => {
      const made = await calls.customers.create({ ...values, birthday: values.birthday || null });
      customerChanged(made);
      return made;
    },
  });
  return (
    <NewRecordPage
      title={t("form.createTitle")}
      lead={t("form.createLead")}
      crumbs={<AppLink to="/customers">{t("title")}</AppLink>}
      list="/customers"
      form={form}
      onSubmit={async () => {
        const made = await register();
        if (made) await go(`/customers/${made.id}`);
      }}
    >
      <CustomerFormFields form={form} />
    </NewRecordPage>
  );
}
