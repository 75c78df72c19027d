import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../../app.ts";
import { CallError } from "../../../http/errors.ts";
import { findSentMessages, type SentMessageMatch } from "../../pushes/sent-messages.read.ts";
import { type NewsEvent, recordNews } from "./record-news.ts";
import { meaningOf, namesIn, type SendGridEvent } from "./sendgrid-events.ts";

/** A mail is written down as sent a moment after it was handed over; until then nobody can say that it came back. */
const MOMENTS = 6;
const MOMENT_MS = 300;

/**
 * Records what SendGrid reports about a programme's mails. Events of mails that are not known here are ignored.
 * @returns the events that the database refuses, each of them alone.
 * @throws CallError UNAVAILABLE while a mail that came back is not recorded as sent yet: SendGrid reports again later.
 */
export async function takeEvents(
  app: App,
  accountId: number,
  events: readonly SendGridEvent[],
): Promise<readonly SendGridEvent[]> {
  try {
    await recordEvents(app, accountId, events);
    return [];
  } catch (error) {
    if (!isAboutValues(error)) throw error;
  }
  const refused: SendGridEvent[] = [];
  for (const event of events) {
    await recordEvents(app, accountId, [event]).catch((error: unknown) => {
      if (!isAboutValues(error)) throw error;
      refused.push(event);
    });
  }
  return refused;
}

/** PostgreSQL's classes of errors that a value causes: data exception, and a constraint. */
const isAboutValues = (error: unknown) => /^2[23]/.test(String((error as { code?: unknown }).code ?? ""));

async function recordEvents(app: App, accountId: number, events: readonly SendGridEvent[]): Promise<void> {
  const relevant = events.flatMap((event) => {
    const meaning = meaningOf(event);
    return meaning ? [{ event, meaning }] : [];
  });
  if (relevant.length === 0) return;
  for (let moment = 1; ; moment++) {
    const isLast = moment === MOMENTS;
    const waiting = await app.database.inScope({ accountIds: [accountId] }, async (tx) => {
      const references = relevant.map(({ event }) => ({
        pushActionId: null,
        customerId: null,
        messageIds: namesIn(event),
      }));
      const mails = new Map((await findSentMessages(tx, accountId, references)).map((mail) => [mail.place, mail]));
      const isEarly = (place: number) =>
        relevant[place]?.meaning.failure !== undefined && mails.get(place)?.leaves === true;
      const early = relevant.filter((_, place) => isEarly(place)).length;
      // Events of other mails do not wait for those that SendGrid has to report again.
      if (early > 0 && !isLast) return early;
      const now = app.clock.now();
      const news = relevant.flatMap((one, place) => {
        const mail = mails.get(place);
        return mail && !isEarly(place) ? [newsOf(one, mail, app.realClock.now(), now)] : [];
      });
      await recordNews(tx, accountId, news, now);
      return early;
    });
    if (waiting === 0) return;
    if (isLast) throw new CallError("UNAVAILABLE");
    await sleep(MOMENT_MS);
  }
}

type RelevantEvent = { event: SendGridEvent; meaning: NonNullable<ReturnType<typeof meaningOf>> };

function newsOf({ event, meaning }: RelevantEvent, mail: SentMessageMatch, realNow: Date, now: Date): NewsEvent {
  const { kind, returned, failure, detail } = meaning;
  const statusCode = event.status ?? "";
  const serverReply = event.reason ?? event.response ?? "";
  // By the product's clock, which a demo moves; and never later than now, whatever is said.
  const age = event.timestamp === null ? 0 : Math.max(0, realNow.getTime() - event.timestamp * 1_000);
  return {
    providerEventId: event.id,
    kind,
    happenedAt: new Date(now.getTime() - Math.min(age, MOST_AGE_MS)),
    pushActionId: mail.pushActionId,
    customerId: mail.customerId,
    mailId: event.okaeri_mail_id ?? null,
    isMachine: event.sg_machine_open === true,
    ...(detail ? { detail } : {}),
    ...(failure ? { failure: { reason: failure, detail: statusCode } } : {}),
    ...(returned
      ? { returned: { address: event.email, kind: returned, source: "sendgrid", statusCode, detail: serverReply } }
      : {}),
  };
}

/** SendGrid tries for three days. */
const MOST_AGE_MS = 30 * 86_400_000;
