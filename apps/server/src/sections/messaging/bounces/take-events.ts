import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../../app.ts";
import { CallError } from "../../../http/errors.ts";
import { type SentMail, sentMailsCalled } from "../../pushes/sent-mails.read.ts";
import { type MailNewsEvent, recordNews } from "./record-news.ts";
import { meaningOf, namesIn, type SendGridEvent } from "./sendgrid-events.ts";

/** A mail is written down as sent a moment after it was handed over; until then nobody can say that it came back. */
const MOMENTS = 6;
const MOMENT_MS = 300;

/**
 * What SendGrid tells about a programme's mails. Events of mails that are not known here are left.
 * @throws CallError UNAVAILABLE while a mail that came back is not written down as sent yet: SendGrid tells again later.
 */
export async function takeEvents(app: App, accountId: number, events: readonly SendGridEvent[]): Promise<void> {
  const meant = events.flatMap((event) => {
    const meaning = meaningOf(event);
    return meaning ? [{ event, meaning }] : [];
  });
  if (meant.length === 0) return;
  for (let moment = 1; ; moment++) {
    const done = await app.database.inScope({ accountIds: [accountId] }, async (tx) => {
      const called = meant.map(({ event }) => ({ pushActionId: null, customerId: null, messageIds: namesIn(event) }));
      const mails = new Map((await sentMailsCalled(tx, accountId, called)).map((mail) => [mail.place, mail]));
      if (meant.some(({ meaning }, place) => meaning.failure && mails.get(place)?.leaves)) return false;
      const now = app.clock.now();
      const told = meant.flatMap((one, place) => {
        const mail = mails.get(place);
        return mail ? [newsOf(one, mail, app.realClock.now(), now)] : [];
      });
      await recordNews(tx, accountId, told, now);
      return true;
    });
    if (done) return;
    if (moment === MOMENTS) throw new CallError("UNAVAILABLE");
    await sleep(MOMENT_MS);
  }
}

type Meant = { event: SendGridEvent; meaning: NonNullable<ReturnType<typeof meaningOf>> };

function newsOf({ event, meaning }: Meant, mail: SentMail, realNow: Date, now: Date): MailNewsEvent {
  const { kind, returned, failure, detail } = meaning;
  const statusCode = event.status ?? "";
  const said = event.reason ?? event.response ?? "";
  // By the product's clock, which a demo moves; and never later than now, whatever is said.
  const age = Math.max(0, realNow.getTime() - event.timestamp * 1_000);
  return {
    providerEventId: event.sg_event_id,
    kind,
    happenedAt: new Date(now.getTime() - Math.min(age, MOST_AGE_MS)),
    pushActionId: mail.pushActionId,
    customerId: mail.customerId,
    mailId: event.okaeri_mail_id ?? null,
    isMachine: event.sg_machine_open === true,
    ...(detail ? { detail } : {}),
    ...(failure ? { failure: { reason: failure, detail: statusCode } } : {}),
    ...(returned
      ? { returned: { address: event.email, kind: returned, source: "sendgrid", statusCode, detail: said } }
      : {}),
  };
}

/** SendGrid tries for three days. */
const MOST_AGE_MS = 30 * 86_400_000;
