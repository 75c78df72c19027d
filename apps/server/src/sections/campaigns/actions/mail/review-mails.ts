import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import type { FieldCaution } from "@okaeri/contract/problems/cautions";
import { sql } from "kysely";
import type { Tx } from "../../../../database/connection.ts";
import { type MailSender, mailSenderOf } from "../../../messaging/mail-sender.read.ts";
import { capSince, isCapped, mailEligibility } from "../../../messaging/messaging.read.ts";
import { messagesSince } from "../../../pushes/pushes.read.ts";
import type { ActionEstimate, CampaignContext, ReviewedPlace, Reviewing } from "../action-kind.ts";

const DAY_MS = 86_400_000;
/** Met so often within so many days a guest may have enough of it. */
const OFTEN = { times: 3, days: 30 };

/** Who mails of a campaign come from, and what could go wrong with them. What is said of guests is said once, at the first of them. */
export async function reviewMails(
  tx: Tx,
  asking: CampaignContext,
  actions: readonly ReviewedPlace<MailDetail>[],
  of: Reviewing,
): Promise<ActionEstimate[]> {
  if (actions.length === 0) return [];
  const sender = await mailSenderOf(tx, asking.accountId, asking.origin);
  const found = await reachedOften(tx, asking, sender, of);
  const bounced = actions.reduce((sum, { counted }) => sum + counted.reasons.bounced, 0);
  const cautions: FieldCaution[] = [];
  if (!sender.ownAddress) cautions.push({ path: "from_address", code: "sender_unset", address: sender.fromAddress });
  if (found.often > 0) cautions.push({ path: "", code: "met_often", count: found.often });
  const { capCount: max, capDays: days } = sender;
  if (max !== null && isCapped(sender, of.terms) && found.full > 0)
    cautions.push({ path: "", code: "reaches_cap", count: found.full, max, days });
  if (bounced > 0) cautions.push({ path: "", code: "addresses_bounced", count: bounced });
  if (found.malformed > 0) cautions.push({ path: "", code: "addresses_malformed", count: found.malformed });
  const from = { name: sender.fromName, address: sender.fromAddress, reply_to: sender.fromAddress };
  return actions.map((_, at) => ({
    total: null,
    until: null,
    endless: false,
    sender: from,
    cautions: at === 0 ? cautions : [],
  }));
}

/** Of those whom the campaign's mails go to: who was met often, whom they take to the cap, and whose address no server takes. */
async function reachedOften(
  tx: Tx,
  { accountId, today, now }: CampaignContext,
  sender: MailSender,
  { guests, terms }: Reviewing,
) {
  const { joins, reason } = mailEligibility("set", accountId, sender, { today, now }, null, terms);
  const since = new Date(now.getTime() - OFTEN.days * DAY_MS);
  const withinCap = capSince(sender, now);
  const first = since < withinCap ? since : withinCap;
  const { capCount } = sender;
  return tx.one<{ often: number; full: number; malformed: number }>`with met as materialized (
      select coalesce(met_customer.merged_into, met_customer.id) as customer_id, count(*) filter (where t.sent_at > ${since}) as lately,
        count(*) filter (where t.sent_at > ${withinCap}) as within_cap
      from (${messagesSince(accountId, first, sql`true`)}) t
      join customers met_customer on met_customer.account_id = ${accountId} and met_customer.id = t.customer_id
      group by 1
    ),
    reached as materialized (
      select customer.id, customer.email
      from customers customer ${joins}
      where customer.account_id = ${accountId} and customer.id in ${guests} and ${reason} is null
    )
    select count(*) filter (where m.lately >= ${OFTEN.times})::int as often,
      count(*) filter (where coalesce(m.within_cap, 0) + 1 = ${capCount}::int)::int as full,
      count(*) filter (where r.email !~ '^[^@[:space:]]+@[^@[:space:].]+([.][^@[:space:].]+)+$')::int as malformed
    from reached r
    left join met m on m.customer_id = r.id`;
}
