import type { ListName, RecordKind } from "@okaeri/contract/lists/lists";
import { MOST_VIEWS } from "@okaeri/contract/views";
import { savedViewActions } from "@okaeri/domain/permissions/row-actions";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { type Binder, type CallContext, prove } from "../../http/binder.ts";
import { CallError, fieldError, refuseFields, staleVersion } from "../../http/errors.ts";
import { withDenials } from "../../http/with-denials.ts";
import { defaultAccount, type Scope, scopeFor } from "../../session/scope.ts";
import { knownRecords } from "./known-records.ts";
import { needOfList } from "./need-of-list.ts";
import { recordsIn, searchProblems, whatHolds } from "./stored-search.ts";
import {
  clearDefault,
  deleteView,
  insertView,
  lockView,
  ownViews,
  updateView,
  type ViewRow,
  viewsOf,
} from "./views.queries.ts";

export function viewsRoutes(os: Binder) {
  const calls = os.savedViews;
  return {
    list: calls.list.handler(({ input, context }) => ofList(context, input.section, async () => undefined)),

    create: calls.create.handler(({ input: { section, ...view }, context }) =>
      ofList(context, section, async (tx, scope) => {
        const { others } = await checkName(tx, scope, section, view.name, null);
        if (others >= MOST_VIEWS) throw fieldError("name", { code: "too_many", max: MOST_VIEWS });
        refuseFields(searchProblems(section, view.search));
        const now = context.app.clock.now();
        if (view.is_default) await clearDefault(tx, scope, section, now);
        const made = await insertView(tx, scope, section, view, now);
        if (made === undefined) throw fieldError("name", { code: "taken" });
        await audit(tx, context, scope, "create", made.id, { after: { ...auditedFlags(view), section } });
      }),
    ),

    update: calls.update.handler(({ input: { section, id, version, ...view }, context }) =>
      ofList(context, section, async (tx, scope) => {
        const row = await mine(tx, context, scope, section, id, "edit");
        if (row.version !== version) throw staleVersion("saved_views", id);
        await checkName(tx, scope, section, view.name, id);
        refuseFields(searchProblems(section, view.search));
        const now = context.app.clock.now();
        if (view.is_default && !row.is_default) await clearDefault(tx, scope, section, now);
        await updateView(tx, scope, id, view, now);
        await audit(tx, context, scope, "update", id, { before: auditedFlags(row), after: auditedFlags(view) });
      }),
    ),

    remove: calls.remove.handler(({ input: { section, id }, context }) =>
      ofList(context, section, async (tx, scope) => {
        const row = await mine(tx, context, scope, section, id, "delete");
        await deleteView(tx, scope, id);
        await audit(tx, context, scope, "delete", id, { before: auditedFlags(row) });
      }),
    ),

    unshare: calls.unshare.handler(({ input: { section, id }, context }) =>
      ofList(context, section, async (tx, scope) => {
        const row = await mine(tx, context, scope, section, id, "unshare");
        await updateView(tx, scope, id, { ...row, is_shared: false, search: row.query }, context.app.clock.now());
        await audit(tx, context, scope, "unshare", id, { before: auditedFlags(row) });
      }),
    ),
  };
}

/**
 * The views of a list after some work on them, for whoever may see that list. Views of a list that works in the chosen account belong
 * to its programme, whose ranks and groups they name; those of the other lists to the programme of the person's own account.
 */
async function ofList(
  context: CallContext,
  section: ListName,
  work: (tx: Tx, scope: Scope) => Promise<unknown>,
): Promise<{ items: ReturnType<typeof viewItem>[] }> {
  const proven = await prove(needOfList(section), context);
  const signedIn = proven.signedIn ?? context.signedIn;
  // Who has no account of their own keeps nothing in somebody else's.
  const scope = proven.scope ?? (defaultAccount(signedIn)?.own ? scopeFor(signedIn, null) : null);
  if (!scope) throw new CallError("NOT_FOUND");
  return withDenials(context, { entity: "saved_views" }, () =>
    context.app.database.inScope(scope, async (tx) => {
      await work(tx, scope);
      const rows = await viewsOf(tx, scope, section);
      const named = new Map<RecordKind, number[]>();
      for (const [kind, ids] of rows.flatMap((row) => recordsIn(section, row.query)))
        named.set(kind, [...(named.get(kind) ?? []), ...ids]);
      const exists = await knownRecords(tx, scope, signedIn, named);
      return { items: rows.map((row) => viewItem(row, scope, whatHolds(section, row.query, exists))) };
    }),
  );
}

function viewItem(row: ViewRow, scope: Scope, held: ReturnType<typeof whatHolds>) {
  const { id, name, is_shared, version } = row;
  const is_own = row.user_id === scope.userId;
  return {
    id,
    name,
    is_own,
    is_shared,
    version,
    ...held,
    // What somebody else opens their list with is theirs to know.
    is_default: is_own && row.is_default,
    owner_name: is_own ? null : row.owner_name,
    page_actions: savedViewActions(scope.role, is_own),
  };
}

/** A view that the person may do this to; one they do not see is not there. */
async function mine(
  tx: Tx,
  { signedIn }: CallContext,
  scope: Scope,
  section: ListName,
  id: number,
  action: ReturnType<typeof savedViewActions>[number],
): Promise<ViewRow> {
  const row = await lockView(tx, scope, section, id);
  if (row === undefined) throw new CallError("NOT_FOUND");
  if (!savedViewActions(signedIn.role, row.user_id === scope.userId).includes(action)) throw new CallError("FORBIDDEN");
  return row;
}

async function checkName(tx: Tx, scope: Scope, section: ListName, name: string, except: number | null) {
  const own = await ownViews(tx, scope, section, { name, except });
  if (own.taken) throw fieldError("name", { code: "taken" });
  return own;
}

/** What the log says: neither conditions nor name, which may hold a guest's name; the log is kept when a guest is erased. */
function auditedFlags({ is_shared, is_default }: { is_shared: boolean; is_default: boolean }) {
  return { is_shared, is_default };
}

function audit(
  tx: Tx,
  { signedIn, ip }: CallContext,
  { accountId }: Scope,
  action: string,
  id: number,
  values: { before?: unknown; after?: unknown },
) {
  return recordAudit(tx, {
    actorUserId: signedIn.userId,
    ip,
    action,
    entity: "saved_views",
    entityId: id,
    accountId,
    ...values,
  });
}
