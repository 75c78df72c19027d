import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { clientAddress } from "../../http/client-address.ts";
import {
  chooseMails,
  findRecipient,
  giveMailConsent,
  type MailWishes,
  type Recipient,
  withdrawMailConsent,
} from "../customers/mail-consent.ts";
import { guestAddresses } from "../guest-pages/guest-addresses.ts";
import { guestLanguage, sendGuestPage, sendUnknownLink } from "../guest-pages/guest-page.ts";
import { holdPushesOf } from "../pushes/keep-reactions.ts";
import { type MailEvent, recordMailEvents } from "./events/record-mail-events.ts";
import { type Leaving, leavingPage, readLeaving } from "./leaving-page.ts";
import { mailSenderOf } from "./mail-sender.read.ts";
import { readUnsubscribeToken, type UnsubscribeTarget } from "./unsubscribe-token.ts";

/** The guest behind a link, and in whose name the mail came. */
type Subscriber = Recipient & { sender: string };

/**
 * `/u/<token>`: opening it only shows, pressing a button acts, so that no link scanner unsubscribes anybody (quality K08). A mail program's
 * one click (RFC 8058) is a POST that says nothing else, and is acted on at once. The token is the only key; no session is asked.
 */
export function unsubscribePages(server: FastifyInstance, app: App): void {
  guestAddresses(server, (pages) => {
    pages.get<{ Params: { token: string } }>("/u/:token", async (request, reply) => {
      const found = await open(app, request.params.token);
      return found ? show(request, reply, found, false) : sendUnknownLink(request, reply);
    });
    pages.post<{ Params: { token: string } }>("/u/:token", async (request, reply) => {
      const leaving = readLeaving(request.body instanceof URLSearchParams ? request.body : null);
      const found = await open(app, request.params.token, (tx, target, subscriber) =>
        act(app, tx, { target, subscriber, leaving, ip: clientAddress(request) }),
      );
      return found ? show(request, reply, found, true) : sendUnknownLink(request, reply);
    });
  });
}

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  { language: own, sender, ...wishes }: Subscriber,
  saved: boolean,
) {
  const language = guestLanguage(request, own);
  return sendGuestPage(reply, { language, house: sender, ...leavingPage(language, sender, wishes, saved) });
}

type Act = { target: UnsubscribeTarget; subscriber: Subscriber; leaving: Leaving; ip: string };

/** @returns what the guest wants now. */
async function act(app: App, tx: Tx, { target, subscriber, leaving, ip }: Act): Promise<MailWishes> {
  const { accountId } = target;
  const moment = { today: todayOf(app.clock), now: app.clock.now() };
  const note = (action: "unsubscribe" | "resubscribe" | "choose_mails") =>
    recordAudit(tx, { actorUserId: null, ip, accountId, action, entity: "customers", entityId: subscriber.id });
  if ("stop" in leaving) {
    await withdrawMailConsent(tx, accountId, subscriber, moment.now);
    if (!subscriber.withdrawn) await note("unsubscribe");
    await recordMailEvents(tx, accountId, [unsubscribed(target, moment.now)]);
    return { ...subscriber, withdrawn: true };
  }
  if ("undo" in leaving) {
    if (!subscriber.withdrawn) return subscriber;
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
  work?: (tx: Tx, target: UnsubscribeTarget, subscriber: Subscriber) => Promise<MailWishes>,
): Promise<Subscriber | null> {
  const target = readUnsubscribeToken(app.cipher, token);
  if (!target) return null;
  return app.database.inScope({ accountIds: [target.accountId] }, async (tx) => {
    // Whoever tells of a mail holds its push before its guest.
    if (work) await holdPushesOf(tx, target.accountId, [target.pushActionId]);
    const recipient = await findRecipient(tx, target.accountId, target.customerId, todayOf(app.clock));
    if (!recipient) return null;
    const { legalName, accountName } = await mailSenderOf(tx, target.accountId, app.origin);
    const subscriber = { ...recipient, sender: legalName || accountName };
    return { ...subscriber, ...(await work?.(tx, target, subscriber)) };
  });
}

/** For the figures of the mail that the link was in, once. */
function unsubscribed({ pushActionId, customerId }: UnsubscribeTarget, now: Date): MailEvent {
  const providerEventId = `unsubscribe:${pushActionId}:${customerId}`;
  return { providerEventId, kind: "unsubscribed", happenedAt: now, pushActionId, customerId };
}
