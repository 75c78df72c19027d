import { RESERVATION_BASES } from "@okaeri/domain/campaigns/triggers/trigger";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";

// Whom a campaign means, as it was when it was sent (docs/adr/0567).

/** A segment as it was sent. Its target was checked when it was saved. */
export type DefinedSegment = { id: number; target: unknown; on_occasions: boolean };

/** SQL over campaign segments by this alias: it means occasions of reservations, not guests as they are. */
export const meansOccasions = (segment: "segment" | "earlier_segment"): RawBuilder<boolean> =>
  sql<boolean>`exists (select from campaign_actions action
  join triggers trigger on trigger.account_id = action.account_id and trigger.campaign_action_id = action.id
    and trigger.base = any(${RESERVATION_BASES}::text[])
  where action.account_id = ${sql.ref(`${segment}.account_id`)} and action.campaign_segment_id = ${sql.ref(`${segment}.id`)}
    and action.active_status = 'active')`;

/** SQL over campaign segments `segment`: those of one campaign, in their order. */
const definition = sql<DefinedSegment[]>`jsonb_agg(jsonb_build_object('id', segment.id, 'target', segment.target,
    'on_occasions', ${meansOccasions("segment")}) order by segment.priority_seq)`;

/** Keeps whom a campaign's segments mean now, where that is not kept yet; answers the hash to find it by. */
export async function snapshotDefinition(tx: Tx, accountId: number, campaignId: number): Promise<Buffer> {
  const { digest } = await tx.one<{ digest: Buffer }>`with said as materialized (
      select ${definition} as segments
      from campaign_segments segment
      where segment.account_id = ${accountId} and segment.campaign_id = ${campaignId} and segment.active_status = 'active'
    ), kept as (
      insert into send_definitions (account_id, campaign_id, digest, segments)
      select ${accountId}, ${campaignId}, sha256(convert_to(said.segments::text, 'UTF8')), said.segments
      from said
      on conflict do nothing
    )
    select sha256(convert_to(said.segments::text, 'UTF8')) as digest
    from said`;
  return digest;
}

/** Names what was sent: a campaign, and the hash of whom it meant; null: not kept. */
export type Sent = { campaignId: number; digest: Buffer | null };
export const nameOfSent = ({ campaignId, digest }: Sent): string => `${campaignId}:${digest?.toString("hex") ?? ""}`;

/** What these meant by `nameOfSent`; where that was not kept, what the campaign means today. */
export async function definitionsOf(
  tx: Tx,
  accountId: number,
  sent: readonly Sent[],
): Promise<ReadonlyMap<string, readonly DefinedSegment[]>> {
  if (sent.length === 0) return new Map();
  const rows = await tx.all<{
    campaign_id: number;
    digest: Buffer | null;
    segments: DefinedSegment[];
  }>`select send_definition.campaign_id, send_definition.digest, send_definition.segments
    from unnest(${sent.map((one) => one.campaignId)}::bigint[], ${sent.map((one) => one.digest)}::bytea[]) asked (campaign_id, digest)
    join send_definitions send_definition on send_definition.account_id = ${accountId}
      and send_definition.campaign_id = asked.campaign_id and send_definition.digest = asked.digest
    union all
    select segment.campaign_id, null::bytea, ${definition}
    from campaign_segments segment
    where segment.account_id = ${accountId} and segment.active_status = 'active'
      and segment.campaign_id = any(${sent.flatMap((one) => (one.digest === null ? [one.campaignId] : []))}::bigint[])
    group by segment.campaign_id`;
  return new Map(rows.map((row) => [nameOfSent({ campaignId: row.campaign_id, digest: row.digest }), row.segments]));
}
