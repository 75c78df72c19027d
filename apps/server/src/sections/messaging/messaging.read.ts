import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import type { Shape } from "../../database/form-sql.ts";
import { type CouponMention, guestsWithCouponToMention, mentionedCoupon } from "../coupons/mentioned-coupons.read.ts";
import { mailObstacles } from "../customers/reachable.read.ts";
import type { Moment } from "../pushes/ports.ts";
import { messagesSince } from "../pushes/pushes.read.ts";
import type { MailSender } from "./mail-sender.read.ts";

/** Why a customer gets no campaign mail, in the funnel's order: consent, then an address that works, then the cap, then the coupon it mentions. */
export const MAIL_REASONS = ["opted_out", "no_consent", "no_address", "bounced", "capped", "no_coupon"] as const;
export type MailReason = (typeof MAIL_REASONS)[number];

/**
 * What is joined to customers `customer` to tell who gets a campaign mail, and the reason (null: gets it) over those joins. `now` is the
 * moment the frequency cap counts back from. `mention`: which coupon the text mentions. For a whole audience only of what guests hold
 * already is known who has any; what the segment itself gives is asked of each when it was given.
 */
export function mailEligibility(
  shape: Shape,
  accountId: number,
  sender: Pick<MailSender, "capCount" | "capDays">,
  { today, now }: Moment,
  mention: CouponMention | null,
): { joins: RawBuilder<unknown>; reason: RawBuilder<MailReason | null> } {
  const { joins, optedOut, noConsent, noAddress, bounced } = mailObstacles(shape);
  const cap = capJoin(shape, accountId, sender, now);
  return {
    joins: sql`${joins} ${cap.join}`,
    reason: sql<MailReason | null>`case when ${optedOut} then 'opted_out'
      when ${noConsent} then 'no_consent'
      when ${noAddress} then 'no_address'
      when ${bounced} then 'bounced'
      when ${cap.reached} then 'capped'
      when ${noCoupon(shape, accountId, today, mention)} then 'no_coupon' end`,
  };
}

function noCoupon(
  shape: Shape,
  accountId: number,
  today: CalendarDate,
  mention: CouponMention | null,
): RawBuilder<boolean> {
  if (mention === null) return sql<boolean>`false`;
  if (shape === "row") return sql<boolean>`${mentionedCoupon(today, mention)} is null`;
  if (mention.actionIds !== null) return sql<boolean>`false`;
  return sql<boolean>`customer.id not in ${guestsWithCouponToMention(accountId, today, mention.withCode)}`;
}

/** product §8: so many messages per customer and period, all channels together; an unknown outcome counts as received. */
function capJoin(shape: Shape, accountId: number, sender: Pick<MailSender, "capCount" | "capDays">, now: Date) {
  if (sender.capCount === null) return { join: sql``, reached: sql`false` };
  const since = new Date(now.getTime() - sender.capDays * 86_400_000);
  const full = sql`group by 1 having count(*) >= ${sender.capCount}`;
  // What somebody got who was merged since, the guest got.
  const ofOne = sql<boolean>`(target.customer_id = customer.id
    or target.customer_id in (select merged_customer.id
      from customers merged_customer
      where merged_customer.account_id = customer.account_id and merged_customer.merged_into = customer.id))`;
  const join =
    shape === "set"
      ? sql`left join (
          select coalesce(reached_customer.merged_into, reached_customer.id) as customer_id
          from (${messagesSince(accountId, since, sql`true`)}) t
          join customers reached_customer on reached_customer.account_id = ${accountId}
            and reached_customer.id = t.customer_id ${full}
        ) mf on mf.customer_id = customer.id`
      : sql`left join lateral (
          select customer.id as customer_id
          from (${messagesSince(accountId, since, ofOne)}) t
          having count(*) >= ${sender.capCount}
        ) mf on true`;
  return { join, reached: sql`mf.customer_id is not null` };
}
