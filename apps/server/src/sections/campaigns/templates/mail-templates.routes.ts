import { mayCall } from "@okaeri/domain/permissions/can";
import { isProvider } from "@okaeri/domain/permissions/roles";
import { todayOf } from "../../../clock.ts";
import type { Tx } from "../../../database/connection.ts";
import { pageOf } from "../../../database/list-page.ts";
import type { Binder, CallContext } from "../../../http/binder.ts";
import { CallError } from "../../../http/errors.ts";
import {
  labelsOf,
  type TemplateItemRow,
  templateOf,
  templatesMatching,
  templateVersions,
  versionNumbered,
} from "./mail-templates.queries.ts";
import {
  createTemplate,
  removeTemplate,
  type TemplateEditContext,
  templateDocumentOf,
  updateTemplate,
} from "./save-template.ts";

/** Mails to begin from (docs/adr/0528). */
export function mailTemplatesRoutes(os: Binder) {
  const calls = os.mailTemplates;
  const writerOf = ({ scope, ip, app }: CallContext): TemplateEditContext => ({
    scope,
    ip,
    now: app.clock.now(),
    asking: { accountId: scope.accountId, origin: app.origin, today: todayOf(app.clock), now: app.clock.now() },
  });
  return {
    list: calls.list.handler(({ input: { page, size, ...filter }, context }) =>
      context.reading(async (tx) => {
        const { accountId } = context.scope;
        const { rows, total } = await pageOf(tx, { page, size }, templatesMatching(accountId, filter));
        const labels = await labelsOf(tx, accountId);
        const items = rows.map((row) => itemOf(row, context));
        return { items, total, page, size, labels, may_create: mayChange(context) };
      }),
    ),

    get: calls.get.handler(({ input, context }) => context.reading((tx) => detailOf(tx, context, input.id))),

    create: calls.create.handler(({ input, context }) =>
      context.inScope(async (tx) => detailOf(tx, context, await createTemplate(tx, writerOf(context), input))),
    ),

    update: calls.update.handler(({ input: { id, version, ...values }, context }) =>
      context.inScope(async (tx) => {
        await updateTemplate(tx, writerOf(context), { id, version }, values);
        return detailOf(tx, context, id);
      }),
    ),

    remove: calls.remove.handler(({ input: { id }, context }) =>
      context.inScope(async (tx) => {
        await removeTemplate(tx, writerOf(context), id);
        return { id };
      }),
    ),

    versions: calls.versions.handler(({ input: { id }, context }) =>
      context.reading(async (tx) => {
        await found(tx, context, id);
        const rows = await templateVersions(tx, context.scope.accountId, id);
        return { items: rows.map((row) => ({ ...replaced(row, context), name: row.name })) };
      }),
    ),

    versionOf: calls.versionOf.handler(({ input, context }) =>
      context.reading(async (tx) => {
        const row = await versionNumbered(tx, context.scope.accountId, input);
        if (!row) throw new CallError("NOT_FOUND");
        return { ...replaced(row, context), document: row.document };
      }),
    ),
  };
}

const mayChange = ({ scope }: CallContext) => mayCall(scope.programme, "campaigns/edit");
const actionsIn = (context: CallContext) => (mayChange(context) ? ["read", "edit", "delete"] : ["read"]);

type Changed = { person_name: string | null; person_company_id: number | null };
/** Client staff see the names of their own company's people alone. */
const byOf = ({ person_name: name, person_company_id: company }: Changed, { signedIn }: CallContext) =>
  isProvider(signedIn.role) || company === signedIn.companyId ? name : null;

function itemOf({ person_name, person_company_id, updated_at, ...row }: TemplateItemRow, context: CallContext) {
  return {
    ...row,
    updated_at: updated_at.toISOString(),
    updated_by_name: byOf({ person_name, person_company_id }, context),
    page_actions: actionsIn(context),
  };
}

const replaced = (row: Changed & { version: number; at: Date }, context: CallContext) => ({
  version: row.version,
  at: row.at.toISOString(),
  by: byOf(row, context),
});

async function found(tx: Tx, { scope }: CallContext, id: number) {
  const row = await templateOf(tx, scope.accountId, id);
  if (!row) throw new CallError("NOT_FOUND");
  return row;
}

async function detailOf(tx: Tx, context: CallContext, id: number) {
  const row = await found(tx, context, id);
  return {
    ...templateDocumentOf(row),
    id,
    used: row.used_in.length,
    used_in: row.used_in,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    updated_by_name: byOf(row, context),
    page_actions: actionsIn(context),
  };
}
