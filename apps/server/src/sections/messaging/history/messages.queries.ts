import type { LanguageCode } from "@okaeri/domain/enumerations";
import type { PlaceholderValues } from "@okaeri/domain/messaging/placeholders";
import type { MessageChannel } from "@okaeri/domain/pushes/next-steps";
import { REACTIONS } from "@okaeri/domain/pushes/reactions";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { idsOfCustomer } from "../../points/merged-customers.read.ts";
import { messagesTo } from "../../pushes/sent-messages.read.ts";
import type { CompiledMail, MailLine } from "../content/compiled-mail.ts";

export type MessageRow = {
  id: number;
  channel: MessageChannel;
  campaign_id: number | null;
  campaign_name: string | null;
  language: LanguageCode;
  /** Lines of the subject. */
  subject: MailLine[];
  fact_values: Partial<PlaceholderValues> | null;
  sent_at: Date;
  status: "sent" | "failed" | "unknown";
  reason: string | null;
  answer: string | null;
  opened_at: Date | null;
  machine_opened_at: Date | null;
  clicked_at: Date | null;
  unsubscribed_at: Date | null;
  bounced_at: Date | null;
  complained_at: Date | null;
};

/** Messages of a guest and of those who were merged into them. */
function ofGuest(accountId: number, id: number): RawBuilder<unknown> {
  const whose = idsOfCustomer(accountId, id);
  return sql`mail_facts mail_fact
    join ${messagesTo(accountId, whose)} m on m.push_action_id = mail_fact.push_action_id and m.customer_id = mail_fact.customer_id
    where mail_fact.account_id = ${accountId} and mail_fact.customer_id in ${whose}`;
}

const MOMENTS = sql.join(REACTIONS.map((name) => sql.ref(`${name}_at`)));

/** SQL over messages `found` (columns of mail_facts, and of whom it went to): what their rows show. */
function shown(accountId: number, found: RawBuilder<unknown>, more: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select found.id, found.channel, found.campaign_id, campaign.name as campaign_name,
      mail_content.compiled ->> 'language' as language,
      mail_content.compiled -> 'texts' -> (mail_content.compiled ->> 'subject')::int -> 'lines' as subject, found.fact_values,
        found.sent_at,
      found.outcome as status, found.reason, found.detail as answer, ${MOMENTS} ${more}
    from (${found}) found
    join mail_contents mail_content on mail_content.account_id = ${accountId} and mail_content.id = found.content_id
    left join campaigns campaign on campaign.account_id = ${accountId} and campaign.id = found.campaign_id
    order by found.sent_at desc, found.id desc`;
}

const COLUMNS = sql`mail_fact.id, mail_fact.push_action_id, mail_fact.customer_id, mail_fact.content_id, mail_fact.fact_values,
  mail_fact.shown, mail_fact.has_coupon_page, coalesce(m.sent_at, mail_fact.made_at) as sent_at, m.channel, m.campaign_id, m.outcome,
  m.reason, m.detail, ${MOMENTS}`;

/** A page of what was sent to a guest, the newest first. */
export async function messagesOf(
  tx: Tx,
  accountId: number,
  { id, page, size }: { id: number; page: number; size: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  const messages = ofGuest(accountId, id);
  const { total } = await tx.one<{ total: number }>`select count(*)::int as total from ${messages}`;
  const found = sql`select ${COLUMNS} from ${messages}
    order by coalesce(m.sent_at, mail_fact.made_at) desc, mail_fact.id desc limit ${size} offset ${(page - 1) * size}`;
  return { rows: await tx.all<MessageRow>`${shown(accountId, found, sql``)}`, total };
}

export type WholeMessageRow = MessageRow & { shown: number[]; has_coupon_page: boolean; compiled: CompiledMail };

/** One of them, with what it was made of. */
export async function messageOf(
  tx: Tx,
  accountId: number,
  { id, messageId }: { id: number; messageId: number },
): Promise<WholeMessageRow | undefined> {
  const found = sql`select ${COLUMNS} from ${ofGuest(accountId, id)} and mail_fact.id = ${messageId}`;
  const more = sql`, found.shown, found.has_coupon_page, mail_content.compiled`;
  return tx.maybe<WholeMessageRow>`${shown(accountId, found, more)}`;
}
