import {
  AUDIENCE_STEPS,
  type AudienceStep,
  OMISSION_REASONS,
  type OmissionReason,
  STEP_OF_REASON,
} from "@okaeri/contract/campaigns/audience/audience-steps";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Moment } from "../pushes/ports.ts";
import { type AudienceSetSegment, audienceSets } from "./audience-sets.ts";
import { matchingGuests, setBySet } from "./matching-guests.ts";
import type { Reach } from "./reach.ts";

const SHOWN = 10;

/** Which guests are asked for: of one segment or of all (null), who is left after a step or whom it took away. */
export type NamesAsked = { segment: number | null; step: AudienceStep; who: "remaining" | "left" };
export type AudienceName = {
  customer_id: number;
  name: string;
  segment: number;
  reason: OmissionReason | null;
  taken_by: number | null;
};

/** The first guests of a step by their number, with the reason of each, and how many there are. */
export async function namesOfStep(
  tx: Tx,
  reach: Reach,
  segments: readonly AudienceSetSegment[],
  asked: NamesAsked,
  moment: Moment,
): Promise<{ items: AudienceName[]; total: number }> {
  const matching = await matchingGuests(tx, reach, segments, moment);
  const rows = await setBySet(
    tx,
    matching.byGuest,
    () => tx.all<AudienceName & { total: number }>`with ${audienceSets(reach.accountId, segments, matching)},
      listed as (${listed(asked)}),
      picked as (
        select l.segment, l.id, l.reason, l.taken_by, count(*) over ()::int as total
        from listed l
        where ${asked.segment}::int is null or l.segment = ${asked.segment}
        order by l.id, l.segment limit ${SHOWN}
      )
      select customer.id as customer_id, customer.name, i.segment, i.reason, i.taken_by, i.total
      from picked i
      join customers customer on customer.account_id = ${reach.accountId} and customer.id = i.id
      order by customer.id, i.segment`,
  );
  return { items: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** SQL over the sets of an audience: `segment`, `id`, `reason` and `taken_by` of the guests of a step. */
function listed({ step, who }: NamesAsked): RawBuilder<unknown> {
  const nothing = sql`null::text as reason, null::int as taken_by`;
  if (step === "matched") return sql`select m.segment, m.id, ${nothing} from matched m where ${who === "remaining"}`;
  if (step === "not_earlier")
    return who === "remaining"
      ? sql`select o.segment, o.id, ${nothing} from own o`
      : sql`select m.segment, m.id, null::text as reason, o.segment as taken_by
          from matched m
          join own o on o.id = m.id and o.segment < m.segment`;
  const place = (one: AudienceStep) => AUDIENCE_STEPS.indexOf(one);
  const reasons = OMISSION_REASONS.filter((reason) =>
    who === "left" ? STEP_OF_REASON[reason] === step : place(STEP_OF_REASON[reason]) > place(step),
  );
  return sql`select r.segment, r.id, r.reason, null::int as taken_by
    from reasoned r
    where r.reason = any(${reasons}::text[]) ${who === "remaining" ? sql`or r.reason is null` : sql``}`;
}
