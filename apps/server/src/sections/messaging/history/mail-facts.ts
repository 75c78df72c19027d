import type { PlaceholderValues } from "@okaeri/domain/messaging/placeholders";
import type { Tx } from "../../../database/connection.ts";
import type { Recipient } from "../../pushes/ports.ts";
import type { CompiledMail, MailFacts } from "../content/compiled-mail.ts";

/** What one guest's mail was made of (docs/adr/0550): with its content it reads as it was sent, whatever has changed since. */
export type StoredFacts = Recipient & {
  contentId: number;
  mailId: number;
  fact_values: Partial<PlaceholderValues>;
  shown: readonly number[];
  hasCouponPage: boolean;
};

/** Of all that is known of a guest, what this content can say. */
export function textsOfMail({ facts }: CompiledMail, values: MailFacts["values"]): Partial<PlaceholderValues> {
  return Object.fromEntries(facts.flatMap((fact) => ((values[fact] ?? null) === null ? [] : [[fact, values[fact]]])));
}

/** Mails of one run that are made and not kept yet; a guest has one at a time. */
export class MadeMails {
  private readonly made = new Map<string, StoredFacts>();

  add(facts: StoredFacts): void {
    this.made.set(keyOf(facts), facts);
  }

  take(recipients: readonly Recipient[]): StoredFacts[] {
    return recipients.flatMap((one) => {
      const facts = this.made.get(keyOf(one));
      this.made.delete(keyOf(one));
      return facts ?? [];
    });
  }
}
const keyOf = ({ pushActionId, customerId }: Recipient) => `${pushActionId}/${customerId}`;

/** A mail that is tried again says what it says then. */
export async function keepMailFacts(
  tx: Tx,
  accountId: number,
  facts: readonly StoredFacts[],
  now: Date,
): Promise<void> {
  if (facts.length === 0) return;
  const rows = facts.map((one) => ({
    push_action_id: one.pushActionId,
    customer_id: one.customerId,
    content_id: one.contentId,
    mail_id: one.mailId,
    fact_values: one.fact_values,
    shown: one.shown,
    has_coupon_page: one.hasCouponPage,
  }));
  await tx.run`insert into mail_facts (account_id, push_action_id, customer_id, content_id, mail_id, fact_values, shown,
    has_coupon_page, made_at)
    select ${accountId}, push_action_id, customer_id, content_id, mail_id, fact_values, shown, has_coupon_page, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (push_action_id bigint, customer_id bigint, content_id bigint,
      mail_id bigint, fact_values jsonb, shown smallint[], has_coupon_page boolean)
    on conflict (account_id, customer_id, push_action_id) do update
    set (content_id, mail_id, fact_values, shown, has_coupon_page, made_at) = (excluded.content_id, excluded.mail_id, excluded.fact_values,
      excluded.shown, excluded.has_coupon_page, excluded.made_at)`;
}

/** An erased guest's messages are known by their day and by the words that all guests read. */
export async function eraseMailFacts(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  await tx.run`update mail_facts
    set fact_values = null, shown = '{}', has_coupon_page = false
    where account_id = ${accountId} and customer_id = any(${customerIds}::bigint[])`;
}
