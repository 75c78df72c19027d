import { addDays } from "@okaeri/domain/calendar-date";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import type { Scope } from "../../../session/scope.ts";
import { waitingForMessage } from "../../pushes/waiting-messages.read.ts";
import { recipientsOf } from "../../segments/audience.ts";
import type { GuestSet } from "../../segments/guests-in-common.ts";
import { setBySet } from "../../segments/meant-guests.ts";
import { findCampaign } from "../campaigns.queries.ts";
import { savedToCount } from "../count-saved.ts";
import { segmentsOf } from "../document/read-segments.ts";
import { nextComingRun } from "../runs/forecast-runs.ts";
import { askingOf, type Writer } from "../save-campaign.ts";
import { expectedMeetings } from "../triggers/expected-meetings.ts";
import { runningTriggers } from "../triggers/running-triggers.ts";

/** Messages of so many days count as reaching a guest at the same time. */
const DAYS = 7;

type Reached = { campaignId: number; customerIds: readonly number[] };

/**
 * Returns, by campaign, how many guests of `mine` get a message of it within a week: recipients of its sends who still wait, guests whom its
 * triggers meet, and those of its next run. Whom its limits, caps or control groups keep from it are in none of them.
 */
export async function messagesSoon(
  tx: Tx,
  scope: Scope,
  campaignIds: readonly number[],
  mine: GuestSet,
  writer: Writer,
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
  const rows = await setBySet(
    tx,
    mine.byGuest,
    () => tx.all<{ campaign_id: number; guests: number }>`with mine as materialized ${mine.guests}
      select o.campaign_id, count(distinct o.id)::int as guests
      from (${sql.join([waiting, ...forecast], sql` union all `)}) o
      join mine m on m.id = o.id
      group by o.campaign_id`,
  );
  return new Map(rows.map(({ campaign_id, guests }) => [campaign_id, guests]));
}

async function metByTriggers(tx: Tx, scope: Scope, campaignIds: readonly number[], writer: Writer): Promise<Reached[]> {
  const triggers = await runningTriggers(tx, scope.accountId, null);
  const own = triggers.filter(({ campaign_id, type }) => campaignIds.includes(campaign_id) && isMessage(type));
  const days = Array.from({ length: DAYS }, (_, n) => addDays(writer.today, n));
  const meetings = await expectedMeetings(tx, askingOf(scope, writer), writer.kinds, own, days);
  const campaignOf = new Map(own.map(({ action_id, campaign_id }) => [action_id, campaign_id]));
  return meetings.map(({ actionId, customerId }) => ({
    campaignId: campaignOf.get(actionId) ?? 0,
    customerIds: [customerId],
  }));
}

async function reachedByRuns(tx: Tx, scope: Scope, campaignIds: readonly number[], writer: Writer): Promise<Reached[]> {
  const end = new Date(writer.now.getTime() + DAYS * 86_400_000);
  const found: Reached[] = [];
  for (const campaignId of campaignIds) {
    const run = await nextComingRun(tx, scope.accountId, campaignId, writer.now);
    if (run === null || run.at > end) continue;
    const campaign = await findCampaign(tx, scope.accountId, campaignId);
    if (campaign === null) continue;
    const segments = await segmentsOf(tx, writer.kinds, scope.accountId, campaignId);
    const { toCount, moment } = await savedToCount(tx, scope, { ...campaign, segments }, writer, run);
    const recipients = await recipientsOf(tx, scope, toCount, moment);
    found.push({ campaignId, customerIds: [...recipients.values()].flatMap(({ reached }) => reached) });
  }
  return found;
}
