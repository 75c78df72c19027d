import { addDays } from "@okaeri/domain/calendar-date";
import type { CampaignPurpose } from "@okaeri/domain/campaigns/delivery/purpose";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import type { Scope } from "../../../session/scope.ts";
import { type MessageLimit, messageLimitOf } from "../../pushes/message-limit.read.ts";
import { messagesSince } from "../../pushes/pushes.read.ts";
import { waitingForMessage } from "../../pushes/waiting-messages.read.ts";
import { audienceRecipients } from "../../segments/audience.ts";
import type { GuestSet } from "../../segments/guests-in-common.ts";
import { setBySet } from "../../segments/matching-guests.ts";
import { savedToCount } from "../audience/count-saved.ts";
import { segmentsOf } from "../audience/read-segments.ts";
import { findCampaign } from "../campaigns.queries.ts";
import { type CampaignEditContext, campaignContextOf } from "../save-campaign.ts";
import { soonestRuns } from "../schedule/forecast-runs.ts";
import { expectedMeetings } from "../triggers/expected-meetings.ts";
import { runningTriggers } from "../triggers/running-triggers.ts";

/** Messages of so many days count as reaching a guest at the same time. */
const DAYS = 7;
/** Runs whose guests are counted, the soonest first: each takes about six statements. */
const RUNS = 5;
const DAY_MS = 86_400_000;

type Reached = { campaignId: number; customerIds: readonly number[] };
/** Guests of the campaign that is reviewed, and whether its messages advertise. */
type Mine = { guests: GuestSet; purpose: CampaignPurpose };

/**
 * Returns, by campaign, how many guests of `mine` get a message of it within a week: recipients of its sends who still wait, guests whom its
 * triggers meet, and those of its next run. Guests whom its limits or control groups keep from it are in none of them, and neither are those
 * for whom the programme's message limit leaves no room for both messages. The number of statements does not grow with the campaigns: of
 * those with a run within the week the five soonest are counted.
 */
export async function messagesSoon(
  tx: Tx,
  scope: Scope,
  campaignIds: readonly number[],
  mine: Mine,
  writer: CampaignEditContext,
): Promise<ReadonlyMap<number, number>> {
  const reached = [
    ...(await metByTriggers(tx, scope, campaignIds, writer)),
    ...(await reachedByRuns(tx, scope, campaignIds, writer)),
  ].filter(({ customerIds }) => customerIds.length > 0);
  const forecast = reached.map(
    ({ campaignId, customerIds }) =>
      sql`select ${campaignId}::bigint as campaign_id, unnest(${customerIds}::bigint[]) as id`,
  );
  const waiting = waitingForMessage(scope.accountId, campaignIds);
  const limit = mine.purpose === "marketing" ? await messageLimitOf(tx, scope.accountId) : null;
  const rows = await setBySet(
    tx,
    mine.guests.byGuest,
    () => tx.all<{ campaign_id: number; guests: number }>`with mine as materialized ${mine.guests.guests},
      others as materialized (${sql.join([waiting, ...forecast], sql` union all `)})
      select o.campaign_id, count(distinct o.id)::int as guests
      from others o
      join mine m on m.id = o.id
      join campaigns campaign on campaign.account_id = ${scope.accountId} and campaign.id = o.campaign_id
      where campaign.purpose = 'service' or not ${hasNoRoom(scope.accountId, limit, writer.now)}
      group by o.campaign_id`,
  );
  return new Map(rows.map(({ campaign_id, guests }) => [campaign_id, guests]));
}

/** SQL over guests `o`: the limit lets them get one more message of the week at most. A limit of fewer days may let both through. */
function hasNoRoom(accountId: number, limit: MessageLimit | null, now: Date): RawBuilder<boolean> {
  if (limit === null || limit.days < DAYS) return sql<boolean>`false`;
  if (limit.count < 2) return sql<boolean>`true`;
  const since = new Date(now.getTime() - limit.days * DAY_MS);
  return sql<boolean>`(o.id in (select coalesce(customer.merged_into, customer.id)
    from (${messagesSince(accountId, since, sql<boolean>`true`)}) s
    join customers customer on customer.account_id = ${accountId} and customer.id = s.customer_id
    group by 1
    having count(*) > ${limit.count - 2}))`;
}

async function metByTriggers(
  tx: Tx,
  scope: Scope,
  campaignIds: readonly number[],
  writer: CampaignEditContext,
): Promise<Reached[]> {
  const triggers = await runningTriggers(tx, scope.accountId, null);
  const own = triggers.filter(({ campaign_id, type }) => campaignIds.includes(campaign_id) && isMessage(type));
  const days = Array.from({ length: DAYS }, (_, n) => addDays(writer.today, n));
  const meetings = await expectedMeetings(tx, campaignContextOf(scope, writer), writer.kinds, own, days);
  const campaignOf = new Map(own.map(({ action_id, campaign_id }) => [action_id, campaign_id]));
  const byCampaign = Map.groupBy(meetings, ({ actionId }) => campaignOf.get(actionId) ?? 0);
  return [...byCampaign].map(([campaignId, met]) => ({
    campaignId,
    customerIds: met.map(({ customerId }) => customerId),
  }));
}

async function reachedByRuns(
  tx: Tx,
  scope: Scope,
  campaignIds: readonly number[],
  writer: CampaignEditContext,
): Promise<Reached[]> {
  const { now } = writer;
  const until = new Date(now.getTime() + DAYS * DAY_MS);
  const runs = await soonestRuns(tx, scope.accountId, campaignIds, { now, until, most: RUNS });
  const found: Reached[] = [];
  for (const { campaignId, run } of runs) {
    const campaign = await findCampaign(tx, scope.accountId, campaignId);
    if (campaign === null) continue;
    const segments = await segmentsOf(tx, writer.kinds, scope.accountId, campaignId);
    const { toCount, moment } = await savedToCount(tx, scope, { ...campaign, segments }, writer, run);
    const recipients = await audienceRecipients(tx, scope, toCount, moment);
    found.push({ campaignId, customerIds: [...recipients.values()].flatMap(({ reached }) => reached) });
  }
  return found;
}
