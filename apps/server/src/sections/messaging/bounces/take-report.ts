import { createHash } from "node:crypto";
import type { NotDelivered } from "@okaeri/contract/problems/stored-reasons";
import { mildest, type RecipientNews } from "@okaeri/domain/messaging/delivery-reports";
import type { App } from "../../../app.ts";
import { addressesOfGuest } from "../../customers/suppressions/addresses.read.ts";
import type { Returned } from "../../customers/suppressions/record-returns.ts";
import { findSentMessages } from "../../pushes/sent-messages.read.ts";
import type { MessageEventKind } from "../events/record-message-events.ts";
import type { TokenSays } from "./mail-token.ts";
import type { Report } from "./reading/report.ts";
import { type NewsEvent, recordNews } from "./record-news.ts";
import { mailOfReturnPath, returnPathsIn } from "./return-path.ts";

/**
 * `repeated`: it was recorded before. `nothing`: it brings no news. `unknown`: it brings news of a mail that is not known here. `later`: the
 * mail is not written down as sent yet.
 */
export type ReportVerdict = "recorded" | "repeated" | "nothing" | "unknown" | "later";

const MEANINGS: Record<
  RecipientNews["news"],
  { kind: MessageEventKind; returned?: Returned["kind"]; failure?: NotDelivered; detail?: { soft: true } }
> = {
  hard: { kind: "bounced", returned: "hard", failure: "bounced" },
  soft: { kind: "bounced", returned: "soft", failure: "refused", detail: { soft: true } },
  delayed: { kind: "deferred" },
  complaint: { kind: "complained", returned: "complaint" },
  refusal: { kind: "unsubscribed", returned: "refusal" },
};

/**
 * What a report tells of a mail. `mail`: the one that the report was sent to; else one whose return path stands in the report itself, which
 * nobody can make up.
 */
export async function takeReport(app: App, report: Report, mail: TokenSays | null): Promise<ReportVerdict> {
  if (report.news.length === 0) return "nothing";
  const about = mail ?? mailNamedIn(app, report.about);
  if (about === null) return "unknown";
  const { accountId, pushActionId, customerId } = about;
  const own = report.news.filter(({ addresses }) => addresses.some(about.isTo));
  const news = mildest(own.length > 0 ? own : report.news);
  if (news === undefined) return "nothing";
  return app.database.inScope({ accountIds: [accountId] }, async (tx): Promise<ReportVerdict> => {
    const [sent] = await findSentMessages(tx, accountId, [{ pushActionId, customerId, messageIds: [] }]);
    if (sent === undefined) return "unknown";
    const { returned, failure, ...meaning } = MEANINGS[news.news];
    if (sent.leaves && failure) return "later";
    const known = [...(await addressesOfGuest(tx, accountId, customerId)), ...news.addresses];
    const address = known.find(about.isTo);
    const { statusCode, detail } = news;
    const counts = news.news !== "soft" || news.isAboutMailbox;
    const now = app.clock.now();
    const event: NewsEvent = {
      ...meaning,
      providerEventId: eventIdOf(report, about, news),
      happenedAt: now,
      pushActionId,
      customerId,
      ...(failure ? { failure: { reason: failure, detail: statusCode } } : {}),
      ...(returned && address && counts
        ? { returned: { address, kind: returned, source: "report", statusCode, detail } }
        : {}),
    };
    return (await recordNews(tx, accountId, [event], now)) > 0 ? "recorded" : "repeated";
  });
}

/** The first mail whose return path is in a text; null if there is none. */
export function mailNamedIn(app: App, text: string): TokenSays | null {
  for (const path of returnPathsIn(text)) {
    const mail = mailOfReturnPath(app, path);
    if (mail !== null) return mail;
  }
  return null;
}

/** A report that is sent again, because the answer to it was lost, tells the same. */
function eventIdOf({ messageId }: Report, { pushActionId, customerId }: TokenSays, news: RecipientNews): string {
  const parts = [messageId ?? "", pushActionId, customerId, news.news, news.statusCode].join("\n");
  return `report:${createHash("sha256").update(parts).digest("hex").slice(0, 40)}`;
}
