import { codeIn } from "@okaeri/domain/messaging/classify-delivery";
import { maskedExcerpt } from "@okaeri/domain/messaging/masked-excerpt";
import type { App } from "../../../../app.ts";
import type { RefusedEvent, SendGridEvent } from "../sendgrid-events.ts";
import { recordUnrecognised, type UnrecognisedReportRow } from "./record-unrecognised.ts";
import { currentMoment } from "./take-unrecognised.ts";

/** Counts SendGrid's events that were refused for a field, and those that could not be stored. */
export async function countRefusedEvents(
  app: App,
  accountId: number,
  { refused, unstored }: { refused: readonly RefusedEvent[]; unstored: readonly SendGridEvent[] },
): Promise<void> {
  const shown = [
    ...refused.map(({ event, field }) => ({ codes: "", text: `event ${quoted(event)}: field ${quoted(field)}` })),
    ...unstored.map(({ event, status }) => ({
      codes: codeIn(status ?? "") ?? "",
      text: `event ${quoted(event)}: not stored`,
    })),
  ];
  const alike = Map.groupBy(shown, ({ codes, text }) => `${codes} ${text}`);
  const reports = [...alike.values()].map((events): UnrecognisedReportRow => {
    const { codes = "", text = "" } = events[0] ?? {};
    const statusCodes = codes === "" ? [] : [codes];
    const excerpt = maskedExcerpt(text);
    return { source: "sendgrid", server: "SendGrid", statusCodes, excerpt, occurrences: events.length };
  });
  if (reports.length > 0)
    await app.database.inScope({ accountIds: [accountId] }, (tx) =>
      recordUnrecognised(tx, accountId, reports, currentMoment(app)),
    );
}

const quoted = (word: string) => `"${word}"`;
