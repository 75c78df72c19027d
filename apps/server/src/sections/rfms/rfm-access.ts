import type { Problem } from "@okaeri/contract/problems/problems";
import type { Tx } from "../../database/connection.ts";
import type { CallContext } from "../../http/binder.ts";
import { CallError, fieldError } from "../../http/errors.ts";
import { withDenials } from "../../http/with-denials.ts";
import { accountGroupsOf, closedProgrammes, plannedIn, type RfmAccountGroup, scopeOfGroup } from "./account-group.ts";
import { type RfmRow, rfmsOf } from "./rfms.queries.ts";

/** Why the person cannot make an RFM for the group: a right that is missing at one of its programmes, or RFM in its plan. */
export function rfmRefusalOf({ signedIn }: CallContext, group: RfmAccountGroup): Problem | undefined {
  const closed = closedProgrammes(signedIn, group, "create");
  if (closed.length > 0) return { code: "rfm_not_permitted", names: closed.map(({ name }) => name) };
  const outside = group.programmes.filter(({ planned }) => !planned);
  return outside.length > 0 ? { code: "rfm_not_in_plan", names: outside.map(({ name }) => name) } : undefined;
}

/**
 * The group, with what its new definitions may touch. @throws CallError 400 for a group that is not there, is not the client's, or has
 * no account of this programme; 403 without the right at each programme; 400 that names those whose plan has no RFM.
 */
export function groupToCreateFor(context: CallContext, groupId: number) {
  return withDenials(context, { entity: "rfms/create" }, async () => {
    const [group] = await accountGroupsOf(context, groupId);
    if (!group?.programmes.some(({ id }) => id === context.scope.accountId))
      throw fieldError("group_id", { code: "not_a_choice" });
    const because = rfmRefusalOf(context, group);
    if (because?.code === "rfm_not_permitted") throw new CallError("FORBIDDEN");
    if (because) throw fieldError("group_id", because);
    return { group: { id: group.id, programmeIds: plannedIn(group) }, scope: scopeOfGroup(group) };
  });
}

/**
 * Work on one definition within all programmes that share it; of an account's own, in its programme alone. @throws CallError 404 for a
 * definition of somebody else, 403 when the right is missing at one of the programmes.
 */
export async function withinDefinition<T>(
  context: CallContext,
  id: number,
  action: "edit" | "delete",
  work: (tx: Tx, row: RfmRow, programmeIds: readonly number[]) => Promise<T>,
): Promise<T> {
  const { scope, app } = context;
  const row = await context.inScope(async (tx) => (await rfmsOf(tx, scope, id))[0]);
  if (!row) throw new CallError("NOT_FOUND");
  const [group] = row.group_id === null ? [] : await accountGroupsOf(context, row.group_id);
  // A group that was taken out of use, or that no account of the programme is in any more, leaves the programme alone with its row.
  const shared = group?.programmes.some((each) => each.id === scope.accountId) ? group : undefined;
  if (!shared) return context.inScope((tx) => work(tx, row, [scope.accountId]));
  return withDenials(context, { entity: `rfms/${action}`, entityId: id }, async () => {
    if (closedProgrammes(context.signedIn, shared, action).length > 0) throw new CallError("FORBIDDEN");
    return app.database.inScope(scopeOfGroup(shared), (tx) => work(tx, row, plannedIn(shared)));
  });
}
