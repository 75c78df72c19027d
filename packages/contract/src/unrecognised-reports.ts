import { z } from "zod";
import { call, needsAction, needsOperator, needsRow } from "./call.ts";
import { id } from "./paging.ts";

/** Source: a report by mail to the bounce receiver, or an event of SendGrid's webhook. */
export const REPORT_SOURCES = ["smtp", "sendgrid"] as const;
export type ReportSource = (typeof REPORT_SOURCES)[number];

/** Reports of one day that look alike. */
const item = z.object({
  id: z.number().int(),
  source: z.enum(REPORT_SOURCES),
  /** Counts what came after the day's 200 rows, without server, codes and text. */
  is_overflow: z.boolean(),
  /** The sending server's HELO name, or its address. */
  server: z.string(),
  /** Reply and enhanced status codes, five at most. */
  status_codes: z.array(z.string()),
  /** 300 characters of the text at most, with addresses, telephone numbers and long tokens masked. */
  excerpt: z.string(),
  count: z.number().int(),
  first_at: z.string(),
  last_at: z.string(),
  has_whole_text: z.boolean(),
});

/** How many were received within the week. */
const totals = z.object({ smtp: z.number().int(), sendgrid: z.number().int() });

/** `choose_client`: provider staff read the text with the client chosen (`?account_id=`). */
export const WHOLE_TEXT_ACCESS = ["readable", "choose_client", "not_allowed"] as const;

/** Reports about mails that were not understood, of the last 7 days (docs/adr/0543). */
export const unrecognisedReports = {
  /** The newest 200 of all programmes. Those that name no mail are the provider's own. */
  list: call(needsOperator)
    .route({ method: "GET", path: "/jobs/unrecognised-reports", summary: "読み取れなかった通知(全クライアント)" })
    .output(
      z.object({
        items: z.array(item.extend({ account: z.object({ id: z.number().int(), name: z.string() }) })),
        totals,
      }),
    ),
  /** The newest 200 of the account's programme. */
  ofAccount: call(needsRow("accounts/read"))
    .route({ method: "GET", path: "/accounts/{id}/unrecognised-reports", summary: "読み取れなかった通知" })
    .input(z.object({ id }))
    .output(z.object({ items: z.array(item), totals, whole_text: z.enum(WHOLE_TEXT_ACCESS) })),
  /** The whole text, for people who may see its recipient. Each access is audited. */
  get: call(needsAction("customers/read"))
    .route({
      method: "GET",
      path: "/accounts/{id}/unrecognised-reports/{report_id}",
      summary: "読み取れなかった通知の全文",
    })
    .input(z.object({ id, report_id: id }))
    /** `text`: the sender's words, decoded. `source`: the mail as it came, 128 KB at most. */
    .output(item.extend({ text: z.string(), source: z.string() })),
};
