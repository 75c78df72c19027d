import {
  type AudienceStep,
  OMISSION_REASONS,
  type OmissionReason,
  STEP_OF_REASON,
} from "@okaeri/contract/campaigns/audience/audience-steps";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { type FunnelCounts, funnelOf, type ReasonCounts, reasonCounts } from "../pushes/funnel.ts";
import type { Moment } from "../pushes/ports.ts";
import { type AudienceSetSegment, audienceSets, sendsMessage } from "./audience-sets.ts";
import { matchingGuests, setBySet } from "./matching-guests.ts";
import type { Reach } from "./reach.ts";

/** How many are left after each step, and why the others are not (contract/campaigns/audience/audience.ts). */
export type StepCounts = Omit<FunnelCounts, "reasons"> & {
  not_earlier: number;
  taken_by: { segment: number; count: number }[];
  reasons: Record<OmissionReason, number>;
  short: number;
  benefits_for: number;
  points_only: number;
};
export type SegmentCount = StepCounts & {
  examples: { id: number; name: string }[];
  coupons: number | null;
  coupons_lacking: number;
};
export type AudienceCount = { segments: SegmentCount[]; all: StepCounts };

/** Who has a benefit already, of those whom the message can reach and of the others. */
type Held = { reached: number; others: number };
type Row = {
  segment: number;
  counts: (ReasonCounts & { compared: number }) | null;
  taken_by: { segment: number; count: number }[];
  examples: { id: number; name: string }[];
  held: Held[];
};

/**
 * Who would receive it, per segment in the given order and for all together: a customer falls into the first that matches. A message that mentions a benefit which does not suffice for all reaches as many at most as can be given it.
 */
export async function audienceOf(
  tx: Tx,
  reach: Reach,
  segments: readonly AudienceSetSegment[],
  moment: Moment,
): Promise<AudienceCount> {
  const holding = segments.map(({ benefits }, index) => {
    const each = benefits.map(({ holders }) =>
      holders === null
        ? sql`jsonb_build_object('reached', 0, 'others', 0)`
        : sql`(select jsonb_build_object('reached', count(*) filter (where r.reason is null),
            'others', count(*) filter (where r.reason is not null and not r.is_compared))
          from reasoned r
          where r.segment = ${index} and r.id in ${holders})`,
    );
    return sql`select ${index}::int as segment, jsonb_build_array(${sql.join(each)}) as held`;
  });
  const matching = await matchingGuests(tx, reach, segments, moment);
  const rows = await setBySet(
    tx,
    matching.byGuest,
    () => tx.all<Row>`with ${audienceSets(reach.accountId, segments, matching)},
      counted as (select r.segment, ${reasonCounts}, (count(*) filter (where r.is_compared))::int as compared
        from reasoned r
        group by r.segment),
      taken as (select m.segment, o.segment as taken_by, count(*)::int as count
        from matched m
        join own o on o.id = m.id and o.segment < m.segment
        group by m.segment, o.segment),
      holding as (${sql.join(holding, sql` union all `)})
      select h.segment, h.held, (select to_jsonb(n) - 'segment' from counted n where n.segment = h.segment) as counts,
        (select coalesce(json_agg(json_build_object('segment', t.taken_by, 'count', t.count) order by t.taken_by), '[]')
          from taken t
          where t.segment = h.segment) as taken_by,
        (select coalesce(json_agg(json_build_object('id', e.id, 'name', e.name)), '[]')
          from (
            select r.id, r.name
            from reasoned r
            where r.segment = h.segment and coalesce(r.reason, 'no_message') = 'no_message'
            order by r.id limit 5
          ) e) as examples
      from holding h`,
  );
  const byIndex = new Map(rows.map((row) => [row.segment, row]));
  const counted = segments.map((segment, index) => countsOf(segment, byIndex.get(index) as Row));
  return { segments: counted, all: together(counted) };
}

/** Guests of a segment whom its message reaches, and those who get what it gives beside it. */
type Recipients = { segment: number; reached: number[]; given: number[] };

/** Returns who would receive it, by segment. */
export async function audienceRecipients(
  tx: Tx,
  reach: Reach,
  segments: readonly AudienceSetSegment[],
  moment: Moment,
): Promise<ReadonlyMap<number, Recipients>> {
  const matching = await matchingGuests(tx, reach, segments, moment);
  const rows = await setBySet(
    tx,
    matching.byGuest,
    () => tx.all<Recipients>`with ${audienceSets(reach.accountId, segments, matching)}
      select r.segment, coalesce(array_agg(r.id) filter (where r.reason is null), '{}') as reached,
        coalesce(array_agg(r.id) filter (where not r.is_compared), '{}') as given
      from reasoned r
      group by r.segment`,
  );
  return new Map(rows.map((row) => [row.segment, row]));
}

