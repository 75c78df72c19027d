import { Checkbox } from "@mantine/core";
import { countryName, normaliseCountry } from "@okaeri/domain/customers/country-name";
import { LANGUAGE_CODES } from "@okaeri/domain/enumerations";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { findAddresses } from "../../parts/addresses/find-addresses.ts";
import type { RecordFormState } from "../../parts/records/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { DateField } from "../../ui/fields/DateField.tsx";
import { PostcodeField } from "../../ui/fields/PostcodeField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { AlikeCustomers } from "./AlikeCustomers.tsx";
import styles from "./CustomerFormFields.module.css";
import type { CustomerValues } from "./customer-values.ts";
import { type CustomerDetail, filterOptionsQuery } from "./customers.api.ts";

type CustomerFieldsProps = { form: RecordFormState<CustomerValues>; own?: CustomerDetail };

/** What staff write of a guest, and who that may be already. */
export function CustomerFormFields({ form, own }: CustomerFieldsProps) {
  const { t, i18n } = useTranslation("customers");
  const { values } = form;
  const code = normaliseCountry(values.nationality);
  const country = countryName(code, i18n.language);
  return (
    <>
      <Card title={t("form.who")}>
        <div className={styles.fields}>
          <TextField {...form.field("name")} help={t("form.nameHint")} autoFocus />
          <TextField {...form.field("name_kana")} help={t("form.kanaHint")} />
          <TextField {...form.field("tel")} />
          <TextField {...form.field("email")} />
          <TextField {...form.field("member_number")} />
        </div>
        <AlikeCustomers values={values} own={own?.id} />
      </Card>
      <Card title={t("form.more")}>
        <div className={styles.fields}>
          <PostcodeField
            {...form.field("postcode")}
            find={findAddresses}
            address={values.address}
            onAddress={(address) => form.change({ address })}
          />
          <TextField {...form.field("address")} />
          <DateField {...form.field("birthday")} />
          <ChoiceField
            {...form.field("gender")}
            choices={(["female", "male", "other"] as const).map((value) => ({ value, label: t(`gender.${value}`) }))}
            clear={t("form.unknown")}
          />
          <TextField {...form.field("nationality")} help={country === code ? t("form.nationalityHint") : country} />
          <ChoiceField
            {...form.field("language")}
            choices={LANGUAGE_CODES.map((value) => ({ value, label: t(`language.${value}`) }))}
          />
          <TypesField form={form} own={own} />
        </div>
      </Card>
    </>
  );
}

/** The types that are in use, and those the guest has all the same. */
function TypesField({ form, own }: { form: RecordFormState<CustomerValues>; own: CustomerDetail | undefined }) {
  const { t } = useTranslation("customers");
  const { data: options } = useQuery(filterOptionsQuery());
  const { value, onChange, label, error } = form.field("customer_type_ids");
  const types = new Map(
    [...(options?.customer_types ?? []), ...(own?.customer_types ?? [])].map((one) => [one.id, one]),
  );
  return (
    <Checkbox.Group
      label={label}
      error={error}
      description={types.size === 0 ? t("form.noTypes") : undefined}
      value={value.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number).sort((a, b) => a - b))}
    >
      <div className={styles.types}>
        {[...types.values()].map((one) => (
          <Checkbox key={one.id} value={String(one.id)} label={one.name} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
