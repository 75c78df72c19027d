import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useNewRecord } from "../../../parts/records/NewRecordPage.tsx";
import { useEditForm } from "../../../parts/records/use-edit-form.ts";
import type { Problems, RecordFormState } from "../../../parts/records/use-record-form.ts";
import { unsupportedMail } from "../actions/mail/mail-draft.ts";
import { type MailTemplate, templateChanged, templateQuery } from "./mail-templates.api.ts";
import { EMPTY_TEMPLATE, mailOf, type TemplateValues, templateFormValues, templateMailOf } from "./template-values.ts";

/** The input of the calls. */
const sent = (values: TemplateValues) => ({ ...values, ...templateMailOf(mailOf(values)) });

/** What is typed where a figure or a day of its conditions belongs, and is none. */
const check = (values: TemplateValues): Problems =>
  Object.fromEntries(unsupportedMail(values).map((problem) => [problem.path, problem]));

export type TemplateForm = RecordFormState<TemplateValues>;

function useLabels() {
  const { t } = useTranslation("mailTemplates");
  const fields = Object.keys(EMPTY_TEMPLATE) as (keyof TemplateValues)[];
  return Object.fromEntries(fields.map((field) => [field, t(`field.${field}`)])) as Record<
    keyof TemplateValues,
    string
  >;
}

/** A template that is there. */
export function useTemplateEdit(template: MailTemplate): TemplateForm {
  const { id, page_actions } = template;
  return useEditForm<TemplateValues, MailTemplate>({
    name: `mail-templates/${id}`,
    call: "mailTemplates.update",
    editable: page_actions.includes("edit"),
    labels: useLabels(),
    check,
    query: templateQuery(id),
    from: templateFormValues,
    write: ({ version, values }) => client.mailTemplates.update({ id, version, ...sent(values) }),
    changed: templateChanged,
  });
}

/** One that does not exist yet. */
export function useNewTemplate() {
  return useNewRecord<TemplateValues, MailTemplate>({
    name: "mail-templates/new",
    call: "mailTemplates.create",
    empty: EMPTY_TEMPLATE,
    labels: useLabels(),
    check,
    create: (values) => client.mailTemplates.create(sent(values)).then(templateChanged),
  });
}
