import type { AudienceCheck } from "@okaeri/contract/campaigns/audience/audience";
import { type AudienceStep, STEP_OF_REASON } from "@okaeri/contract/campaigns/audience/audience-steps";
import { todayInTokyo } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../../../../database/connection.ts";
import type { CouponMention } from "../../../coupons/mentioned-coupons.read.ts";
import type { MailSender } from "../../../messaging/mail-sender.read.ts";
import {
  isCapped,
  MAIL_REASONS,
  type MailReason,
  mailObstaclesOf,
  messagesWithinCap,
} from "../../../messaging/messaging.read.ts";
import type { MessageTerms } from "../../../pushes/campaign-terms.read.ts";
import type { CampaignContext } from "../action-kind.ts";

const DAY_MS = 86_400_000;

/** What a mail asks of one guest, by the rule that leaves guests out of a send, with the days that matter. */
export async function explainMail(
  tx: Tx,
  { accountId, today, now }: CampaignContext,
  { sender, mention, terms }: { sender: MailSender; mention: CouponMention | null; terms: MessageTerms },
  customerId: number,
): Promise<AudienceCheck[]> {
  const { joins, obstacles } = mailObstaclesOf("row", accountId, sender, { today, now }, mention, terms);
  const there = MAIL_REASONS.map((reason) => sql`case when ${obstacles[reason]} then ${sql.lit(reason)} end`);
  const found = await tx.one<{
    reasons: (MailReason | null)[];
    consent_at: Date | null;
  }>`select array[${sql.join(there)}] as reasons,
      (select consent.happened_at
        from customer_consents consent
        where consent.account_id = customer.account_id and consent.customer_id = customer.id and consent.channel = 'mail'
          and consent.purpose = ${terms.purpose}
        order by consent.id desc limit 1) as consent_at
    from customers customer ${joins}
    where customer.account_id = ${accountId} and customer.id = ${customerId}`;
  const sent = await messagesWithinCap(tx, accountId, sender, now, customerId);
  const check = (step: AudienceStep, more: Partial<AudienceCheck> = {}): AudienceCheck => ({
    step,
    reason: found.reasons.find((reason) => reason !== null && STEP_OF_REASON[reason] === step) ?? null,
    days: [],
    free_on: null,
    ...more,
  });
  const last = sender.capCount === null ? undefined : sent[sender.capCount - 1];
  const consent = check("consented", { days: found.consent_at === null ? [] : [todayInTokyo(found.consent_at)] });
  return [
    // What is about the stay asks for none, and obeys who wants nothing all the same.
    ...(terms.purpose === "service" && consent.reason === null ? [] : [consent]),
    check("reachable"),
    ...(!isCapped(sender, terms)
      ? []
      : [
          check("not_capped", {
            days: sent.map(todayInTokyo).reverse(),
            // Once the message that fills the cap is so many days old, one fewer counts.
            free_on: last === undefined ? null : todayInTokyo(new Date(last.getTime() + sender.capDays * DAY_MS)),
          }),
        ]),
    ...(mention === null ? [] : [check("will_receive")]),
  ];
}
