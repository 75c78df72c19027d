import type { Form } from "@okaeri/domain/segments/form";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import type { LimitedBenefit } from "../actions/action-kind.ts";
import { isGuest } from "../customers/customers.read.ts";
import { type Funnel, funnelOf, type ReasonCounts, reasonCounts } from "../pushes/funnel.ts";
import type { Eligibility, Moment } from "../pushes/ports.ts";
import { withinFacilities } from "../stays/guests.read.ts";
import { conditionSql } from "./condition-sql.ts";

/** Whose customers a target picks from: a programme, or some facilities' customers of it. */
export type Reach = { accountId: number; facilityIds: readonly number[] | null };
/** `eligibility`: who is left out of its message, null where none goes out; `mentionsBenefit`: the message mentions one of `benefits`. */
export type AudienceSegment = {
  form: Form;
  eligibility: Eligibility | null;
  mentionsBenefit: boolean;
  benefits: readonly LimitedBenefit[];
};
/** `coupons`: guests who get a coupon which they do not have yet; null where none is given. */
export type SegmentCount = Funnel & { examples: { id: number; name: string }[]; coupons: number | null };

/** SQL over customers `customer`: an active customer of the reach. */
export function withinReach(reach: Reach): RawBuilder<boolean> {
  return sql<boolean>`(customer.account_id = ${reach.accountId} and ${isGuest} and ${withinFacilities(reach, sql`customer.id`)})`;
}

type Row = ReasonCounts & {
  segment: number;
  examples: { id: number; name: string }[] | null;
  /** How many of the segment have each of its benefits. */
  held: number[] | null;
};

/**
 * Who would receive it, per segment in the given order: a customer falls into the first that matches. One statement, set by set:
 * each segment leaves out whom the ones before it took. A message that mentions a benefit which does not suffice for all reaches as many at
 * most as can be given it.
 */
export async function audienceOf(
  tx: Tx,
  reach: Reach,
  segments: readonly AudienceSegment[],
  moment: Moment,
): Promise<SegmentCount[]> {
  const sets = segments.map((segment, index) => {
    const earlier = segments
      .slice(0, index)
      .map((_, before) => sql` and not exists (select from ${set(before)} e where e.id = customer.id)`);
    return sql`${set(index)} as materialized (
        select customer.id
        from customers customer
        where ${withinReach(reach)} and (${conditionSql(segment.form, moment)}) ${sql.join(earlier, sql``)}
      )`;
  });
  const reasoned = segments.map(({ eligibility }, index) => {
    const { reason, joins } = eligibility ?? { reason: sql`null::text`, joins: sql`` };
    return sql`select ${index}::int as segment, customer.id, customer.name, ${reason} as reason
      from ${set(index)} m
      join customers customer on customer.account_id = ${reach.accountId} and customer.id = m.id ${joins}`;
  });
  const held = segments.map(({ benefits }, index) => {
    const each = benefits.map(({ holders }) =>
      holders === null ? sql`0` : sql`(select count(*)::int from ${set(index)} m where m.id in ${holders})`,
    );
    return sql`select ${index}::int as segment, array[${sql.join(each)}]::int[] as held`;
  });
  const found = await withoutLoops(
    tx,
    () => tx.all<Row>`with ${sql.join(sets, sql`, `)}, reasoned as materialized (${sql.join(reasoned, sql` union all `)}),
      counted as (select r.segment, ${reasonCounts} from reasoned r group by r.segment), holding as (${sql.join(held, sql` union all `)})
      select n.*, (select h.held from holding h where h.segment = n.segment) as held,
        (select json_agg(json_build_object('id', e.id, 'name', e.name))
          from (select r.id, r.name from reasoned r where r.segment = n.segment and r.reason is null limit 5) e) as examples
      from counted n`,
  );
  const byIndex = new Map(found.map((row) => [row.segment, row]));
  return segments.map(({ eligibility, mentionsBenefit, benefits }, index) => {
    const row = byIndex.get(index);
    if (!row) return { ...funnelOf(NOBODY), examples: [], coupons: benefits.length > 0 ? 0 : null };
    const { segment: _segment, examples, held, ...counts } = row;
    const given = benefits.map(({ left }, at) => {
      const without = counts.matched - (held?.[at] ?? 0);
      return left === null ? without : Math.min(left, without);
    });
    const suffices = given.reduce((sum, newly, at) => sum + newly + (held?.[at] ?? 0), 0);
    const reached = funnelOf(counts).will_receive;
    const withoutCoupon =
      eligibility !== null && mentionsBenefit && benefits.length > 0 ? Math.max(0, reached - suffices) : 0;
    return {
      ...funnelOf({ ...counts, no_coupon: counts.no_coupon + withoutCoupon }),
      examples: examples ?? [],
      coupons: benefits.length > 0 ? Math.max(...given) : null,
    };
  });
}

const NO_REASONS = { no_consent: 0, no_address: 0, bounced: 0, opted_out: 0, capped: 0, no_coupon: 0 };
const NOBODY: ReasonCounts = { matched: 0, ...NO_REASONS };
const set = (index: number) => sql.raw(`matched_${index}`);
