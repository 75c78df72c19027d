import { occasionKey } from "@okaeri/domain/campaigns/triggers/occasion";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { sql } from "kysely";
import { todayOf } from "../../../clock.ts";
import type { Tx } from "../../../database/connection.ts";
import { campaignTerms } from "../../pushes/campaign-terms.read.ts";
import { channelOf } from "../../pushes/causes.ts";
import type { Moment, PushEngine } from "../../pushes/ports.ts";
import { sendRulesOf } from "../../pushes/send-rules.read.ts";
import { type Happened, startEvents } from "../../pushes/start-events.ts";
import { campaignSource, lockCampaignRow } from "../delivery/campaign-source.ts";
import { madeAfterAll } from "../schedule/record-runs.ts";
import { earlierMeetings, noteJudged, noteMet } from "./events-met.ts";
import {
  guestsToJudge,
  type JudgedGuest,
  judgedGuestsSql,
  type OccasionCheck,
  segmentsOfCampaigns,
} from "./judged-guests.ts";
import { type Meeting, meetingsAfter } from "./meetings.ts";
import { dropWhatNoLongerHolds } from "./no-longer.ts";
import {
  dueOf,
  runningTriggers,
  type TriggeredAction,
  type TriggerOccasion,
  triggerOccasions,
} from "./running-triggers.ts";

/** What its pushes say in `started_by`. */
export const TRIGGER = "trigger";
/** Occasions of one transaction: a stop of the campaign waits for one of them. */
const AT_ONCE = 1_000;

type Of = { accountId: number; campaignId: number };

/**
 * Meets whom the triggers of a running campaign mean now: all in the transaction that notes it, under the campaign's lock, so that each
 * occasion is met once, whatever the number of workers and wherever one of them dies. Idempotent.
 * @returns whether there may be more.
 */
export async function meetSome(engine: PushEngine, tx: Tx, of: Of): Promise<boolean> {
  const { app } = engine;
  const { accountId, campaignId } = of;
  if (!(await lockCampaignRow(tx, accountId, campaignId))) return false;
  const moment = { today: todayOf(app.clock), now: app.clock.now() };
  const actions = await runningTriggers(tx, accountId, campaignId);
  if (actions.length === 0) return false;
  const { missedRunHours } = await sendRulesOf(tx, accountId);
  const segments = await segmentsOfCampaigns(tx, accountId, [campaignId]);
  const judging: OccasionCheck = {
    ...of,
    facilityIds: actions[0]?.facility_ids ?? null,
    segments: segments.get(campaignId) ?? [],
    moment,
    evaluatedOn: "today",
  };
  for (const occasion of triggerOccasions(actions)) {
    const due = dueOf(occasion, moment.now, missedRunHours);
    if (due.length === 0) continue;
    const guests = await tx.all<JudgedGuest>`${judgedGuestsSql(
      judging,
      occasion.base,
      sql`${guestsToJudge(judging, occasion, due)} order by o.customer_id, reservation_id limit ${AT_ONCE}`,
    )}`;
    if (guests.length === 0) continue;
    await noteJudged(tx, of, occasion, guests);
    await madeAfterAll(tx, of, [...new Set(guests.map(({ planned_at }) => planned_at))]);
    await meet(engine, tx, of, { occasion, guests, moment });
    return true;
  }
  return false;
}

type Meetings = { occasion: TriggerOccasion; guests: readonly JudgedGuest[]; moment: Moment };

