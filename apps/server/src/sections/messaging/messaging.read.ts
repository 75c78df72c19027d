import { type RawBuilder, sql } from "kysely";
import { mailObstacles, type Shape } from "../customers/reachable.read.ts";
import { messagesSince } from "../pushes/pushes.read.ts";
import type { MailSender } from "./mail-sender.read.ts";

/** Why a customer gets no campaign mail, in the funnel's order: consent, then an address that works, then the cap. */
export const MAIL_REASONS = ["opted_out", "no_consent", "no_address", "bounced", "capped"] as const;
export type MailReason = (typeof MAIL_REASONS)[number];

/**
 * What is joined to customers `c` to tell who gets a campaign mail, and the reason (null: gets it) over those joins. `now` is the
 * moment the frequency cap counts back from.
 */
export function mailStanding(
  shape: Shape,
  accountId: number,
  sender: Pick<MailSender, "capCount" | "capDays">,
  now: Date,
): { joins: RawBuilder<unknown>; reason: RawBuilder<MailReason | null> } {
  const { joins, optedOut, noConsent, noAddress, bounced } = mailObstacles(shape);
  const cap = capJoin(shape, accountId, sender, now);
  return {
    joins: sql`${joins} ${cap.join}`,
    reason: sql<MailReason | null>`case
      when ${optedOut} then 'opted_out'
      when ${noConsent} then 'no_consent'
      when ${noAddress} then 'no_address'
      when ${bounced} then 'bounced'
      when ${cap.reached} then 'capped' end`,
  };
}

/** product §8: so many messages per customer and period, all channels together; an unknown outcome counts as received. */
function capJoin(shape: Shape, accountId: number, sender: Pick<MailSender, "capCount" | "capDays">, now: Date) {
  if (sender.capCount === null) return { join: sql``, reached: sql`false` };
  const since = new Date(now.getTime() - sender.capDays * 86_400_000);
  const full = sql`group by t.customer_id having count(*) >= ${sender.capCount}`;
  const join =
    shape === "set"
      ? sql`left join (${messagesSince(accountId, since, sql`true`)} ${full}) mf on mf.customer_id = c.id`
      : sql`left join lateral (${messagesSince(accountId, since, sql`t.customer_id = c.id`)} ${full}) mf on true`;
  return { join, reached: sql`mf.customer_id is not null` };
}
