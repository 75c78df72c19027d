import type { ConditionGroup } from "@okaeri/domain/segments/condition";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { isGuest } from "../customers/customers.read.ts";
import type { MailSender } from "../messaging/mail-sender.read.ts";
import { mailStanding } from "../messaging/messaging.read.ts";
import { type Funnel, funnelOf, type ReasonCounts, reasonCounts } from "../pushes/funnel.ts";
import type { Moment } from "../pushes/ports.ts";
import { withinFacilities } from "../stays/guests.read.ts";
import { conditionSql } from "./condition-sql.ts";

/** Whose customers a target picks from: a programme, or some facilities' customers of it. */
export type Reach = { accountId: number; facilityIds: readonly number[] | null };
/** `tellsOf`: the mail tells of a coupon that the guest has, by name or by code. */
export type AudienceSegment = { tree: ConditionGroup; mail: boolean; tellsOf: "coupon" | "code" | null };

/** SQL over customers `c`: an active customer of the reach. */
export function withinReach(reach: Reach): RawBuilder<boolean> {
  return sql<boolean>`(c.account_id = ${reach.accountId} and ${isGuest} and ${withinFacilities(reach, sql`c.id`)})`;
}

type Row = ReasonCounts & { segment: number; examples: { id: number; name: string }[] | null };

/**
 * Who would receive it, per segment in the given order: a customer falls into the first that matches. One statement, set by set:
 * each segment leaves out whom the ones before it took.
 */
export async function audienceOf(
  tx: Tx,
  reach: Reach,
  segments: readonly AudienceSegment[],
  moment: Moment,
  sender: MailSender,
): Promise<(Funnel & { examples: { id: number; name: string }[] })[]> {
  const sets = segments.map((segment, index) => {
    const earlier = segments
      .slice(0, index)
      .map((_, before) => sql` and not exists (select from ${set(before)} e where e.id = c.id)`);
    return sql`${set(index)} as materialized (select c.id from customers c
      where ${withinReach(reach)} and (${conditionSql(segment.tree, moment)}) ${sql.join(earlier, sql``)})`;
  });
  const reasoned = segments.map(({ mail, tellsOf }, index) => {
    const telling = tellsOf === null ? null : { actionIds: null, withCode: tellsOf === "code" };
    const { reason, joins } = mail
      ? mailStanding("set", reach.accountId, sender, moment, telling)
      : { reason: sql`null::text`, joins: sql`` };
    return sql`select ${index}::int as segment, c.id, c.name, ${reason} as reason
      from ${set(index)} m join customers c on c.account_id = ${reach.accountId} and c.id = m.id ${joins}`;
  });
  const found = await tx.all<Row>`with ${sql.join(sets, sql`, `)},
    reasoned as materialized (${sql.join(reasoned, sql` union all `)}),
    counted as (select r.segment, ${reasonCounts} from reasoned r group by r.segment)
    select n.*, (select json_agg(json_build_object('id', e.id, 'name', e.name)) from (
        select r.id, r.name from reasoned r where r.segment = n.segment and r.reason is null limit 5) e) as examples
    from counted n`;
  const byIndex = new Map(found.map((row) => [row.segment, row]));
  return segments.map((_, index) => {
    const row = byIndex.get(index);
    if (!row) return { ...funnelOf(NOBODY), examples: [] };
    const { segment: _segment, examples, ...counts } = row;
    return { ...funnelOf(counts), examples: examples ?? [] };
  });
}

const NO_REASONS = { no_consent: 0, no_address: 0, bounced: 0, opted_out: 0, capped: 0, no_coupon: 0 };
const NOBODY: ReasonCounts = { matched: 0, ...NO_REASONS };
const set = (index: number) => sql.raw(`matched_${index}`);
