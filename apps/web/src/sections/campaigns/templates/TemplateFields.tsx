import { LANGUAGE_CODES, MAIL_TEMPLATE_FEATURE_TYPES } from "@okaeri/domain/enumerations";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { ChoiceField } from "../../../ui/fields/ChoiceField.tsx";
import { FieldGrid } from "../../../ui/fields/FieldGrid.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { TemplateMail } from "./TemplateMail.tsx";
import { TemplatePreview } from "./TemplatePreview.tsx";
import { mailOf } from "./template-values.ts";
import styles from "./templates.module.css";
import type { TemplateForm } from "./use-template-form.ts";

/** How a template is found, and its mail with a preview beside it. */
export function TemplateFields({ form }: { form: TemplateForm }) {
  const { t } = useTranslation("mailTemplates");
  const choices = <V extends string>(all: readonly V[], word: (one: V) => string) =>
    all.map((value) => ({ value, label: word(value) }));
  return (
    <>
      <Card title={t("form.settings")}>
        <FieldGrid>
          <TextField {...form.field("name")} help={t("help.name")} />
          <TextField {...form.field("label")} help={t("help.label")} />
          <ChoiceField
            {...form.field("feature_type")}
            as="short"
            choices={choices(MAIL_TEMPLATE_FEATURE_TYPES, (one) => t(`featureType.${one}`))}
          />
          <ChoiceField
            {...form.field("language")}
            as="short"
            choices={choices(LANGUAGE_CODES, (one) => t(`language.${one}`))}
          />
        </FieldGrid>
      </Card>
      <div className={styles.columns}>
        <Card title={t("form.mail")}>
          <TemplateMail form={form} />
        </Card>
        {form.editable ? (
          <div className={styles.sideBySide}>
            <TemplatePreview mail={mailOf(form.values)} />
          </div>
        ) : null}
      </div>
    </>
  );
}