async function meet(engine: PushEngine, tx: Tx, of: Of, { occasion, guests, moment }: Meetings): Promise<void> {
  const matched = guests.filter((guest) => guest.segment_id !== null);
  // What waits for the day before a stay was moved is not what was met.
  await dropWhatNoLongerHolds(
    tx,
    of,
    guests.flatMap((guest) => guest.reservation_id ?? []),
  );
  const before = await earlierMeetings(tx, of.accountId, [of.campaignId], {
    customerIds: matched.map((guest) => guest.customer_id),
    reservationIds: matched.flatMap((guest) => guest.reservation_id ?? []),
  });
  const met = new Map<TriggeredAction, { guest: JudgedGuest; meeting: Meeting }[]>();
  const meetingsWith = meetingsAfter(before);
  for (const guest of matched)
    for (const { action, meeting } of meetingsWith(occasion, guest))
      met.set(action, [...(met.get(action) ?? []), { guest, meeting }]);
  const all = [...met.values()].flat();
  if (all.length === 0) return;
  await noteMet(
    tx,
    of,
    all.map(({ meeting }) => meeting),
  );
  const omitted = await withoutMessage(engine, tx, of, met, moment);
  for (const [action, those] of met) {
    const campaign = {
      campaignId: of.campaignId,
      campaignSegmentId: action.segment_id,
      campaignActionId: action.action_id,
    };
    await startEvents(tx, engine.app.jobs, of.accountId, {
      kind: TRIGGER,
      content: [{ channel: action.type, campaign }],
      happened: those.map(({ guest, meeting }) => {
        const reason = isMessage(action.type) ? undefined : omitted.get(action.segment_id)?.get(guest.customer_id);
        return { ...happenedTo(guest, meeting), ...(reason ? { omitted: { [action.type]: reason } } : {}) };
      }),
      now: moment.now,
      grows: true,
    });
  }
}

function happenedTo(guest: JudgedGuest, meeting: Meeting): Happened {
  return {
    key: occasionKey(meeting.base, guest.planned_at, meeting),
    customerId: guest.customer_id,
    date: guest.base_day,
    offsetDays: meeting.offsetDays,
    plannedAt: guest.planned_at,
    ...(guest.reservation_id === null ? {} : { stayReservationId: guest.reservation_id }),
    ...(guest.transaction_id === null ? {} : { stayTransactionId: guest.transaction_id }),
  };
}

/** By segment and guest, why none of the messages goes there: of segments whose benefits go to those alone whom a message can reach. */
async function withoutMessage(
  engine: PushEngine,
  tx: Tx,
  { accountId, campaignId }: Of,
  met: ReadonlyMap<TriggeredAction, readonly { guest: JudgedGuest; meeting: Meeting }[]>,
  moment: Moment,
): Promise<ReadonlyMap<number, ReadonlyMap<number, string>>> {
  const reasons = new Map<number, Map<number, string>>();
  const toReached = await campaignSource([]).benefitsToReached(tx, accountId, campaignId);
  const bySegment = Map.groupBy([...met.keys()], (action) => action.segment_id);
  for (const [segmentId, actions] of bySegment) {
    const messages = actions.filter(({ type }) => isMessage(type));
    if (!toReached.has(segmentId) || messages.length === 0 || messages.length === actions.length) continue;
    const of = new Map<number, (string | null)[]>();
    for (const action of messages) {
      const campaign = { campaignId, campaignSegmentId: segmentId, campaignActionId: action.action_id };
      const channel = channelOf(engine, TRIGGER, action.type);
      const plannedAt = met.get(action)?.[0]?.meeting.plannedAt ?? moment.now;
      const terms = { ...(await campaignTerms(tx, accountId, campaignId)), plannedAt, pushActionId: null };
      const { joins, reason } = (await channel.eligibility(tx, { accountId, campaign, terms }, moment))("row");
      const ids = (met.get(action) ?? []).map(({ guest }) => guest.customer_id);
      const asked = await tx.all<{ id: number; reason: string | null }>`select customer.id, ${reason} as reason
        from customers customer ${joins}
        where customer.account_id = ${accountId} and customer.id = any(${ids}::bigint[])`;
      for (const one of asked) of.set(one.id, [...(of.get(one.id) ?? []), one.reason]);
    }
    const unreached = [...of].flatMap(([id, ownReasons]) => {
      const [first] = ownReasons;
      return first && ownReasons.every((reason) => reason !== null) ? [[id, first] as const] : [];
    });
    reasons.set(segmentId, new Map(unreached));
  }
  return reasons;
}
