import { shareInterval } from "@okaeri/domain/campaigns/results/lift";
import { sharesOfAction } from "@okaeri/domain/campaigns/variants/variants";
import { programmeActions } from "@okaeri/domain/permissions/row-actions";
import type { Share, Variant } from "@okaeri/domain/pushes/variants";
import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import type { Scope } from "../../../session/scope.ts";
import { attributedByCoupons, attributedByMessages } from "../../conversions/attributed.read.ts";
import { couponsOf, holdersByVariant } from "../../coupons/compared-coupons.read.ts";
import { comparedRecipients, comparedSends, type VariantComparisonRow } from "../../pushes/variants.read.ts";
import { withinFacilities } from "../../stays/guests.read.ts";
import type { SavedSegment } from "../audience/read-segments.ts";

type VariantRow = {
  campaign_action_id: number;
  variant: Variant;
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
  unsubscribed: number;
  reserved: number;
  transacted: number;
  given: number;
  used: number;
};
const NOTHING = {
  sent: 0,
  delivered: 0,
  opened: 0,
  clicked: 0,
  unsubscribed: 0,
  reserved: 0,
  transacted: 0,
  given: 0,
  used: 0,
};

/**
 * Each action of a campaign that has several texts or coupons, with what came of each, in guests; of people of single facilities, of theirs.
 * A booking that counts by a coupon is credited to its letter, and to no message.
 */
export async function comparisonsOf(tx: Tx, scope: Scope, campaignId: number, segments: readonly SavedSegment[]) {
  const mayChoose = programmeActions(scope.subject, scope.programme, "campaigns").includes("edit");
  const compared = segments.flatMap(({ priority_seq, actions }) =>
    actions.flatMap((action) => {
      const shares = sharesOfAction(action);
      return shares.length < 2 ? [] : [{ action_id: action.id, type: action.type, priority_seq, shares }];
    }),
  );
  if (compared.length === 0) return [];
  const rows = await variantRows(tx, scope, campaignId);
  const sends = await comparedSends(tx, scope.accountId, campaignId);
  return compared.map(({ shares, ...action }) => {
    const send = sends.find((one) => one.campaign_action_id === action.action_id);
    const own = rows.filter((row) => row.campaign_action_id === action.action_id);
    return { ...action, variants: shares.map((share) => variantOf(share, own)), rest: remainingItem(send, mayChoose) };
  });
}

function variantOf({ variant, share }: Share, rows: readonly VariantRow[]) {
  const { campaign_action_id: _, ...figures } = rows.find((row) => row.variant === variant) ?? {
    ...NOTHING,
    campaign_action_id: 0,
  };
  return {
    ...figures,
    variant,
    share,
    opened_interval: shareInterval(figures.opened, figures.delivered),
    clicked_interval: shareInterval(figures.clicked, figures.delivered),
    used_interval: shareInterval(figures.used, figures.given),
  };
}

function remainingItem(send: VariantComparisonRow | undefined, mayChoose: boolean) {
  if (send === undefined) return null;
  const { push_action_id, waiting, is_open, chosen_variant, chosen_by_name, chosen_at } = send;
  return {
    push_action_id,
    waiting,
    may_choose: mayChoose && is_open && waiting > 0 && chosen_variant === null,
    chosen: chosen_variant,
    chosen_by_name,
    chosen_at: chosen_at?.toISOString() ?? null,
  };
}

function variantRows(tx: Tx, scope: Scope, campaignId: number): Promise<VariantRow[]> {
  const { accountId, facilityIds } = scope;
  // An engine may use a code for the guest's booking and name nobody.
  const used = sql`(h.used or u.customer_id is not null)`;
  const given = sql`(h.has or (c.is_everybodys and r.outcome = 'sent'))`;
  return tx.all<VariantRow>`select r.campaign_action_id, r.variant, count(*)::int as sent,
      count(*) filter (where r.delivered)::int as delivered, count(*) filter (where r.opened)::int as opened,
      count(*) filter (where r.clicked)::int as clicked, count(*) filter (where r.unsubscribed)::int as unsubscribed,
      (coalesce(sum(b.reserved), 0) + coalesce(sum(u.reserved), 0))::int as reserved,
      (coalesce(sum(b.transacted), 0) + coalesce(sum(u.transacted), 0))::int as transacted,
      count(*) filter (where ${given})::int as given, count(*) filter (where ${given} and ${used})::int as used
    from ${comparedRecipients(accountId, campaignId)} r
    join customers customer on customer.account_id = ${accountId} and customer.id = r.customer_id
    left join (${attributedByMessages(accountId, campaignId, facilityIds)}) b on b.push_action_id = r.push_action_id
      and b.customer_id = r.customer_id
    left join (${couponsOf(accountId, campaignId)}) c on c.campaign_action_id = r.campaign_action_id and c.variant = r.variant
    left join (${holdersByVariant(accountId, campaignId, facilityIds)}) h on h.campaign_action_id = r.campaign_action_id
      and h.variant = r.variant and h.customer_id = r.customer_id
    left join (${attributedByCoupons(accountId, campaignId, facilityIds)}) u on u.campaign_action_id = r.campaign_action_id
      and u.variant = r.variant and u.customer_id = r.customer_id and ${given}
    where ${withinFacilities(scope, sql`customer.id`)}
    group by 1, 2`;
}
