import { daysBetween, todayInTokyo, yearOf } from "@okaeri/domain/calendar-date";
import { runsAfter } from "@okaeri/domain/campaigns/schedule/runs";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import type { Tx } from "../../../database/connection.ts";
import type { Scope } from "../../../session/scope.ts";
import type { ForecastMessages } from "../../pushes/campaign-terms.read.ts";
import type { FrequencyLimit } from "../../pushes/frequency-limit.ts";
import { messageLimitOf } from "../../pushes/message-limit.read.ts";
import { type AudienceCount, audienceOf, audienceRecipients } from "../../segments/audience.ts";
import { kindNamed } from "../actions/each-kind.ts";
import { type ComingRun, type CountedCampaign, frequencyLimitOf, savedToCount } from "../audience/count-saved.ts";
import type { SavedAction } from "../audience/read-segments.ts";
import type { CampaignEditContext } from "../save-campaign.ts";
import { type PlannedAction, plannedActions } from "./plans.read.ts";

/** Runs that are forecast: each is a count of guests, and what lies further ahead says little. */
const FORECAST_RUNS = 6;

export type RunForecast = { action_id: number; segment_id: number; at: Date; count: number };
/** Guests whom a forecast run lets an action meet. */
type Forecast = ForecastMessages & { actionId: number; isMessage: boolean };

/**
 * Returns for how many guests each action's next runs are, in the order of the runs. Each run is counted on its own day, by the same rules as
 * the send: targets, consent, message limit, control groups, and the schedule's limit per guest. Both limits also count the runs before it.
 */
export async function forecastRuns(
  tx: Tx,
  scope: Scope,
  campaign: CountedCampaign,
  writer: CampaignEditContext,
): Promise<RunForecast[]> {
  const moments = await comingMoments(tx, scope.accountId, campaign.id, writer.now);
  const limitsMessages = campaign.purpose === "marketing" && (await messageLimitOf(tx, scope.accountId)) !== null;
  const earlier: Forecast[] = [];
  const found: RunForecast[] = [];
  for (const [place, { at, actionIds }] of moments.entries()) {
    const due = dueOf(campaign, actionIds);
    const run = comingRun(at, earlier);
    const { toCount, moment } = await savedToCount(tx, scope, { ...campaign, segments: due }, writer, run);
    const { segments: counted } = await audienceOf(tx, scope, toCount, moment);
    for (const [index, { id: segment_id, actions }] of due.entries())
      for (const { id: action_id, type } of actions) {
        const of = counted[index] as AudienceCount["segments"][number];
        found.push({ action_id, segment_id, at, count: kindNamed(writer.kinds, type).counts.reaches(of) });
      }
    const isLast = place === moments.length - 1;
    const limited = due.some(({ actions }) =>
      actions.some((action) => frequencyLimitOf(action) !== null || (limitsMessages && isMessage(action.type))),
    );
    if (isLast || !limited) continue;
    const recipients = await audienceRecipients(tx, scope, toCount, moment);
    for (const [index, segment] of due.entries()) {
      const { reached = [], given = [] } = recipients.get(index) ?? {};
      const onlyReached = segment.benefits_to_reached && segment.actions.some(({ type }) => isMessage(type));
      for (const { id, type } of segment.actions) {
        const customerIds = isMessage(type) || onlyReached ? reached : given;
        earlier.push({ at, actionId: id, isMessage: isMessage(type), customerIds });
      }
    }
  }
  return found;
}

/** The next run of the saved campaign, or null where nothing of it is scheduled. */
export async function nextComingRun(tx: Tx, accountId: number, id: number, now: Date): Promise<ComingRun | null> {
  const [first] = await comingMoments(tx, accountId, id, now, 1);
  return first ? comingRun(first.at, []) : null;
}

type Within = { now: Date; until: Date; most: number };

/** Returns the next run of each of these campaigns that has one by `until`: the soonest first, `most` of them. Two statements. */
export async function soonestRuns(
  tx: Tx,
  accountId: number,
  campaignIds: readonly number[],
  { now, until, most }: Within,
): Promise<{ campaignId: number; run: ComingRun }[]> {
  const actions = await plannedActions(tx, accountId, { campaignId: null, since: now });
  const byCampaign = Map.groupBy(actions, ({ campaignId }) => campaignId);
  return campaignIds
    .flatMap((campaignId) => {
      const [first] = momentsOf(byCampaign.get(campaignId) ?? [], now, 1);
      return first && first.at <= until ? [{ campaignId, run: comingRun(first.at, []) }] : [];
    })
    .sort((a, b) => a.run.at.getTime() - b.run.at.getTime() || a.campaignId - b.campaignId)
    .slice(0, most);
}

const comingRun = (at: Date, earlier: readonly Forecast[]): ComingRun => ({
  at,
  metBy: (action: SavedAction) =>
    earlier
      .filter((one) => one.actionId === action.id && isWithin(frequencyLimitOf(action), one.at, at))
      .flatMap(({ customerIds }) => customerIds),
  messages: earlier.filter((one) => one.isMessage),
});

/** Whether a meeting counts in the limit of a later run, as alreadyReceivedSql decides it. */
function isWithin(once: FrequencyLimit, met: Date, run: Date): boolean {
  if (once === null) return false;
  const [then, day] = [todayInTokyo(met), todayInTokyo(run)];
  if (once.per === "ever") return true;
  return once.per === "year" ? yearOf(then) === yearOf(day) : daysBetween(then, day) < (once.days ?? 0);
}

/** The campaign's next moments with the actions that run together. */
async function comingMoments(tx: Tx, accountId: number, campaignId: number, now: Date, count = FORECAST_RUNS) {
  return momentsOf(await plannedActions(tx, accountId, { campaignId, since: now }), now, count);
}

function momentsOf(actions: readonly PlannedAction[], now: Date, count: number) {
  const runs = actions.flatMap(({ actionId, plan }) =>
    runsAfter(plan, now, { count }).map(({ at }) => ({ actionId, at })),
  );
  return [...Map.groupBy(runs, ({ at }) => at.getTime())]
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([at, of]) => ({ at: new Date(at), actionIds: new Set(of.map(({ actionId }) => actionId)) }));
}

/** The segments that a run is about, with the actions of theirs that are due. */
function dueOf({ segments }: CountedCampaign, actionIds: ReadonlySet<number>): CountedCampaign["segments"] {
  return segments
    .map((segment) => ({ ...segment, actions: segment.actions.filter(({ id }) => actionIds.has(id)) }))
    .filter(({ actions }) => actions.length > 0);
}
