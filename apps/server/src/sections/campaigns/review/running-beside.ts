import type { FieldCaution } from "@okaeri/contract/problems/cautions";
import type { CampaignType } from "@okaeri/domain/enumerations";
import { checkedTarget } from "@okaeri/domain/segments/target";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import type { Condition } from "../../../database/form-sql.ts";
import type { Scope } from "../../../session/scope.ts";
import { type MeantGuests, meantGuests, setBySet } from "../../segments/meant-guests.ts";
import type { SavedSegment } from "../document/read-segments.ts";
import type { Writer } from "../save-campaign.ts";

/** So many running campaigns are looked at, those switched on last, and so many are named. */
const LOOKED_AT = 20;
const NAMED = 3;

/** Whom all segments of a campaign mean: SQL of ids, and whether it looks things up guest by guest. */
export type Meant = MeantGuests & { guests: RawBuilder<number> };

export async function guestsMeant(
  tx: Tx,
  scope: Scope,
  segments: readonly Pick<SavedSegment, "target">[],
  writer: Writer,
): Promise<Meant> {
  const forms = segments.map(({ target }) => checkedTarget(target).form);
  const meant = await meantGuests(tx, scope, forms, writer);
  return { ...meant, guests: idsOf(meant.conditions) };
}

const idsOf = (conditions: readonly Condition[]) =>
  sql<number>`(select customer.id
    from customers customer
    where ${conditions.length === 0 ? sql`false` : sql.join(conditions, sql` or `)})`;

/**
 * Campaigns that run and mean some of the same guests: for an always-on campaign those that pay the same stays, for a send those that are
 * going out now.
 */
export async function runningBeside(
  tx: Tx,
  scope: Scope,
  campaign: { id: number; type: CampaignType },
  mine: Meant,
  writer: Writer,
): Promise<FieldCaution[]> {
  const running = await tx.all<{
    name: string;
    targets: unknown[];
  }>`select campaign.name, jsonb_agg(segment.target) as targets
    from (
      select running_campaign.account_id, running_campaign.id, running_campaign.name
      from campaigns running_campaign
      where running_campaign.account_id = ${scope.accountId} and running_campaign.id <> ${campaign.id}
        and running_campaign.status = 'active' and (running_campaign.type = 'basic') = ${campaign.type === "basic"}
        and (running_campaign.campaign_end_dt is null or running_campaign.campaign_end_dt >= ${writer.today})
      order by running_campaign.activated_at desc nulls last, running_campaign.id desc limit ${LOOKED_AT}
    ) campaign
    join campaign_segments segment on segment.account_id = ${scope.accountId} and segment.campaign_id = campaign.id
      and segment.active_status = 'active'
    group by campaign.id, campaign.name
    order by campaign.id`;
  if (running.length === 0) return [];
  const theirs = running.flatMap(({ targets }, at) =>
    targets.map((target) => ({ at, form: checkedTarget(target).form })),
  );
  const { conditions, byGuest } = await meantGuests(
    tx,
    scope,
    theirs.map(({ form }) => form),
    writer,
  );
  const each = theirs.map(
    ({ at }, index) => sql`select ${at}::int as campaign, customer.id
      from customers customer
      where ${conditions[index] as Condition}`,
  );
  const shared = await setBySet(
    tx,
    mine.byGuest || byGuest,
    () => tx.all<{ campaign: number; guests: number }>`with mine as materialized ${mine.guests},
        theirs as materialized (${sql.join(each, sql` union all `)})
      select t.campaign, count(distinct t.id)::int as guests
      from theirs t
      join mine m on m.id = t.id
      group by t.campaign
      order by guests desc, t.campaign limit ${NAMED}`,
  );
  return shared.map(({ campaign: at, guests }) => ({
    path: "segments.0.target",
    code: "shares_guests",
    name: running[at]?.name ?? "",
    count: guests,
  }));
}
