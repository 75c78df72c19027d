import { todayInTokyo } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../../database/connection.ts";
import { messageLimitOf, messagesToCount } from "../../pushes/message-limit.read.ts";
import type { CampaignContext } from "../actions/action-kind.ts";
import { TRIGGER } from "./process-trigger-events.ts";

/** A forecast message that advertises. `at`: its place among the meetings. */
export type LimitedMessage = { at: number; campaignId: number; customerId: number; plannedAt: Date };

const DAY_MS = 86_400_000;

/**
 * Returns the places of messages that the programme's limit keeps from their guest: it counts what the guest got or waits for, and the
 * campaign's forecast messages before it. Planned messages of other campaigns are not counted (docs/adr/0518). Two statements.
 */
export async function messagesOverLimit(
  tx: Tx,
  { accountId, now, today }: CampaignContext,
  messages: readonly LimitedMessage[],
): Promise<number[]> {
  if (messages.length === 0) return [];
  const limit = await messageLimitOf(tx, accountId);
  if (limit === null) return [];
  const since = new Date(now.getTime() - (limit.days + 1) * DAY_MS);
  const customerIds = [...new Set(messages.map(({ customerId }) => customerId))];
  const counted = Map.groupBy(
    await messagesToCount(tx, accountId, { since, now, customerIds }),
    ({ customerId }) => customerId,
  );
  const forecast = new Map<string, Date[]>();
  return messages.flatMap(({ at, campaignId, customerId, plannedAt }) => {
    const key = `${campaignId} ${customerId}`;
    const earlier = forecast.get(key) ?? [];
    const stored = (counted.get(customerId) ?? [])
      // Today's own messages of the triggers are among the forecast ones.
      .filter((one) => !(one.campaignId === campaignId && one.startedBy === TRIGGER && isOn(one.plannedAt, today)))
      .map((one) => one.at);
    const from = plannedAt.getTime() - limit.days * DAY_MS;
    if ([...stored, ...earlier].filter((sent) => sent.getTime() > from).length >= limit.count) return [at];
    forecast.set(key, [...earlier, plannedAt]);
    return [];
  });
}

const isOn = (moment: Date, day: string) => todayInTokyo(moment) === day;
