import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { EvaluationDay } from "../../database/evaluation-day.ts";
import type { Shape } from "../../database/form-sql.ts";
import {
  type CouponMention,
  guestsWithCouponToMention,
  mentionedCouponSql,
} from "../coupons/mentioned-coupons.read.ts";
import { mailObstacles, mailPreferences } from "../customers/reachable.read.ts";
import type { MessageTerms } from "../pushes/campaign-terms.read.ts";
import { messagesBefore, messagesSince } from "../pushes/pushes.read.ts";
import type { MailSender } from "./mail-sender.read.ts";

/**
 * Why a customer gets no campaign mail, in the funnel's order: consent and what the guest chose, then an address that works, then the cap,
 * then the coupon it mentions.
 */
export const MAIL_REASONS = [
  "opted_out",
  "no_consent",
  "class_refused",
  "paused",
  "no_address",
  "bounced",
  "capped",
  "no_coupon",
] as const;
export type MailReason = (typeof MAIL_REASONS)[number];

/**
 * What is joined to customers `customer` to tell who gets a campaign mail, and the reason (null: gets it) over those joins. `now` is the
 * moment the frequency cap counts back from. `mention`: which coupon the text mentions. For a whole audience only of what guests hold
 * already is known who has any; what the segment itself gives is asked of each when it was given. What is about the stay asks no consent.
 */
export function mailEligibility(
  shape: Shape,
  accountId: number,
  sender: Pick<MailSender, "capCount" | "capDays">,
  { today, now }: { today: EvaluationDay; now: Date },
  mention: CouponMention | null,
  terms: MessageTerms,
): { joins: RawBuilder<unknown>; reason: RawBuilder<MailReason | null> } {
  const { joins, obstacles } = mailObstaclesOf(shape, accountId, sender, { today, now }, mention, terms);
  const cases = MAIL_REASONS.map((reason) => sql`when ${obstacles[reason]} then ${sql.lit(reason)}`);
  return { joins, reason: sql<MailReason | null>`case ${sql.join(cases, sql` `)} end` };
}

/** Each obstacle by itself: several can be there at once. */
export function mailObstaclesOf(
  shape: Shape,
  accountId: number,
  sender: Pick<MailSender, "capCount" | "capDays">,
  { today, now }: { today: EvaluationDay; now: Date },
  mention: CouponMention | null,
  terms: MessageTerms,
): { joins: RawBuilder<unknown>; obstacles: Record<MailReason, RawBuilder<boolean>> } {
  const { joins, optedOut, noConsent, noAddress, bounced } = mailObstacles(shape, terms.purpose);
  // Messages about the stay that do not advertise have no class that guests refuse.
  const { classRefused, paused } =
    terms.purpose === "service"
      ? { classRefused: sql<boolean>`false`, paused: sql<boolean>`false` }
      : mailPreferences(shape, accountId, terms.messageClass, today);
  const cap = capJoin(shape, accountId, sender, now, terms);
  return {
    joins: sql`${joins} ${cap.join}`,
    obstacles: {
      opted_out: optedOut,
      no_consent: noConsent,
      class_refused: classRefused,
      paused,
      no_address: noAddress,
      bounced,
      capped: cap.reached,
      no_coupon: noCoupon(shape, accountId, today, mention),
    },
  };
}

function noCoupon(
  shape: Shape,
  accountId: number,
  today: EvaluationDay,
  mention: CouponMention | null,
): RawBuilder<boolean> {
  if (mention === null) return sql<boolean>`false`;
  if (shape === "row") return sql<boolean>`${mentionedCouponSql(today, mention)} is null`;
  if (mention.actionIds !== null) return sql<boolean>`false`;
  return sql<boolean>`customer.id not in ${guestsWithCouponToMention(accountId, today, mention.withCode)}`;
}

const DAY_MS = 86_400_000;

/**
 * SQL over customers `customer`: rows found by the id of a guest, and by those of who was merged into them, whose messages are the guest's.
 * Each by a look into an index: one over all the ids together would read whatever waits in the account, for each guest, and the offset holds
 * the planner to the order where it knows nothing of a table yet.
 */
const ofOne = (
  rows: (customerId: RawBuilder<number>) => RawBuilder<unknown>,
) => sql`select * from (${rows(sql`customer.id`)}) own
  union all
  select merged.*
  from customers merged_customer
  cross join lateral (select * from (${rows(sql`merged_customer.id`)}) m offset 0) merged
  where merged_customer.account_id = customer.account_id and merged_customer.merged_into = customer.id`;

/** Whether guests can have had enough of such messages. What is about the stay counts in no limit. */
export const isCapped = (
  { capCount }: Pick<MailSender, "capCount">,
  { purpose, forecast }: Pick<MessageTerms, "purpose" | "forecast">,
) => capCount !== null && purpose === "marketing" && forecast !== "caller";

/**
 * product §8: so many messages per customer and period, of all channels and campaigns together. An unknown outcome counts as received, and
 * what waits before this message as sent.
 */
function capJoin(
  shape: Shape,
  accountId: number,
  sender: Pick<MailSender, "capCount" | "capDays">,
  now: Date,
  terms: MessageTerms,
) {
  if (!isCapped(sender, terms)) return { join: sql``, reached: sql<boolean>`false` };
  const since = capSince(sender, now);
  const forecast = terms.forecast === "caller" ? [] : (terms.forecast ?? []).filter(({ at }) => at > since);
  const counted = (
    whose: RawBuilder<boolean>,
  ) => sql`select s.customer_id from (${messagesSince(accountId, since, whose)}) s
    union all ${messagesBefore(accountId, terms, whose)}`;
  const ofAll = forecast.map(({ customerIds }) => sql` union all select unnest(${customerIds}::bigint[])`);
  const ofOneGuest = forecast.map(
    ({ customerIds }) => sql` union all select customer.id where customer.id = any(${customerIds}::bigint[])`,
  );
  const full = sql`group by 1 having count(*) >= ${sender.capCount}`;
  const join =
    shape === "set"
      ? sql`left join (
          select coalesce(reached_customer.merged_into, reached_customer.id) as customer_id
          from (${counted(sql`true`)} ${sql.join(ofAll, sql``)}) t
          join customers reached_customer on reached_customer.account_id = ${accountId}
            and reached_customer.id = t.customer_id ${full}
        ) mf on mf.customer_id = customer.id`
      : sql`left join lateral (
          select customer.id as customer_id
          from (${ofOne((id) => counted(sql`target.customer_id = ${id}`))} ${sql.join(ofOneGuest, sql``)}) t
          having count(*) >= ${sender.capCount}
        ) mf on true`;
  return { join, reached: sql<boolean>`mf.customer_id is not null` };
}

/** The moment from which messages count for the cap. */
export const capSince = ({ capDays }: Pick<MailSender, "capDays">, now: Date) =>
  new Date(now.getTime() - capDays * DAY_MS);

/** When the messages went to a guest that count for the cap, the newest first. */
export async function messagesWithinCap(
  tx: Tx,
  accountId: number,
  sender: Pick<MailSender, "capDays">,
  now: Date,
  customerId: number,
): Promise<Date[]> {
  const rows = await tx.all<{ sent_at: Date }>`select t.sent_at
    from customers customer
    cross join lateral (${ofOne((id) => messagesSince(accountId, capSince(sender, now), sql`target.customer_id = ${id}`))}) t
    where customer.account_id = ${accountId} and customer.id = ${customerId}
    order by t.sent_at desc`;
  return rows.map((row) => row.sent_at);
}
