import { isDeepStrictEqual } from "node:util";
import { type MailTemplateValues, mailTemplateValues } from "@okaeri/contract/campaigns/templates/mail-templates";
import { MOST_MAIL_TEMPLATES } from "@okaeri/domain/campaigns/templates/mail-templates";
import { SINGLE_VARIANT } from "@okaeri/domain/campaigns/variants/variants";
import { recordAudit } from "../../../audit/record-audit.ts";
import type { Tx } from "../../../database/connection.ts";
import { CallError, fieldError, refuseProblems, staleVersion } from "../../../http/errors.ts";
import type { Scope } from "../../../session/scope.ts";
import type { CampaignContext } from "../actions/action-kind.ts";
import { mailDraftProblems } from "../actions/mail/mail-action.ts";
import {
  changeTemplate,
  countTemplates,
  endTemplate,
  insertTemplate,
  keepVersion,
  lockTemplate,
  type TemplateRow,
  templateOf,
} from "./mail-templates.queries.ts";

export type TemplateEditContext = { scope: Scope; ip: string | null; now: Date; asking: CampaignContext };

const FIELDS = Object.keys(mailTemplateValues.shape) as (keyof MailTemplateValues)[];

/** What the call says of a stored template. */
export function templateDocumentOf(row: MailTemplateValues): MailTemplateValues {
  return Object.fromEntries(FIELDS.map((field) => [field, row[field]])) as MailTemplateValues;
}

/** @throws CallError INVALID_INPUT. */
export async function createTemplate(tx: Tx, writer: TemplateEditContext, values: MailTemplateValues): Promise<number> {
  const { accountId, userId } = writer.scope;
  await checkMail(tx, writer, values);
  if ((await countTemplates(tx, accountId)) >= MOST_MAIL_TEMPLATES)
    throw fieldError("name", { code: "too_many", max: MOST_MAIL_TEMPLATES });
  const id = await insertTemplate(tx, accountId, values, { userId, now: writer.now });
  await audit(tx, writer, "create", id, { after: values });
  return id;
}

/**
 * Saves the whole template over the version that the edit started from, and keeps that.
 * @throws CallError NOT_FOUND, STALE_VERSION, INVALID_INPUT.
 */
export async function updateTemplate(
  tx: Tx,
  writer: TemplateEditContext,
  { id, version }: { id: number; version: number },
  values: MailTemplateValues,
): Promise<void> {
  const { accountId, userId } = writer.scope;
  const was = await locked(tx, writer, id);
  if (was.version !== version) throw staleVersion("mail_templates", id);
  await checkMail(tx, writer, values);
  const before = templateDocumentOf(was);
  const changed = FIELDS.filter((field) => !isDeepStrictEqual(before[field], values[field]));
  if (changed.length === 0) return;
  await keepVersion(tx, accountId, was, before, writer.now);
  await changeTemplate(tx, accountId, id, values, { userId, now: writer.now });
  const side = (record: MailTemplateValues) => Object.fromEntries(changed.map((field) => [field, record[field]]));
  await audit(tx, writer, "update", id, { before: side(before), after: side(values) });
}

/** Takes it out of use for good. @throws CallError NOT_FOUND, and WRONG_STATE that names every place where it is used. */
export async function removeTemplate(tx: Tx, writer: TemplateEditContext, id: number): Promise<void> {
  const was = await locked(tx, writer, id);
  const names = was.used_in.map(({ name }) => name);
  if (names.length > 0) throw new CallError("WRONG_STATE", { because: { code: "mail_template_in_use", names } });
  const { accountId, userId } = writer.scope;
  await endTemplate(tx, accountId, id, { userId, now: writer.now });
  await audit(tx, writer, "delete", id, { before: templateDocumentOf(was) });
}

/** Locked first and then read, so that nothing comes between. */
async function locked(tx: Tx, { scope }: TemplateEditContext, id: number): Promise<TemplateRow> {
  const found = (await lockTemplate(tx, scope.accountId, id)) && (await templateOf(tx, scope.accountId, id));
  if (!found) throw new CallError("NOT_FOUND");
  return found;
}

/** What none may be saved with, as a mail of a campaign; what is not written yet may stay so. */
async function checkMail(
  tx: Tx,
  { asking }: TemplateEditContext,
  { name: _n, label: _l, feature_type: _f, message_types: _m, ...mail }: MailTemplateValues,
) {
  const [problems = []] = await mailDraftProblems(tx, asking, [{ id: null, detail: { ...mail, ...SINGLE_VARIANT } }]);
  refuseProblems(problems);
}

function audit(
  tx: Tx,
  { scope, ip }: TemplateEditContext,
  action: string,
  entityId: number,
  record: { before?: object; after?: object },
): Promise<void> {
  const { accountId, userId: actorUserId } = scope;
  return recordAudit(tx, { actorUserId, ip, accountId, action, entity: "mail_templates", entityId, ...record });
}
