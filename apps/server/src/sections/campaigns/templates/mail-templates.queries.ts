import { type MailTemplateValues, mailTemplateValues } from "@okaeri/contract/campaigns/templates/mail-templates";
import type { mailTemplateList } from "@okaeri/contract/lists/mail-templates";
import { MOST_TEMPLATE_VERSIONS } from "@okaeri/domain/campaigns/templates/mail-templates";
import type { LanguageCode, MailTemplateFeatureType } from "@okaeri/domain/enumerations";
import { sql } from "kysely";
import { qualifiedColumns, sqlValuesOf, unqualifiedColumns } from "../../../database/columns.ts";
import type { Tx } from "../../../database/connection.ts";
import {
  conditionsOf,
  type Listed,
  type ListFilter,
  normaliseSearchTerm,
  orderOf,
} from "../../../database/list-page.ts";
import { type By, changes } from "../../../database/statements.ts";
import { mailBlocksSql, writeBlocks } from "../../messaging/mail-blocks.ts";

/** Columns that hold what the contract says of a template, beside its blocks. */
const NOT_COLUMNS: readonly string[] = ["blocks", "mail_template_id"];
const COLUMNS = Object.keys(mailTemplateValues.shape).filter((field) => !NOT_COLUMNS.includes(field));

/** Where templates `mail_template` are used: campaigns by id and name. Parts that were taken out of a campaign use nothing. */
const uses = sql`select campaign.id, campaign.name
    from mails mail
    join campaign_actions action on action.account_id = mail.account_id and action.id = mail.campaign_action_id
      and action.active_status = 'active'
    join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
      and segment.active_status = 'active'
    join campaigns campaign on campaign.account_id = segment.account_id and campaign.id = segment.campaign_id
    where mail.account_id = mail_template.account_id and mail.mail_template_id = mail_template.id and mail.active_status = 'active'
    group by campaign.id, campaign.name`;

export type TemplateUse = { id: number; name: string };
type Person = { person_name: string | null; person_company_id: number | null };
export type TemplateItemRow = Person & {
  id: number;
  name: string;
  label: string;
  feature_type: MailTemplateFeatureType;
  message_types: string[];
  title: string;
  language: LanguageCode;
  used: number;
  version: number;
  updated_at: Date;
};

/** Templates in use, as the list narrows and orders them. */
export function templatesMatching(
  accountId: number,
  { sort, ...filter }: ListFilter<typeof mailTemplateList>,
): Listed<TemplateItemRow> {
  const conditions = conditionsOf<Omit<ListFilter<typeof mailTemplateList>, "sort">>(filter, {
    q: (words) =>
      sql`position(${normaliseSearchTerm(words)}
        in lower(mail_template.name || ' ' || mail_template.label || ' ' || mail_template.title)) > 0`,
    label: (label) => sql`mail_template.label = ${label}`,
    feature_type: (type) => sql`mail_template.feature_type = ${type}`,
  });
  const own = [sql`mail_template.account_id = ${accountId}`, sql`mail_template.active_status = 'active'`];
  const order = {
    name: sql`mail_template.name`,
    label: sql`nullif(mail_template.label, '')`,
    updated_at: sql`mail_template.updated_at`,
  };
  return {
    from: sql`mail_templates mail_template where ${sql.join([...own, ...conditions], sql` and `)}`,
    order: orderOf<typeof mailTemplateList>(sort, order, sql`mail_template.id`),
    rows: (
      cut,
    ) => sql<TemplateItemRow>`select mail_template.id, mail_template.name, mail_template.label, mail_template.feature_type,
        mail_template.message_types, mail_template.title, mail_template.language,
        (select count(*)::int from (${uses}) used) as used,
        mail_template.version, mail_template.updated_at,
        (select person.name from users person where person.id = mail_template.updated_by) as person_name,
        (select person.company_id from users person where person.id = mail_template.updated_by) as person_company_id
      ${cut}`,
  };
}

/** The labels of templates in use, each once. */
export async function labelsOf(tx: Tx, accountId: number): Promise<string[]> {
  const rows = await tx.all<{ label: string }>`select distinct mail_template.label
    from mail_templates mail_template
    where mail_template.account_id = ${accountId} and mail_template.active_status = 'active' and mail_template.label <> ''
    order by mail_template.label`;
  return rows.map(({ label }) => label);
}

export type TemplateRow = MailTemplateValues &
  Person & {
    id: number;
    version: number;
    updated_by: number | null;
    created_at: Date;
    updated_at: Date;
    used_in: TemplateUse[];
  };

/** One in use; undefined when it was deleted, or is another programme's. */
export function templateOf(tx: Tx, accountId: number, id: number): Promise<TemplateRow | undefined> {
  return tx.maybe<TemplateRow>`select mail_template.id, ${qualifiedColumns("mail_template", COLUMNS)}, null as mail_template_id,
      ${mailBlocksSql("mail_template")} as blocks, mail_template.version, mail_template.updated_by,
      mail_template.created_at, mail_template.updated_at, person.name as person_name,
      person.company_id as person_company_id,
      coalesce((select json_agg(json_build_object('id', used.id, 'name', used.name) order by used.name, used.id)
        from (${uses}) used), '[]') as used_in
    from mail_templates mail_template
    left join users person on person.id = mail_template.updated_by
    where mail_template.account_id = ${accountId} and mail_template.id = ${id} and mail_template.active_status = 'active'`;
}

