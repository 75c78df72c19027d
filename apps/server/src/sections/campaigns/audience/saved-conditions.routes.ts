import { isDeepStrictEqual } from "node:util";
import { answerTarget, type SegmentTarget } from "@okaeri/contract/campaigns/audience/condition";
import { MOST_SAVED_CONDITIONS } from "@okaeri/contract/campaigns/audience/saved-conditions";
import { recordAudit } from "../../../audit/record-audit.ts";
import type { Tx } from "../../../database/connection.ts";
import type { Binder } from "../../../http/binder.ts";
import { CallError, fieldError, refuseProblems, staleVersion } from "../../../http/errors.ts";
import type { Scope } from "../../../session/scope.ts";
import { targetProblems } from "../review/check-document.ts";
import {
  deleteSavedCondition,
  insertSavedCondition,
  lockSavedCondition,
  otherSavedConditions,
  savedConditionRows,
  updateSavedCondition,
  type WrittenCondition,
} from "./saved-conditions.queries.ts";

/** Conditions kept under a name; each call answers what there is after it. */
export function savedConditionsRoutes(os: Binder) {
  const calls = os.savedConditions;
  return {
    list: calls.list.handler(({ context }) => context.reading((tx) => allOf(tx, context.scope))),

    create: calls.create.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const { scope, ip } = context;
        const { others } = await checkName(tx, scope, input.name, null);
        if (others >= MOST_SAVED_CONDITIONS) throw fieldError("name", { code: "too_many", max: MOST_SAVED_CONDITIONS });
        await checkTarget(tx, scope, input.target);
        const made = await insertSavedCondition(tx, scope, input, context.app.clock.now());
        if (made === undefined) throw fieldError("name", { code: "taken" });
        await audit(tx, scope, ip, "create", made.id);
        return allOf(tx, scope);
      }),
    ),

    update: calls.update.handler(({ input: { id, version, ...written }, context }) =>
      context.inScope(async (tx) => {
        const { scope, ip } = context;
        const found = await lockSavedCondition(tx, scope.accountId, id);
        if (found === undefined) throw new CallError("NOT_FOUND");
        if (found.version !== version) throw staleVersion("saved_conditions", id);
        await checkName(tx, scope, written.name, id);
        // Whoever only renames one is not stopped by a record that has gone since.
        if (!isDeepStrictEqual(written.target, found.target)) await checkTarget(tx, scope, written.target);
        await updateSavedCondition(tx, scope, id, written, context.app.clock.now());
        await audit(tx, scope, ip, "update", id);
        return allOf(tx, scope);
      }),
    ),

    remove: calls.remove.handler(({ input: { id }, context }) =>
      context.inScope(async (tx) => {
        const { scope, ip } = context;
        if ((await lockSavedCondition(tx, scope.accountId, id)) === undefined) throw new CallError("NOT_FOUND");
        await deleteSavedCondition(tx, scope.accountId, id);
        await audit(tx, scope, ip, "delete", id);
        return allOf(tx, scope);
      }),
    ),
  };
}

async function allOf(tx: Tx, { accountId }: Scope) {
  const found = await savedConditionRows(tx, accountId);
  return {
    items: found.map((each) => ({ ...each, ...answerTarget(each.target), updated_at: each.updated_at.toISOString() })),
  };
}

async function checkName(tx: Tx, { accountId }: Scope, name: WrittenCondition["name"], except: number | null) {
  const found = await otherSavedConditions(tx, accountId, { name, except });
  if (found.taken) throw fieldError("name", { code: "taken" });
  return found;
}

/** It must be usable now; what it names may go later, and is then shown as gone where it is put in. */
async function checkTarget(tx: Tx, { accountId }: Scope, target: SegmentTarget): Promise<void> {
  refuseProblems(await targetProblems(tx, accountId, target, "target"));
}

/** The log says neither name nor conditions: both may hold a guest's name, and the log is kept when a guest is erased. */
function audit(tx: Tx, { accountId, userId }: Scope, ip: string, action: string, id: number): Promise<void> {
  return recordAudit(tx, { actorUserId: userId, accountId, ip, action, entity: "saved_conditions", entityId: id });
}
