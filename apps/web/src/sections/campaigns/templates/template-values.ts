import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import { SINGLE_VARIANT } from "@okaeri/domain/campaigns/variants/variants";
import type { MailTemplateFeatureType } from "@okaeri/domain/enumerations";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import type { Loaded } from "../../../parts/records/use-record-form.ts";
import { sentMail } from "../actions/mail/blocks/block-edits.ts";
import type { MailTemplate } from "./mail-templates.api.ts";

/** What a template says, as its form holds it. */
export type TemplateValues = Omit<MailDetail, "mail_template_id" | "variant" | "share"> & {
  name: string;
  label: string;
  feature_type: MailTemplateFeatureType;
};

const { mail_template_id: _none, variant: _variant, share: _share, ...blank } = blankMail();
export const EMPTY_TEMPLATE: TemplateValues = { name: "", label: "", feature_type: "campaign", ...blank };

export function templateFormValues({
  version,
  ...template
}: Pick<MailTemplate, keyof TemplateValues | "version">): Loaded<TemplateValues> {
  return { version, values: pick(template) };
}

/** Of a template, or of an earlier version of it, what its form holds. */
export function pick(content: TemplateValues): TemplateValues {
  const fields = Object.keys(EMPTY_TEMPLATE) as (keyof TemplateValues)[];
  return Object.fromEntries(fields.map((field) => [field, content[field]])) as TemplateValues;
}

export function mailOf({ name: _n, label: _l, feature_type: _f, ...mail }: TemplateValues): MailDetail {
  return { ...mail, ...SINGLE_VARIANT, mail_template_id: null };
}

/** The fields of a mail that a template has: it is of no template, and no variant. */
export function templateMailOf(mail: MailDetail) {
  const { variant: _variant, share: _share, ...content } = sentMail(mail);
  return { ...content, mail_template_id: null };
}

export function withTemplateMail(values: TemplateValues, recipe: (mail: MailDetail) => MailDetail): TemplateValues {
  const { mail_template_id: _none, variant: _variant, share: _share, ...mail } = recipe(mailOf(values));
  return { ...values, ...mail };
}

/** The template's words as those of a mail that begins from it. The mail's own language stays, and its sender where the template says none. */
export function mailFromTemplate(mail: MailDetail, template: TemplateValues & { id: number }): MailDetail {
  const content = mailOf(pick(template));
  return {
    ...content,
    language: mail.language,
    variant: mail.variant,
    share: mail.share,
    signature: content.signature || mail.signature,
    from_address: content.from_address || mail.from_address,
    mail_template_id: template.id,
  };
}
