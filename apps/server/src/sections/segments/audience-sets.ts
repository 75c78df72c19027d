import type { MessageChannel } from "@okaeri/domain/pushes/next-steps";
import { type RawBuilder, sql } from "kysely";
import type { Shape } from "../../database/form-sql.ts";
import { type Eligibility, type EligibilityOf, unrestricted } from "../pushes/ports.ts";
import type { MatchingGuests } from "./matching-guests.ts";
import type { TargetOnOccasions } from "./occasions.ts";

/**
 * A benefit that a segment gives to a limited number of guests. `left`: number of guests who can still get it, null for all; `holders`: SQL
 * of the ids of guests who have it; `share`: whole percent of the guests, who get no other benefit of the same `action`.
 */
export type LimitedBenefit = {
  left: number | null;
  holders: RawBuilder<number> | null;
  share: number;
  action: number;
};

/** A channel by which a segment's message goes out, with the guests it cannot reach. */
export type SegmentChannel = { channel: MessageChannel; eligibility: EligibilityOf };

export type AudienceSetSegment = TargetOnOccasions & {
  /** Channels of its message, in order of preference; empty: it sends none. A guest is reached if one of them reaches the guest. */
  channels: readonly SegmentChannel[];
  /** SQL over customers `customer`: who is left out to be compared with, and for what; null: gets it. */
  control: (shape: Shape) => RawBuilder<string | null>;
  /** SQL over customers `customer`: whom a run's limit keeps from the message, and from the benefits; null: there is none. */
  met?: { message: RawBuilder<boolean>; benefits: RawBuilder<boolean> } | null | undefined;
  /** The message mentions one of `benefits`. */
  mentionsBenefit: boolean;
  /** What it gives not without end. */
  benefits: readonly LimitedBenefit[];
  /** It gives something of which there is enough for all. */
  givesToAll: boolean;
  /** Its benefits go to those alone whom the message reaches. */
  benefitsToReached: boolean;
};

/** A message goes out in the segment. */
export const sendsMessage = ({ channels }: Pick<AudienceSetSegment, "channels">): boolean => channels.length > 0;

const onceOf = (met: RawBuilder<boolean> | undefined) =>
  met === undefined ? sql`null::text` : sql`case when ${met} then 'once_per' end`;

/** Eligibility by several channels: guests whom none of them reaches have the reason of the first one. */
function eligibilityByAny(channels: readonly SegmentChannel[], shape: Shape): Eligibility {
  const [first, ...others] = channels.map(({ eligibility }) => eligibility(shape));
  if (first === undefined) return unrestricted(shape);
  return others.reduce(
    (before, next) => ({
      reason: sql<string | null>`case when ${next.reason} is not null then ${before.reason} end`,
      joins: sql`${before.joins} ${next.joins}`,
    }),
    first,
  );
}

/**
 * SQL: the sets of an audience, each asked for once. `matched`: whom each segment's conditions mean, by `segment` and `id`; `own`: each guest
 * with the first segment that means him; `reasoned`: those with name and the reason for which the segment's message leaves them out, and
 * whether they get nothing of it: they are compared with, or were met before.
 */
export function audienceSets(
  accountId: number,
  segments: readonly AudienceSetSegment[],
  { conditions, byGuest }: MatchingGuests,
): RawBuilder<unknown> {
  const shape = byGuest ? "row" : "set";
  const matched = conditions.map(
    (matches, index) => sql`select ${index}::int as segment, customer.id
      from customers customer
      where ${matches}`,
  );
  const reasoned = segments.map(({ channels, control, met }, index) => {
    const { reason, joins } = eligibilityByAny(channels, shape);
    const omitted = sendsMessage({ channels })
      ? sql`coalesce(${onceOf(met?.message)}, ${reason}, compared.reason)`
      : sql`coalesce(${onceOf(met?.benefits)}, compared.reason, 'no_message')`;
    const getsNothing = met ? sql`(compared.reason is not null or ${met.benefits})` : sql`compared.reason is not null`;
    return sql`select o.segment, customer.id, customer.name, ${omitted} as reason, ${getsNothing} as is_compared
      from own o
      join customers customer on customer.account_id = ${accountId} and customer.id = o.id
      cross join lateral (select ${control(shape)} as reason) compared ${joins}
      where o.segment = ${index}`;
  });
  return sql`matched as materialized (${sql.join(matched, sql` union all `)}),
    own as materialized (select m.id, min(m.segment) as segment from matched m group by m.id),
    reasoned as materialized (${sql.join(reasoned, sql` union all `)})`;
}
