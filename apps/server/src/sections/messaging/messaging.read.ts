import { type RawBuilder, sql } from "kysely";
import { messagesSince } from "../pushes/pushes.read.ts";
import type { MailSender } from "./mail-sender.read.ts";

/** Whether the planner should look at a whole account at once (hash joins) or at a few customers (index look-ups). */
export type Shape = "set" | "row";

/**
 * SQL over customers `c`: the newest entry of the mail ledger says given (product §4: consent is a ledger). A customer without an
 * entry has not consented.
 */
function mailConsented(shape: Shape): RawBuilder<boolean> {
  if (shape === "row")
    return sql<boolean>`coalesce((select k.state = 'given' from customer_consents k
      where k.account_id = c.account_id and k.customer_id = c.id and k.channel = 'mail' and k.purpose = 'marketing'
      order by k.id desc limit 1), false)`;
  // One walk over the ledger's index instead of a look-up per customer (measured: correlated 429 ms, joined 154 ms).
  return sql<boolean>`exists (select from ${newestConsents} newest
    where newest.account_id = c.account_id and newest.customer_id = c.id and newest.state = 'given')`;
}

const newestConsents = sql`(select distinct on (k.account_id, k.customer_id) k.account_id, k.customer_id, k.state
  from customer_consents k where k.channel = 'mail' and k.purpose = 'marketing'
  order by k.account_id, k.customer_id, k.id desc)`;

/** SQL over customers `c`: a campaign mail may and can go there (the frequency cap aside). */
export function mailReachable(shape: Shape): RawBuilder<boolean> {
  return sql<boolean>`(c.email is not null and c.email_state = 'valid' and ${mailConsented(shape)}
    and not exists (select from suppressions x where x.account_id = c.account_id and x.channel = 'mail' and x.address = lower(c.email)))`;
}

/** SQL over customers `c`: LINE messages reach the guest. */
export const lineReachable: RawBuilder<boolean> = sql<boolean>`(c.line_user_id is not null and c.line_follow_state = 'following')`;

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
  const consent =
    shape === "set"
      ? sql`left join ${newestConsents} mk on mk.account_id = c.account_id and mk.customer_id = c.id`
      : sql`left join lateral (select k.state from customer_consents k where k.account_id = c.account_id and k.customer_id = c.id
          and k.channel = 'mail' and k.purpose = 'marketing' order by k.id desc limit 1) mk on true`;
  const cap = capJoin(shape, accountId, sender, now);
  return {
    joins: sql`${consent}
      left join suppressions mx on mx.account_id = c.account_id and mx.channel = 'mail' and mx.address = lower(c.email) ${cap.join}`,
    reason: sql<MailReason | null>`case
      when c.email_state = 'opted_out' or mk.state = 'withdrawn' or mx.reason in ('opted_out', 'complained', 'blocked') then 'opted_out'
      when mk.state is null then 'no_consent'
      when c.email is null then 'no_address'
      when c.email_state = 'bounced' or mx.reason = 'bounced' then 'bounced'
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
