import type { Language } from "@okaeri/contract/errors";
import { notDeliveredText } from "@okaeri/contract/problems/stored-reasons";
import type { Binder } from "../../../http/binder.ts";
import { CallError } from "../../../http/errors.ts";
import { guestCalls } from "../../../http/guest-calls.ts";
import { addressedCustomer } from "../../customers/customers.read.ts";
import { fillMail, fillSubject } from "../content/fill-mail.ts";
import { type MessageRow, messageOf, messagesOf, type WholeMessageRow } from "./messages.queries.ts";

/** What was sent to a guest, as it was sent (docs/adr/0550). */
export function messagesRoutes(os: Binder) {
  const calls = os.messages;
  const { ofGuest } = guestCalls(addressedCustomer);
  return {
    list: calls.list.handler(({ input, context }) =>
      ofGuest(context, input, async (tx, _staff, { id, page, size }) => {
        const { rows, total } = await messagesOf(tx, context.scope.accountId, { id, page, size });
        return { items: rows.map((row) => itemOf(row, context.language)), total, page, size };
      }),
    ),

    get: calls.get.handler(({ input, context }) =>
      ofGuest(context, input, async (tx, _staff, { id, message_id }) => {
        const row = await messageOf(tx, context.scope.accountId, { id, messageId: message_id });
        if (row === undefined) throw new CallError("NOT_FOUND");
        return { ...itemOf(row, context.language), ...asItWasSent(row, context.app.origin) };
      }),
    ),
  };
}

function itemOf(row: MessageRow, language: Language) {
  const at = (moment: Date | null) => moment?.toISOString() ?? null;
  return {
    id: row.id,
    channel: row.channel,
    campaign_id: row.campaign_id,
    campaign_name: row.campaign_name,
    subject: fillSubject(row.subject, row.fact_values),
    sent_at: row.sent_at.toISOString(),
    status: row.status,
    reason: notDeliveredText(row.reason, row.answer, language),
    opened_at: at(row.opened_at),
    machine_opened_at: at(row.machine_opened_at),
    clicked_at: at(row.clicked_at),
    unsubscribed_at: at(row.unsubscribed_at),
    bounced_at: at(row.bounced_at),
    complained_at: at(row.complained_at),
  };
}

/** Both parts but for the tokens of their addresses: staff who read a mail click, open and leave for nobody. */
function asItWasSent({ compiled, fact_values, shown, has_coupon_page }: WholeMessageRow, origin: string) {
  if (fact_values === null) return { html: null, text: null };
  const leadingNowhere = (kind: "r" | "o" | "u" | "c") => `${origin}/${kind}/-`;
  const urls = {
    link: () => leadingNowhere("r"),
    pixel: leadingNowhere("o"),
    unsubscribe: leadingNowhere("u"),
    preferences: leadingNowhere("u"),
    coupon: has_coupon_page ? leadingNowhere("c") : null,
  };
  const { mail } = fillMail(compiled, { values: fact_values, shown }, urls);
  return { html: mail?.html ?? null, text: mail?.text ?? null };
}
