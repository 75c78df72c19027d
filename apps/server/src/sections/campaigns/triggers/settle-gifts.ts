import { occasionKey } from "@okaeri/domain/campaigns/triggers/occasion";
import type { TriggerBase } from "@okaeri/domain/campaigns/triggers/trigger";
import type { ActionType } from "@okaeri/domain/enumerations";
import { sql } from "kysely";
import type { App } from "../../../app.ts";
import { recordAudits } from "../../../audit/record-audit.ts";
import { todayOf } from "../../../clock.ts";
import type { Tx } from "../../../database/connection.ts";
import { lockProgramme } from "../../../database/lock-programme.ts";
import { type GivenBenefit, lockGifts, sayOfGifts, whoGot } from "../../pushes/returned-gifts.ts";
import { startEvents } from "../../pushes/start-events.ts";
import { settleRanks } from "../../ranks/settle-ranks.ts";
import type { ActionKinds } from "../actions/action-kind.ts";
import { ofTheirStay } from "./no-longer.ts";
import { TRIGGER } from "./process-trigger-events.ts";
import { takesPlace } from "./trigger-types.ts";

/** Occasions of one minute and programme: the others are there in the next one. */
const AT_ONCE = 200;

/** SQL over occasions `occasion` and their `reservation`: the stay for which it gave something is none any more. */
const isGone = sql<boolean>`(not ${takesPlace}
  or occasion.base in ('after_check_out', 'first_stay')
    and not exists (select from stay_transactions stay
      where stay.account_id = reservation.account_id and stay.stay_reservation_id in (reservation.id, reported_reservation.id)
        and stay.reversed_at is null))`;

type Looked = {
  id: number;
  campaign_id: number;
  segment_id: number;
  action_id: number;
  type: ActionType;
  customer_id: number;
  reservation_id: number | null;
  base: TriggerBase;
  planned_at: Date;
  times: number;
};
type Returned = Looked & { gift: GivenBenefit };

/**
 * Takes back what triggers gave for stays that were cancelled since, and gives it again for those that came back: of occasions that the
 * database marked when their stay changed. Once, whatever the number of workers: the programme's lock, and the mark goes with the act.
 */
export async function settleGifts(tx: Tx, app: App, kinds: ActionKinds, accountId: number): Promise<void> {
  const marked = sql`occasion.account_id = ${accountId} and occasion.stay_changed_at is not null`;
  const found = await tx.all`select from trigger_events occasion where ${marked} limit 1`;
  if (found.length === 0) return;
  await lockProgramme(tx, accountId);
  const looked =
    await tx.all<Looked>`select occasion.id, occasion.campaign_id, action.campaign_segment_id as segment_id,
      occasion.campaign_action_id as action_id, action.type, occasion.customer_id, occasion.stay_reservation_id as reservation_id,
      occasion.base, occasion.planned_at, occasion.times_revoked as times
    from trigger_events occasion
    join campaign_actions action on action.account_id = occasion.account_id and action.id = occasion.campaign_action_id
    where ${marked}
    order by occasion.id limit ${AT_ONCE}`;
  // Lock order: the pushes first, as whoever delivers them and forgets an occasion.
  const benefits = await lockGifts(
    tx,
    accountId,
    looked.map((one) => ({ actionId: one.action_id, key: giftKey(one, one.times) })),
  );
  const ids = looked.map(({ id }) => id);
  // Whose stay is just being changed comes next time.
  const free = await tx.all<{ id: number }>`select occasion.id
    from trigger_events occasion
    where ${marked} and occasion.id = any(${ids}::bigint[])
    order by occasion.id for update skip locked`;
  const freeIds = free.map(({ id }) => id);
  const gone = await tx.all<{ id: number; is_gone: boolean }>`select occasion.id, ${isGone} as is_gone
    from trigger_events occasion
    join (${ofTheirStay}) on reported_reservation.account_id = occasion.account_id
      and reported_reservation.id = occasion.stay_reservation_id
    where occasion.account_id = ${accountId} and occasion.id = any(${freeIds}::bigint[]) and occasion.base <> 'cancelled'`;
  const of = (isOfGone: boolean) => {
    const those = new Set(gone.filter(({ is_gone }) => is_gone === isOfGone).map(({ id }) => id));
    return looked.filter(({ id }) => those.has(id));
  };
  const withGift = of(true).flatMap((one): Returned[] => {
    const gift = benefits.find(({ actionId, key }) => actionId === one.action_id && key === giftKey(one, one.times));
    return gift ? [{ ...one, gift }] : [];
  });
  const taken = await revoke(tx, app, kinds, accountId, withGift);
  await giveAgain(tx, app, accountId, of(false), benefits);
  await tx.run`update trigger_events occasion
    set stay_changed_at = null,
      times_revoked = occasion.times_revoked + (occasion.id = any(${taken}::bigint[]))::int
    where occasion.account_id = ${accountId} and occasion.id = any(${freeIds}::bigint[])`;
}

