import type { comingRun, missedRun, nextRun } from "@okaeri/contract/campaigns/schedule/runs";
import type { Language } from "@okaeri/contract/errors";
import { missedRunText } from "@okaeri/contract/problems/stored-reasons";
import { type Run, runsAfter } from "@okaeri/domain/campaigns/schedule/runs";
import { quietUntil } from "@okaeri/domain/pushes/quiet-hours";
import type { z } from "zod";
import type { Tx } from "../../../database/connection.ts";
import { sendRulesOf } from "../../pushes/send-rules.read.ts";
import { plannedActions } from "./plans.read.ts";

/** So many are shown of a campaign. */
const SHOWN = 10;

type Shown = z.output<typeof nextRun>;
export type RunsShown = {
  next_runs: z.output<typeof comingRun>[];
  omitted_runs: Shown[];
  missed: z.output<typeof missedRun>[];
};

export const runItem = (actionId: number, { planned, at }: Run): Shown => ({
  action_id: actionId,
  at: at.toISOString(),
  planned_at: planned.toISOString(),
});

/** What the page of a campaign shows of its runs. */
export async function runsOfCampaign(
  tx: Tx,
  accountId: number,
  campaignId: number,
  { now, language }: { now: Date; language: Language },
): Promise<RunsShown> {
  const actions = await plannedActions(tx, accountId, { campaignId, since: now });
  const running = actions.filter(({ status }) => status === "active");
  const byMoment = (a: { at: string }, b: { at: string }) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0);
  const { quiet } = await sendRulesOf(tx, accountId);
  const next = running.flatMap(({ actionId, plan }) =>
    runsAfter(plan, now, { count: SHOWN }).map((run) => ({
      ...runItem(actionId, run),
      quiet: quietUntil(quiet, run.at) !== null,
    })),
  );
  // Whole runs: several actions come at one moment.
  const moments = [...new Set(next.sort(byMoment).map(({ at }) => at))].slice(0, SHOWN);
  const omitted = running.flatMap(({ actionId, plan }) =>
    plan.known.flatMap(({ planned, state }) =>
      state === "omitted" && planned > now ? [runItem(actionId, { planned, at: planned })] : [],
    ),
  );
  return {
    next_runs: next.filter(({ at }) => moments.includes(at)),
    omitted_runs: omitted.sort(byMoment),
    missed: await missedRuns(tx, accountId, campaignId, language),
  };
}

type MissedRow = { action_id: number; planned_at: Date; at: Date; reason: string };

async function missedRuns(tx: Tx, accountId: number, campaignId: number, language: Language) {
  const rows =
    await tx.all<MissedRow>`select campaign_action_id as action_id, planned_at, coalesce(moved_to, planned_at) as at, reason
    from campaign_runs
    where account_id = ${accountId} and campaign_id = ${campaignId} and state = 'missed'
    order by planned_at desc, id desc limit ${SHOWN * 2}`;
  return rows.map(({ action_id, planned_at, at, reason }) => ({
    ...runItem(action_id, { planned: planned_at, at }),
    reason: missedRunText(reason, language) ?? "",
  }));
}
