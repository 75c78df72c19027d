import type { SegmentReference } from "@okaeri/domain/segments/fields";
import type { Tx } from "../../database/connection.ts";

/**
 * Tells which of the rows that conditions name belong to the programme: RFM groups, ranks, customer types, facilities, channels, campaigns,
 * coupons.
 */
export async function knownReferences(
  tx: Tx,
  accountId: number,
  ids: (kind: SegmentReference) => readonly number[],
): Promise<(kind: SegmentReference, id: number) => boolean> {
  const found = await tx.all<{ kind: SegmentReference; id: number }>`
    select 'rfm_groups' as kind, id
    from rfm_groups
    where account_id = ${accountId} and id = any(${ids("rfm_groups")}::bigint[])
    union all
    select 'customer_types', id
    from account_customer_types
    where account_id = ${accountId}
      and id = any(${ids("customer_types")}::bigint[])
    union all
    select 'rank_details', id
    from rank_details
    where account_id = ${accountId} and active_status = 'active'
      and id = any(${ids("rank_details")}::bigint[])
    union all
    select 'booking_channels', id
    from account_booking_channels
    where account_id = ${accountId}
      and id = any(${ids("booking_channels")}::bigint[])
    union all
    select 'campaigns', id
    from campaigns
    where account_id = ${accountId}
      and id = any(${ids("campaigns")}::bigint[])
    union all
    select 'coupons', id
    from coupons
    where account_id = ${accountId}
      and id = any(${ids("coupons")}::bigint[])
    union all
    select 'facilities', id
    from accounts
    where programme_account_id = ${accountId} and id = any(${ids("facilities")}::bigint[])`;
  const known = new Set(found.map((row) => `${row.kind}:${row.id}`));
  return (kind, id) => known.has(`${kind}:${id}`);
}
