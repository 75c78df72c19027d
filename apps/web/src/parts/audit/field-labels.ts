import type { AuditLine } from "@okaeri/contract/audit";

// A field of a record has one label: its form's. Histories and the audit log look it up here.

const RFM = {
  frequency_aggregation_years: "rfms:form.frequencyYears",
  monetary_aggregation_years: "rfms:form.monetaryYears",
  groups: "rfms:groups.title",
  group_id: "rfms:share.group",
};
const CODES = {
  name: "accountSettings:codes.name",
  code: "accountSettings:codes.code",
  linkages: "accountSettings:codes.linkages",
  external_code: "accountSettings:codes.external",
  masked_email_domains: "accountSettings:codes.domains",
};
const ACCOUNTS = {
  name: "accounts:basics.name",
  code: "accounts:basics.code",
  company_id: "accounts:basics.company",
  parent_id: "accounts:basics.parent",
  contract_started_at: "accounts:basics.contractStarted",
  contract_ended_at: "accounts:basics.contractEnded",
  contract_state: "accounts:basics.contractState",
  options: "accounts:form.options",
  option_type: "accounts:options.type",
  option_started_at: "accounts:options.started",
  option_ended_at: "accounts:options.ended",
  option_item: "accounts:options.item",
  company_name: "accounts:payment.company_name",
  company_name_kana: "accounts:payment.company_name_kana",
  post_code: "accounts:payment.post_code",
  address: "accounts:payment.address",
  department_name: "accounts:payment.department_name",
  contact_name: "accounts:payment.contact_name",
  contact_tel: "accounts:payment.contact_tel",
  contact_email: "accounts:payment.contact_email",
  discount_amount: "accounts:payment.discount_amount",
  discount_started_at: "accounts:payment.discount_started_at",
  discount_ended_at: "accounts:payment.discount_ended_at",
};

/** By table, and by the part of an account that an action names: `update_line` is about `line`. */
const FORMS: Record<string, Record<string, string>> = {
  accounts: ACCOUNTS,
  members: {
    point_approval_above: "accountSettings:members.label.point_approval_above",
    point_share_percent: "accountSettings:members.label.point_share_percent",
    member_number_issue: "accountSettings:members.label.member_number_issue",
    member_number_prefix: "accountSettings:members.label.member_number_prefix",
    member_number_digits: "accountSettings:members.label.member_number_digits",
    member_number_check: "accountSettings:members.label.member_number_check",
  },
  sender: {
    mail_from_name: "accountSettings:sender.label.mail_from_name",
    mail_from_address: "accountSettings:sender.label.mail_from_address",
    mail_signature: "accountSettings:sender.label.mail_signature",
    legal_sender_name: "accountSettings:sender.label.legal_sender_name",
    legal_sender_address: "accountSettings:sender.label.legal_sender_address",
    legal_sender_tel: "accountSettings:sender.label.legal_sender_tel",
    frequency_cap_count: "accountSettings:sender.label.frequency_cap_count",
    frequency_cap_days: "accountSettings:sender.label.frequency_cap_days",
    standing_control_rate: "accountSettings:sender.label.standing_control_rate",
    approval_above_count: "accountSettings:sender.label.approval_above_count",
    grace_above_count: "accountSettings:sender.label.grace_above_count",
    grace_seconds: "accountSettings:sender.label.grace_seconds",
    link_utm_source: "accountSettings:sender.label.link_utm_source",
    conversion_days: "accountSettings:sender.label.conversion_days",
    missed_run_hours: "accountSettings:sender.label.missed_run_hours",
    quiet_from: "accountSettings:sender.label.quiet_from",
    quiet_until: "accountSettings:sender.label.quiet_until",
  },
  mail_delivery: {
    via: "accountSettings:delivery.label.via",
    sendgrid_webhook_public_key: "accountSettings:delivery.label.sendgrid_webhook_public_key",
    mails_per_minute: "accountSettings:delivery.label.mails_per_minute",
    domain_mails_per_minute: "accountSettings:delivery.label.domain_mails_per_minute",
  },
  dkim: {
    domain: "accountSettings:dkim.label.domain",
    selector: "accountSettings:dkim.label.selector",
  },
  line: {
    name: "accountSettings:line.label.name",
    channel_id: "accountSettings:line.label.channel_id",
    basic_id: "accountSettings:line.label.basic_id",
  },
  registration_card: {
    legal_profile: "accountSettings:card.profile",
    asks_passport_photo: "accountSettings:card.photo",
    extra_fields: "accountSettings:card.extra",
    label_ja: "accountSettings:card.field.label_ja",
    label_en: "accountSettings:card.field.label_en",
    key: "accountSettings:card.field.key",
    is_required: "accountSettings:card.required",
  },
  customer_types: CODES,
  booking_channels: CODES,
  key: {
    name: "accountSettings:keys.name",
    kind: "accountSettings:keys.kind",
    feed_channel: "accountSettings:keys.feed",
    expires_on: "accountSettings:keys.expiresOn",
    scopes: "accountSettings:keys.scopes",
    reach: "accountSettings:keys.reach",
  },
  companies: { name: "clients:column.name" },
  groups: {
    name: "accountGroups:field.name",
    description: "accountGroups:field.description",
    company_id: "accountGroups:field.company",
    account_ids: "accountGroups:field.members",
  },
  users: {
    name: "users:form.name",
    user_email: "users:form.mail",
    role: "users:form.role",
    company_id: "users:form.company",
    accounts: "users:form.accounts",
    can_export: "users:rights.export",
    login_id: "users:column.loginId",
  },
  campaigns: {
    name: "campaigns:field.name",
    type: "campaigns:field.type",
    preset_type: "campaigns:field.preset_type",
    campaign_start_dt: "campaigns:field.campaign_start_dt",
    campaign_end_dt: "campaigns:field.campaign_end_dt",
    purpose: "campaigns:field.purpose",
    priority: "campaigns:field.priority",
    control_rate: "campaigns:field.control_rate",
    segments: "campaigns:field.segments",
    variant: "campaigns:field.mail.variant",
    target: "campaigns:field.target",
  },
  rfms: RFM,
  mail_templates: {
    name: "mailTemplates:field.name",
    label: "mailTemplates:field.label",
    feature_type: "mailTemplates:field.feature_type",
    message_types: "mailTemplates:field.message_types",
    title: "mailTemplates:field.title",
    preheader: "mailTemplates:field.preheader",
    body: "mailTemplates:field.body",
    signature: "mailTemplates:field.signature",
    from_address: "mailTemplates:field.from_address",
    mail_template_id: "mailTemplates:field.mail_template_id",
    language: "mailTemplates:field.language",
    blocks: "mailTemplates:field.blocks",
  },
  import_batches: { mapping: "imports:mapping.title", file_name: "imports:column.file" },
};

/** Where the label of a field of that line stands: at its form, or among the words of the log for what no form shows. */
export function labelKey({ entity, action }: Pick<AuditLine, "entity" | "action">, field: string): string {
  const part = /^(?:create|update|remove|revoke)_(\w+)$/.exec(action)?.[1] ?? "";
  return FORMS[part]?.[field] ?? FORMS[entity]?.[field] ?? `audit:field.${field}`;
}
