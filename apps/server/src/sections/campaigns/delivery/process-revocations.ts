import type { App } from "../../../app.ts";
import { todayOf } from "../../../clock.ts";
import type { Tx } from "../../../database/connection.ts";
import { lockProgramme } from "../../../database/lock-programme.ts";
import { sendOf } from "../../pushes/revocations.read.ts";
import { endRevocation, lockRevocation, nextGuests, recordRevoked } from "../../pushes/revocations.ts";
import { settleRanks } from "../../ranks/settle-ranks.ts";
import type { ActionKinds } from "../actions/action-kind.ts";
import { benefitsByKind } from "./benefits-by-kind.ts";

/**
 * Takes back what a send gave, some guests a transaction; a worker that takes the job over goes on after the last of them. Returns whether
 * it is done; it is not when the process stops.
 */
export async function processRevocation(
  app: App,
  kinds: ActionKinds,
  task: { accountId: number; revocationId: number },
  signal: AbortSignal,
): Promise<boolean> {
  const { accountId } = task;
  for (let more = true; more; ) {
    if (signal.aborted) return false;
    more = await app.database.inScope({ accountIds: [accountId] }, (tx) => revokeBatch(tx, app, kinds, task));
  }
  return true;
}

async function revokeBatch(
  tx: Tx,
  app: App,
  kinds: ActionKinds,
  { accountId, revocationId }: { accountId: number; revocationId: number },
): Promise<boolean> {
  // Lock order: the programme first, as in merging guests or reversing a grant.
  await lockProgramme(tx, accountId);
  const open = await lockRevocation(tx, accountId, revocationId);
  const send = open && (await sendOf(tx, accountId, open.campaign_id, open.push_action_id));
  if (!open || !send) return false;
  const pushIds = send.benefits.map((benefit) => benefit.id);
  const customerIds = await nextGuests(tx, accountId, pushIds, open.done_until);
  if (customerIds.length === 0) {
    await endRevocation(tx, accountId, revocationId, app.clock.now());
    return false;
  }
  const ctx = { accountId, today: todayOf(app.clock), userId: open.created_by };
  const from = { customerIds, remarks: open.remarks };
  const taken = { customers: 0, points: 0, coupons: 0 };
  const holders: number[] = [];
  for (const { benefits, revocation } of benefitsByKind(kinds, send)) {
    const ofKind = await revocation.revoke(tx, ctx, { benefits, ...from });
    taken.customers += ofKind.customers;
    taken.points += ofKind.points;
    taken.coupons += ofKind.coupons;
    holders.push(...ofKind.holders);
  }
  await settleRanks(tx, ctx, holders, "points");
  await recordRevoked(tx, accountId, revocationId, customerIds, taken);
  return true;
}
