import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { RecordFormState } from "../../../parts/records/use-record-form.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { RowsField } from "../../../ui/fields/RowsField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Stacked } from "../../../ui/Stacked.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import styles from "./ExtraFields.module.css";
import { type ExtraField, newExtraField, withEnglishLabel } from "./extra-fields.ts";

type ExtraFieldsProps<V extends { extra_fields: ExtraField[] }> = {
  form: RecordFormState<V>;
  /** Those stored: cards name them by their code, which therefore stays. */
  saved: readonly ExtraField[];
};

/** Fields the facility adds to its card, in both languages, in the card's order. */
export function ExtraFields<V extends { extra_fields: ExtraField[] }>({ form, saved }: ExtraFieldsProps<V>) {
  const { t } = useTranslation("accountSettings");
  const fields = form.values.extra_fields;
  if (!form.editable) return <ReadExtraFields fields={fields} />;
  const set = (index: number, next: ExtraField) =>
    form.change({ extra_fields: fields.map((field, at) => (at === index ? next : field)) } as Partial<V>);
  return (
    <RowsField
      {...form.field("extra_fields", t("card.extra"))}
      value={fields}
      hideLabel
      ordered
      nameOf={(field) => field.label_ja}
      make={newExtraField}
      first="label_ja"
      add={t("card.add")}
      empty={t("card.extraNone")}
      help={t("card.keyHelp")}
      row={(field, index) => {
        const one = (name: "label_ja" | "label_en" | "key") =>
          form.field(`extra_fields.${index}.${name}`, t(`card.field.${name}`));
        return (
          <>
            <TextField {...one("label_ja")} />
            <TextField
              {...one("label_en")}
              lang="en"
              onChange={(label_en) =>
                set(
                  index,
                  saved.some(({ key }) => key === field.key)
                    ? { ...field, label_en }
                    : withEnglishLabel(field, label_en),
                )
              }
            />
            <TextField {...one("key")} />
            <Checkbox
              className={styles.extraRequired ?? ""}
              label={t("card.required")}
              aria-label={t("card.requiredOf", { n: index + 1 })}
              checked={field.is_required}
              onChange={(event) => set(index, { ...field, is_required: event.currentTarget.checked })}
            />
          </>
        );
      }}
    />
  );
}

function ReadExtraFields({ fields }: { fields: readonly ExtraField[] }) {
  const { t } = useTranslation("accountSettings");
  if (fields.length === 0) return <EmptyState sentence={t("card.extraNone")} />;
  return (
    <ul className={styles.linkages} aria-label={t("card.extra")}>
      {fields.map((field) => (
        <li key={field.key}>
          <Stacked main={field.label_ja} sub={field.label_en} />
          <span>{field.is_required ? <Tag kind="info">{t("card.required")}</Tag> : null}</span>
        </li>
      ))}
    </ul>
  );
}