/** Locks it until the transaction ends: against other changes, and against mails that begin to use it. */
export function lockTemplate(tx: Tx, accountId: number, id: number): Promise<{ version: number } | undefined> {
  return tx.maybe<{ version: number }>`select mail_template.version
    from mail_templates mail_template
    where mail_template.account_id = ${accountId} and mail_template.id = ${id} and mail_template.active_status = 'active'
    for update`;
}

export async function countTemplates(tx: Tx, accountId: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>`select count(*)::int as count
    from mail_templates mail_template
    where mail_template.account_id = ${accountId} and mail_template.active_status = 'active'`;
  return count;
}

export async function insertTemplate(tx: Tx, accountId: number, values: MailTemplateValues, by: By): Promise<number> {
  const { id } = await tx.one<{
    id: number;
  }>`insert into mail_templates (account_id, ${unqualifiedColumns(COLUMNS)}, created_by, updated_by, created_at, updated_at)
    values (${accountId}, ${sqlValuesOf(COLUMNS, values)}, ${by.userId}, ${by.userId}, ${by.now}, ${by.now})
    returning id`;
  await writeBlocks(tx, { accountId, userId: by.userId }, "mail_template", [{ id, blocks: values.blocks }]);
  return id;
}

export async function changeTemplate(tx: Tx, accountId: number, id: number, values: MailTemplateValues, by: By) {
  const columns = Object.fromEntries(COLUMNS.map((column) => [column, values[column as keyof MailTemplateValues]]));
  await tx.run`update mail_templates set ${changes(columns, by)} where account_id = ${accountId} and id = ${id}`;
  await writeBlocks(tx, { accountId, userId: by.userId }, "mail_template", [{ id, blocks: values.blocks }]);
}

/** Out of use for good; its row stays beneath what was sent with it. */
export async function endTemplate(tx: Tx, accountId: number, id: number, by: By): Promise<void> {
  await tx.run`update mail_templates
    set active_status = 'inactive', version = version + 1, updated_by = ${by.userId}, updated_at = ${by.now}
    where account_id = ${accountId} and id = ${id}`;
  // Parts that were taken out of campaigns may come back.
  await tx.run`update mails set mail_template_id = null where account_id = ${accountId} and mail_template_id = ${id}`;
  await tx.run`delete from mail_template_versions where account_id = ${accountId} and mail_template_id = ${id}`;
}

/** Keeps what a save replaces: the last of them. */
export async function keepVersion(
  tx: Tx,
  accountId: number,
  was: TemplateRow,
  document: MailTemplateValues,
  now: Date,
) {
  await tx.run`insert into mail_template_versions (account_id, mail_template_id, version, document, saved_by, saved_at, replaced_at)
    values (${accountId}, ${was.id}, ${was.version}, ${JSON.stringify(document)}::jsonb, ${was.updated_by}, ${was.updated_at}, ${now})`;
  await tx.run`delete from mail_template_versions mail_template_version
    where mail_template_version.account_id = ${accountId} and mail_template_version.mail_template_id = ${was.id}
      and mail_template_version.version <= ${was.version - MOST_TEMPLATE_VERSIONS}`;
}

export type TemplateVersionRow = Person & { version: number; name: string; at: Date };

/** What was replaced, the newest first. */
export function templateVersions(tx: Tx, accountId: number, id: number): Promise<TemplateVersionRow[]> {
  return tx.all<TemplateVersionRow>`select mail_template_version.version, mail_template_version.document ->> 'name' as name,
      mail_template_version.saved_at as at, person.name as person_name, person.company_id as person_company_id
    from mail_template_versions mail_template_version
    left join users person on person.id = mail_template_version.saved_by
    where mail_template_version.account_id = ${accountId} and mail_template_version.mail_template_id = ${id}
    order by mail_template_version.version desc`;
}

export function versionNumbered(tx: Tx, accountId: number, { id, version }: { id: number; version: number }) {
  return tx.maybe<
    TemplateVersionRow & { document: MailTemplateValues }
  >`select mail_template_version.version, mail_template_version.document,
      mail_template_version.document ->> 'name' as name, mail_template_version.saved_at as at, person.name as person_name,
      person.company_id as person_company_id
    from mail_template_versions mail_template_version
    join mail_templates mail_template on mail_template.account_id = mail_template_version.account_id
      and mail_template.id = mail_template_version.mail_template_id and mail_template.active_status = 'active'
    left join users person on person.id = mail_template_version.saved_by
    where mail_template_version.account_id = ${accountId} and mail_template_version.mail_template_id = ${id}
      and mail_template_version.version = ${version}`;
}
