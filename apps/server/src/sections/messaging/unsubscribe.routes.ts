import { OPT_OUT_UNDO_DAYS } from "@okaeri/domain/customers/consent";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { clientAddress } from "../../http/client-address.ts";
import { daysBefore } from "../../jobs/terms.ts";
import {
  chooseMails,
  findRecipient,
  giveMailConsent,
  type MailRecipient,
  type MailWishes,
  withdrawMailConsent,
} from "../customers/mail-consent.ts";
import { isOwnOptOut } from "../customers/suppressions/opt-outs.ts";
import { addressChangedPage } from "../guest-pages/address-changed.ts";
import { guestAddresses } from "../guest-pages/guest-addresses.ts";
import { guestLanguage, sendGuestPage, sendUnknownLink } from "../guest-pages/guest-page.ts";
import { holdPushesOf } from "../pushes/keep-reactions.ts";
import { isSentTo } from "./address-mark.ts";
import { type MessageEvent, recordMessageEvents } from "./events/record-message-events.ts";
import { mailSenderOf } from "./mail-sender.read.ts";
import { readUnsubscribe, type UnsubscribeNote, type UnsubscribeRequest, unsubscribePage } from "./unsubscribe-page.ts";
import { readUnsubscribeToken, type UnsubscribeTarget } from "./unsubscribe-token.ts";

/** The customer a link belongs to, the sender of its mail, and what the link may do. */
type Subscriber = MailRecipient & {
  sender: string;
  /** The customer has another address now than the mail was sent to: the link changes nothing. */
  isAddressChanged: boolean;
  /** The customer is opted out by this link, and may undo that. */
  mayUndo: boolean;
};

/**
 * `/u/<token>`: a GET only shows, a POST acts, so that no link scanner unsubscribes anybody (quality K08). A mail program's one click (RFC
 * 8058) is a POST and acts at once. The token is the only key; no session is needed.
 */
export function unsubscribePages(server: FastifyInstance, app: App): void {
  guestAddresses(server, (pages) => {
    pages.get<{ Params: { token: string } }>("/u/:token", async (request, reply) => {
      const found = await open(app, request.params.token);
      return found ? show(request, reply, found, null) : sendUnknownLink(request, reply);
    });
    pages.post<{ Params: { token: string } }>("/u/:token", async (request, reply) => {
      const leaving = readUnsubscribe(request.body instanceof URLSearchParams ? request.body : null);
      const ip = clientAddress(request);
      const found = await open(
        app,
        request.params.token,
        leaving && ((tx, target, subscriber) => act(app, tx, { target, subscriber, leaving, ip })),
      );
      return found ? show(request, reply, found, leaving ? "saved" : "unclear") : sendUnknownLink(request, reply);
    });
  });
}

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  { language: own, sender, isAddressChanged, mayUndo, ...wishes }: Subscriber,
  note: UnsubscribeNote | null,
) {
  const language = guestLanguage(request, own);
  const page = isAddressChanged
    ? addressChangedPage(language, sender)
    : unsubscribePage(language, sender, { wishes, mayUndo, note });
  return sendGuestPage(reply, { language, house: sender, ...page, status: note === "unclear" ? 400 : 200 });
}

type Act = { target: UnsubscribeTarget; subscriber: Subscriber; leaving: UnsubscribeRequest; ip: string };

/** Returns what the customer wants from now on. */
async function act(app: App, tx: Tx, { target, subscriber, leaving, ip }: Act): Promise<MailWishes> {
  const { accountId, pushActionId } = target;
  const moment = { today: todayOf(app.clock), now: app.clock.now() };
  const note = (action: "unsubscribe" | "resubscribe" | "choose_mails") =>
    recordAudit(tx, { actorUserId: null, ip, accountId, action, entity: "customers", entityId: subscriber.id });
  if ("stop" in leaving) {
    // A mail program repeats its one click, and a guest may press twice: the first one stays the one that can be undone.
    if (subscriber.mayUndo) return subscriber;
    await withdrawMailConsent(tx, accountId, subscriber, { pushActionId, now: moment.now });
    if (!subscriber.withdrawn) await note("unsubscribe");
    await recordMessageEvents(tx, accountId, [unsubscribed(target, moment.now)]);
    return { ...subscriber, withdrawn: true };
  }
  if ("undo" in leaving) {
    if (!subscriber.mayUndo) return subscriber;
    await giveMailConsent(tx, accountId, subscriber, moment.now);
    await note("resubscribe");
    return { ...subscriber, withdrawn: false };
  }
  const wishes = await chooseMails(tx, accountId, subscriber, leaving, moment);
  if (wishes !== null) await note("choose_mails");
  return wishes ?? subscriber;
}

async function open(
  app: App,
  token: string,
  work: ((tx: Tx, target: UnsubscribeTarget, subscriber: Subscriber) => Promise<MailWishes>) | null = null,
): Promise<Subscriber | null> {
  const target = readUnsubscribeToken(app.cipher, token);
  if (!target) return null;
  const { accountId, customerId, pushActionId } = target;
  return app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    // Lock order: the push of a mail before its customer.
    if (work) await holdPushesOf(tx, accountId, [pushActionId]);
    const recipient = await findRecipient(tx, accountId, customerId, todayOf(app.clock));
    if (!recipient) return null;
    const { guestName: sender } = await mailSenderOf(tx, accountId, app.origin);
    const isAddressChanged = !isSentTo(target, recipient.email);
    const since = daysBefore(app.clock.now(), OPT_OUT_UNDO_DAYS);
    const mayUndo = async ({ withdrawn }: MailWishes) => {
      const { id, email } = recipient;
      if (!withdrawn || isAddressChanged || email === null) return false;
      return isOwnOptOut(tx, accountId, { customerId: id, address: email, pushActionId, since });
    };
    const subscriber = { ...recipient, sender, isAddressChanged, mayUndo: await mayUndo(recipient) };
    if (!work || isAddressChanged) return subscriber;
    const wishes = await work(tx, target, subscriber);
    return { ...subscriber, ...wishes, mayUndo: await mayUndo(wishes) };
  });
}

/** For the figures of the mail that the link was in, once. */
function unsubscribed({ pushActionId, customerId }: UnsubscribeTarget, now: Date): MessageEvent {
  const providerEventId = `unsubscribe:${pushActionId}:${customerId}`;
  return { providerEventId, kind: "unsubscribed", happenedAt: now, pushActionId, customerId };
}