/** The event's key of what is given the first time, and after it was taken back so often. */
function giftKey({ base, planned_at, customer_id, reservation_id }: Looked, times: number): string {
  const first = occasionKey(base, planned_at, { customerId: customer_id, reservationId: reservation_id });
  return times === 0 ? first : `${first}:again:${times}`;
}

/** @returns occasions of which something was taken. */
async function revoke(
  tx: Tx,
  app: App,
  kinds: ActionKinds,
  accountId: number,
  returned: readonly Returned[],
): Promise<number[]> {
  if (returned.length === 0) return [];
  const ctx = { accountId, today: todayOf(app.clock), userId: null };
  const got = await whoGot(
    tx,
    accountId,
    returned.map(({ gift }) => gift.pushId),
  );
  const takenFrom = new Set<number>();
  const lines: { id: number; after: object }[] = [];
  for (const [campaignId, those] of Map.groupBy(returned, (one) => one.campaign_id)) {
    const sum = { stays: 0, points: 0, coupons: 0, retained: 0 };
    for (const { type, revocation } of kinds) {
      const benefits = those
        .filter((one) => one.type === type)
        .map(({ gift }) => ({ id: gift.pushId, campaign_action_id: gift.actionId, channel: type }));
      if (!revocation || benefits.length === 0) continue;
      const pushIds = new Set(benefits.map(({ id }) => id));
      const customerIds = got.filter(({ pushActionId }) => pushIds.has(pushActionId)).map((one) => one.customerId);
      const ofKind = await revocation.revoke(tx, ctx, { benefits, customerIds, remarks: "" });
      await settleRanks(tx, ctx, ofKind.holders, "points");
      await sayOfGifts(tx, accountId, ofKind.remainingFrom, "gift_retained");
      await sayOfGifts(tx, accountId, ofKind.takenFrom, "gift_revoked");
      for (const id of ofKind.takenFrom) takenFrom.add(id);
      sum.stays += new Set([...ofKind.takenFrom, ...ofKind.remainingFrom]).size;
      sum.points += ofKind.points;
      sum.coupons += ofKind.coupons;
      sum.retained += ofKind.remainingFrom.length;
    }
    if (sum.stays > 0) lines.push({ id: campaignId, after: sum });
  }
  await recordAudits(tx, { ...NOBODY, accountId, action: "revoke_gifts" }, lines);
  return returned.filter(({ gift }) => takenFrom.has(gift.pushId)).map(({ id }) => id);
}

const NOBODY = { actorUserId: null, entity: "campaigns" } as const;

/**
 * Gives again what was taken back, by an event of its own: new points, a new coupon, for who had it. What was used stays what it is. It is
 * no set: it was approved when it was given first.
 */
async function giveAgain(
  tx: Tx,
  app: App,
  accountId: number,
  back: readonly Looked[],
  benefits: readonly GivenBenefit[],
): Promise<void> {
  if (back.length === 0) return;
  const current = (one: Looked) =>
    benefits.filter(({ actionId, key }) => actionId === one.action_id && key === giftKey(one, one.times));
  await sayOfGifts(
    tx,
    accountId,
    back.flatMap((one) => current(one).map(({ pushId }) => pushId)),
    null,
  );
  const again = back.filter(({ times }) => times > 0);
  const before = await lockGifts(
    tx,
    accountId,
    again.map((one) => ({ actionId: one.action_id, key: giftKey(one, one.times - 1) })),
  );
  const had = await whoGot(
    tx,
    accountId,
    before.map(({ pushId }) => pushId),
  );
  const today = await guestsOfToday(
    tx,
    accountId,
    had.map(({ customerId }) => customerId),
  );
  const lines: { id: number; after: object }[] = [];
  for (const [actionId, those] of Map.groupBy(again, (one) => one.action_id)) {
    const [{ campaign_id: campaignId, segment_id: campaignSegmentId, type }] = those as [Looked];
    const gifted = await startEvents(tx, app.jobs, accountId, {
      kind: TRIGGER,
      content: [{ channel: type, campaign: { campaignId, campaignSegmentId, campaignActionId: actionId } }],
      happened: those.flatMap((one) => {
        const gift = before.find((other) => other.actionId === actionId && other.key === giftKey(one, one.times - 1));
        const whose = had.filter(({ pushActionId }) => pushActionId === gift?.pushId);
        const key = giftKey(one, one.times);
        return whose.map(({ customerId }) => ({
          key,
          customerId: today.get(customerId) ?? customerId,
          ...(one.reservation_id !== null && { stayReservationId: one.reservation_id }),
        }));
      }),
      now: app.clock.now(),
    });
    if (gifted > 0) lines.push({ id: campaignId, after: { stays: gifted } });
  }
  await recordAudits(tx, { ...NOBODY, accountId, action: "restore_gifts" }, lines);
}

/** Who these guests are after all merges. */
async function guestsOfToday(tx: Tx, accountId: number, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.all<{
    id: number;
    today: number;
  }>`select customer.id, coalesce(customer.merged_into, customer.id) as today
    from customers customer
    where customer.account_id = ${accountId} and customer.id = any(${ids}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row.today]));
}