function countsOf(segment: AudienceSetSegment, { counts, held, taken_by, examples }: Row): SegmentCount {
  const { mentionsBenefit, benefits, givesToAll, benefitsToReached } = segment;
  const hasMessage = sendsMessage(segment);
  const { compared, ...reasoned } = counts ?? NOBODY;
  const frozen = funnelOf(reasoned);
  const notEarlier = frozen.matched;
  /** Whom the message can reach: it goes to fewer where it tells of what not all of them get. */
  const reached = hasMessage ? frozen.will_receive : 0;
  const others = hasMessage && benefitsToReached ? 0 : notEarlier - reached - compared;
  const given = partsOf(benefits).map((parts) => {
    const each = parts.map(({ at, left, part }) => {
      const has = held[at] ?? { reached: 0, others: 0 };
      const message = Math.max(0, part(reached) - has.reached);
      const more = others === 0 ? 0 : Math.max(0, part(others) - has.others);
      // Where there is not enough for all, those come first who also get the message.
      const first = Math.min(left ?? message, message);
      const benefitsAlone = left === null ? more : Math.min(left - first, more);
      return { first, benefitsAlone, has: has.reached, lacking: message + more - first - benefitsAlone };
    });
    const sum = (figure: (one: (typeof each)[number]) => number) => each.reduce((all, one) => all + figure(one), 0);
    return {
      first: sum(({ first }) => first),
      benefitsAlone: sum(({ benefitsAlone }) => benefitsAlone),
      has: sum(({ has }) => has),
      lacking: sum(({ lacking }) => lacking),
    };
  });
  const suffices = given.reduce((sum, { first, has }) => sum + first + has, 0);
  const short = hasMessage && mentionsBenefit && benefits.length > 0 ? Math.max(0, reached - suffices) : 0;
  const reasons = {
    ...frozen.reasons,
    once_per: frozen.reasons.once_per ?? 0,
    no_message: hasMessage ? 0 : notEarlier - compared,
    no_coupon: frozen.reasons.no_coupon + short,
  };
  const left = leftAfter(notEarlier, reasons);
  const benefitsFor = reached + others;
  return {
    matched: notEarlier + taken_by.reduce((sum, { count }) => sum + count, 0),
    not_earlier: notEarlier,
    ...left,
    taken_by,
    reasons,
    short,
    benefits_for: benefitsFor,
    points_only: givesToAll
      ? benefitsFor - left.will_receive
      : Math.max(0, ...given.map(({ benefitsAlone }) => benefitsAlone)),
    examples,
    coupons: benefits.length > 0 ? Math.max(...given.map(({ first, benefitsAlone }) => first + benefitsAlone)) : null,
    coupons_lacking: Math.max(0, ...given.map(({ lacking }) => lacking)),
  };
}

/** What each action gives, by its letters, with the part of so many guests who get each; those in no share get one of which there may be enough. */
function partsOf(benefits: AudienceSetSegment["benefits"]) {
  const ofActions = Map.groupBy([...benefits.entries()], ([, { action }]) => action);
  return [...ofActions.values()].map((variants) => {
    let end = 0;
    const until = (share: number) => {
      const [from, to] = [end, end + share];
      end = to;
      return (guests: number) => Math.floor((guests * to) / 100) - Math.floor((guests * from) / 100);
    };
    const parts = variants.map(([at, { left, share }]) => ({ at, left, part: until(share) }));
    return end < 100 ? [...parts, { at: -1, left: null, part: until(100 - end) }] : parts;
  });
}

/** Every reason takes away at one step, so that the steps add up. */
function leftAfter(notEarlier: number, reasons: StepCounts["reasons"]) {
  const after = (before: number, step: AudienceStep) =>
    OMISSION_REASONS.filter((reason) => STEP_OF_REASON[reason] === step).reduce(
      (sum, reason) => sum - reasons[reason],
      before,
    );
  const consented = after(notEarlier, "consented");
  const reachable = after(consented, "reachable");
  const notCapped = after(reachable, "not_capped");
  const notControl = after(notCapped, "not_control");
  return {
    consented,
    reachable,
    not_capped: notCapped,
    not_control: notControl,
    will_receive: after(notControl, "will_receive"),
  };
}

function together(counted: readonly StepCounts[]): StepCounts {
  const sum = (figure: (one: StepCounts) => number) => counted.reduce((total, one) => total + figure(one), 0);
  const taken = new Map<number, number>();
  for (const { segment, count } of counted.flatMap((one) => one.taken_by))
    taken.set(segment, (taken.get(segment) ?? 0) + count);
  return {
    matched: sum((one) => one.matched),
    not_earlier: sum((one) => one.not_earlier),
    consented: sum((one) => one.consented),
    reachable: sum((one) => one.reachable),
    not_capped: sum((one) => one.not_capped),
    not_control: sum((one) => one.not_control),
    will_receive: sum((one) => one.will_receive),
    taken_by: [...taken].map(([segment, count]) => ({ segment, count })).sort((a, b) => a.segment - b.segment),
    reasons: Object.fromEntries(
      OMISSION_REASONS.map((reason) => [reason, sum((one) => one.reasons[reason])]),
    ) as StepCounts["reasons"],
    short: sum((one) => one.short),
    benefits_for: sum((one) => one.benefits_for),
    points_only: sum((one) => one.points_only),
  };
}

const NOBODY: ReasonCounts & { compared: number } = {
  matched: 0,
  compared: 0,
  once_per: 0,
  no_consent: 0,
  no_address: 0,
  bounced: 0,
  opted_out: 0,
  class_refused: 0,
  paused: 0,
  capped: 0,
  standing_control: 0,
  control_group: 0,
  no_coupon: 0,
};
