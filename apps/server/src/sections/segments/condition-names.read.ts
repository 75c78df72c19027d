import type { SegmentReference } from "@okaeri/domain/segments/fields";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";

export type ConditionName = { kind: SegmentReference; id: number; name: string; in_use: boolean };

/** What conditions can name in this programme, in the order of a choice; what is no longer in use comes last. */
export async function conditionNames(
  tx: Tx,
  { accountId, facilityIds }: Pick<Scope, "accountId" | "facilityIds">,
): Promise<ConditionName[]> {
  const reached = facilityIds === null ? sql`true` : sql`account.id = any (${facilityIds}::bigint[])`;
  return tx.all<ConditionName>`with named as (
      select 'rfm_groups' as kind, rfm_group.id,
        case when rfm.group_id is null then rfm_group.name else rfm_group.name || '(' || shared_company_group.name || ')' end as name,
        rfm_group.active_status = 'active' and rfm.active_status = 'active' as in_use,
        row_number() over (order by rfm.group_id nulls first, rfm_group.rfm_id, rfm_group.priority, rfm_group.id) as place
      from rfm_groups rfm_group
      join rfms rfm on rfm.account_id = ${accountId} and rfm.id = rfm_group.rfm_id
      left join groups shared_company_group on shared_company_group.id = rfm.group_id
      where rfm_group.account_id = ${accountId}
        -- Rows of one name are one group; guests are in its first.
        and not exists (select from rfm_groups earlier_rfm_group
          where earlier_rfm_group.account_id = rfm_group.account_id and earlier_rfm_group.rfm_id = rfm_group.rfm_id
            and earlier_rfm_group.active_status = 'active' and earlier_rfm_group.name = rfm_group.name
            and earlier_rfm_group.priority < rfm_group.priority)
      union all
      select 'rank_details', tier.id, tier.name, tier.active_status = 'active' and rank.active_status = 'active',
        row_number() over (order by tier.priority, tier.id)
      from rank_details tier
      join ranks rank on rank.account_id = ${accountId} and rank.id = tier.rank_id
      where tier.account_id = ${accountId}
      union all
      select 'customer_types', account_customer_type.id, account_customer_type.name, account_customer_type.active_status = 'active',
        row_number() over (order by account_customer_type.sort_order, account_customer_type.id)
      from account_customer_types account_customer_type
      where account_customer_type.account_id = ${accountId}
      union all
      select 'booking_channels', channel.id, channel.name, channel.active_status = 'active',
        row_number() over (order by channel.sort_order, channel.id)
      from account_booking_channels channel
      where channel.account_id = ${accountId}
      union all
      select 'campaigns', campaign.id, campaign.name, true, row_number() over (order by campaign.id desc)
      from campaigns campaign
      where campaign.account_id = ${accountId} and campaign.type <> 'basic'
      union all
      select 'coupons', coupon.id, coupon.name, coupon.active_status = 'active', row_number() over (order by coupon.id desc)
      from coupons coupon
      where coupon.account_id = ${accountId} and coupon.name <> '' and (coupon.active_status = 'active' or coupon.issued_at is not null)
      union all
      select 'facilities', account.id, account.name, account.active_status = 'active', row_number() over (order by account.id)
      from accounts account
      where account.programme_account_id = ${accountId} and ${reached}
    )
    select n.kind, n.id, n.name, n.in_use
    from named n
    order by n.kind, n.in_use desc, n.place`;
}
