import type { runChange } from "@okaeri/contract/campaigns/schedule/runs";
import { isWithin, type Run, runsAfter } from "@okaeri/domain/campaigns/schedule/runs";
import type { z } from "zod";
import type { Tx } from "../../../database/connection.ts";
import { CallError, fieldError } from "../../../http/errors.ts";
import type { Scope } from "../../../session/scope.ts";
import { auditCampaign } from "../activate-campaign.ts";
import { lockCampaign } from "../campaigns.queries.ts";
import type { CampaignEditContext } from "../save-campaign.ts";
import { setNextRuns } from "./plan-runs.ts";
import { type PlannedAction, plannedActions } from "./plans.read.ts";

type Change = z.output<typeof runChange> & { id: number };

/**
 * Moves one run of a running campaign, leaves it out, or puts it back to its own moment. The same change again changes nothing.
 * @throws CallError NOT_FOUND, WRONG_STATE, INVALID_INPUT.
 */
export async function changeRun(tx: Tx, scope: Scope, change: Change, writer: CampaignEditContext): Promise<void> {
  const { accountId } = scope;
  const { now } = writer;
  const campaign = await lockCampaign(tx, accountId, change.id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (campaign.status !== "active") throw new CallError("WRONG_STATE");
  const actions = await plannedActions(tx, accountId, { campaignId: change.id, since: now });
  const action = actions.find(({ actionId }) => actionId === change.action_id);
  if (!action) throw fieldError("action_id", { code: "not_of_campaign" });
  const run = runNamed(action, new Date(change.at), now);
  if (!run) throw fieldError("at", { code: "no_such_run" });
  const to = change.move_to === null ? null : new Date(change.move_to);
  const isOwn = to?.getTime() === run.planned.getTime();
  if (to !== null && !isOwn) refuseMoment(action, run, to, now);
  if (to === null && !run.isOmitted) await note(tx, scope, change, run, { state: "omitted", movedTo: null });
  else if (to !== null && isOwn) await forget(tx, scope, change, run);
  else if (to !== null && to.getTime() !== run.movedTo?.getTime())
    await note(tx, scope, change, run, { state: "moved", movedTo: to });
  else return;
  const [changed] = (await plannedActions(tx, accountId, { campaignId: change.id, since: now })).filter(
    ({ actionId }) => actionId === change.action_id,
  );
  if (changed) await setNextRuns(tx, accountId, [changed], now);
  const at = { action_id: change.action_id, at: run.planned.toISOString() };
  const what = to === null ? "leave_out_run" : isOwn ? "restore_run" : "move_run";
  await auditCampaign(tx, scope, writer, what, change.id, {
    after: to === null || isOwn ? at : { ...at, move_to: to.toISOString() },
  });
}

type Named = { planned: Date; movedTo: Date | null; isOmitted: boolean };

/** The run to come that is planned for a moment, or was moved to it. */
function runNamed({ plan }: PlannedAction, at: Date, now: Date): Named | undefined {
  const same = (one: Date | null) => one?.getTime() === at.getTime();
  const known =
    plan.known.find(({ planned, state }) => same(planned) && (state === "moved" || state === "omitted")) ??
    plan.known.find(({ movedTo, state }) => same(movedTo) && state === "moved");
  if (known) {
    const isOmitted = known.state === "omitted";
    const comes = known.movedTo ?? known.planned;
    return comes > now ? { planned: known.planned, movedTo: isOmitted ? null : known.movedTo, isOmitted } : undefined;
  }
  const [own] = at > now ? runsAfter(plan, new Date(at.getTime() - 1), { count: 1, until: at }) : [];
  return own && { planned: own.planned, movedTo: null, isOmitted: false };
}

/** A run moves to a moment to come, within the campaign's days, when the action has no other run. */
function refuseMoment({ plan }: PlannedAction, { planned }: Named, to: Date, now: Date): void {
  if (to <= now) throw fieldError("move_to", { code: "moment_past" });
  if (!isWithin(plan.period, to)) throw fieldError("move_to", { code: "outside_period" });
  const there: Run[] = runsAfter(plan, new Date(to.getTime() - 1), { count: 1, until: to });
  const taken = plan.known.some((one) => one.state === "made" && one.planned.getTime() === to.getTime());
  if (taken || there.some((run) => run.planned.getTime() !== planned.getTime()))
    throw fieldError("move_to", { code: "run_there" });
}

async function note(
  tx: Tx,
  { accountId, userId }: Scope,
  { id, action_id }: Change,
  { planned }: Named,
  { state, movedTo }: { state: "moved" | "omitted"; movedTo: Date | null },
): Promise<void> {
  await tx.run`insert into campaign_runs (account_id, campaign_id, campaign_action_id, planned_at, state, moved_to, created_by, updated_by)
    values (${accountId}, ${id}, ${action_id}, ${planned}, ${state}, ${movedTo}, ${userId}, ${userId})
    on conflict (account_id, campaign_action_id, planned_at) do update
      set state = excluded.state, moved_to = excluded.moved_to, updated_by = excluded.updated_by, updated_at = now()
      where campaign_runs.state in ('moved', 'omitted')`;
}

async function forget(tx: Tx, { accountId }: Scope, { action_id }: Change, { planned }: Named): Promise<void> {
  await tx.run`delete from campaign_runs
    where account_id = ${accountId} and campaign_action_id = ${action_id} and planned_at = ${planned} and state in ('moved', 'omitted')`;
}
