import type { AttributedFigure } from "@okaeri/contract/campaigns/results/attributed-words";
import { type RawBuilder, sql } from "kysely";
import { couponsOf } from "../coupons/compared-coupons.read.ts";

/** What a campaign brought. */
export type AttributedFigures = Record<AttributedFigure, number>;

const SUMS = sql`coalesce(sum(conversion.reserved), 0)::int as reserved,
  coalesce(sum(conversion.reserved_price), 0)::bigint as reserved_price,
  coalesce(sum(conversion.transacted), 0)::int as transacted, coalesce(sum(conversion.use_price), 0)::bigint as use_price`;

/** SQL over campaigns `campaign`: what each brought, in JSON. */
export const attributedToCampaign: RawBuilder<AttributedFigures> = sql<AttributedFigures>`(select to_jsonb(b)
  from (
    select ${SUMS}
    from campaign_segments segment
    join campaign_actions action on action.account_id = segment.account_id and action.campaign_segment_id = segment.id
    join conversions conversion on conversion.account_id = action.account_id and conversion.campaign_action_id = action.id
    where segment.account_id = campaign.account_id and segment.campaign_id = campaign.id
  ) b)`;

/** SQL: the same of days from `from` to `to`, a row for each campaign (campaign_id) that brought anything at the facilities `within`. */
export const attributedBetween = (
  accountId: number,
  { from, to, within }: { from: string; to: string; within: (facility: RawBuilder<unknown>) => RawBuilder<unknown> },
): RawBuilder<unknown> => sql`select segment.campaign_id, ${SUMS}
  from conversions conversion
  join campaign_actions action on action.account_id = conversion.account_id and action.id = conversion.campaign_action_id
  join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
  where conversion.account_id = ${accountId} and conversion.stat_date between ${from}::date and ${to}::date
    and ${within(sql`conversion.facility_account_id`)}
  group by segment.campaign_id`;

/** SQL: bookings and stays that are credited to a message of the campaign, at the facilities, by push and by whom it was sent to. */
export const attributedByMessages = (
  accountId: number,
  campaignId: number,
  facilityIds: readonly number[] | null,
): RawBuilder<unknown> => sql`select conversion_attribution.push_action_id, conversion_attribution.sent_to_id as customer_id,
    count(conversion_attribution.reserved_on) as reserved, count(conversion_attribution.transacted_on) as transacted
  from conversion_attributions conversion_attribution
  where conversion_attribution.account_id = ${accountId} and conversion_attribution.push_action_id is not null
    and conversion_attribution.campaign_action_id in (select action.id
      from campaign_segments segment
      join campaign_actions action on action.account_id = segment.account_id and action.campaign_segment_id = segment.id
      where segment.account_id = ${accountId} and segment.campaign_id = ${campaignId})
    and ${facilityIds === null ? sql`true` : sql`conversion_attribution.facility_account_id = any(${facilityIds}::bigint[])`}
  group by 1, 2`;

/** SQL: the same that is credited to uses of the campaign's coupons, by action, letter (variant) and whose booking it is, as they are now. */
export const attributedByCoupons = (
  accountId: number,
  campaignId: number,
  facilityIds: readonly number[] | null,
): RawBuilder<unknown> => sql`select coupon.campaign_action_id, coupon.variant, coalesce(customer.merged_into, customer.id) as customer_id,
    count(conversion_attribution.reserved_on) as reserved, count(conversion_attribution.transacted_on) as transacted
  from (${couponsOf(accountId, campaignId)}) coupon
  join conversion_attributions conversion_attribution on conversion_attribution.account_id = ${accountId}
    and conversion_attribution.campaign_action_id = coupon.campaign_action_id
  join use_coupon_cases coupon_use on coupon_use.account_id = ${accountId}
    and coupon_use.id = conversion_attribution.use_coupon_case_id and coupon_use.coupon_id = coupon.id
  join customers customer on customer.account_id = ${accountId} and customer.id = conversion_attribution.customer_id
  where ${facilityIds === null ? sql`true` : sql`conversion_attribution.facility_account_id = any(${facilityIds}::bigint[])`}
  group by 1, 2, 3`;
