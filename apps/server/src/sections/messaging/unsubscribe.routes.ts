import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { clientAddress } from "../../http/client-address.ts";
import { html } from "../../http/html.ts";
import { findRecipient, type Recipient, withdrawMailConsent } from "../customers/mail-consent.ts";
import { guestAddresses } from "../guest-pages/guest-addresses.ts";
import { guestLanguage, sendGuestPage, sendUnknownLink } from "../guest-pages/guest-page.ts";
import { type MailEvent, recordMailEvents } from "./events/record-mail-events.ts";
import { mailSenderOf } from "./mail-sender.read.ts";
import { readUnsubscribeToken, type UnsubscribeTarget } from "./unsubscribe-token.ts";

/** The guest behind a link, and in whose name the mail came. */
type Subscriber = Recipient & { sender: string };

const TEXTS = {
  ja: {
    title: "配信停止",
    ask: (sender: string) => `${sender} からのご案内メールの配信を停止します。`,
    button: "配信を停止する",
    done: (sender: string) => `${sender} からのご案内メールの配信を停止しました。`,
  },
  en: {
    title: "Unsubscribe",
    ask: (sender: string) => `Stop receiving newsletters from ${sender}.`,
    button: "Unsubscribe",
    done: (sender: string) => `You will receive no more newsletters from ${sender}.`,
  },
} as const;

/**
 * `/u/<token>`: opening it only shows, pressing the button acts, so that no link scanner unsubscribes anybody (quality K08). A mail
 * program's one click (RFC 8058) is the same POST. The token is the only key; no session is asked.
 */
export function unsubscribePages(server: FastifyInstance, app: App): void {
  guestAddresses(server, (pages) => {
    pages.get<{ Params: { token: string } }>("/u/:token", async (request, reply) => {
      const found = await open(app, request.params.token);
      return found
        ? show(request, reply, found.subscriber, found.subscriber.withdrawn)
        : sendUnknownLink(request, reply);
    });
    pages.post<{ Params: { token: string } }>("/u/:token", async (request, reply) => {
      const now = app.clock.now();
      const found = await open(app, request.params.token, async (tx, target, subscriber) => {
        await withdrawMailConsent(tx, target.accountId, subscriber, now);
        if (!subscriber.withdrawn)
          await recordAudit(tx, {
            actorUserId: null,
            ip: clientAddress(request),
            accountId: target.accountId,
            action: "unsubscribe",
            entity: "customers",
            entityId: subscriber.id,
          });
        await recordMailEvents(tx, target.accountId, [unsubscribed(target, now)]);
      });
      return found ? show(request, reply, found.subscriber, true) : sendUnknownLink(request, reply);
    });
  });
}

function show(request: FastifyRequest, reply: FastifyReply, { language: own, sender }: Subscriber, done: boolean) {
  const language = guestLanguage(request, own);
  const words = TEXTS[language];
  const body = done
    ? html`<h1>${words.title}</h1><p>${words.done(sender)}</p>`
    : html`<h1>${words.title}</h1><p>${words.ask(sender)}</p><form method="post"><button type="submit">${words.button}</button></form>`;
  return sendGuestPage(reply, { language, house: sender, title: words.title, body });
}

async function open(
  app: App,
  token: string,
  act?: (tx: Tx, target: UnsubscribeTarget, subscriber: Subscriber) => Promise<void>,
): Promise<{ subscriber: Subscriber } | null> {
  const target = readUnsubscribeToken(app.cipher, token);
  if (!target) return null;
  return app.database.inScope({ accountIds: [target.accountId] }, async (tx) => {
    const recipient = await findRecipient(tx, target.accountId, target.customerId);
    if (!recipient) return null;
    const { legalName, accountName } = await mailSenderOf(tx, target.accountId, app.origin);
    const subscriber = { ...recipient, sender: legalName || accountName };
    await act?.(tx, target, subscriber);
    return { subscriber };
  });
}

/** For the figures of the mail that the link was in, once. */
function unsubscribed({ pushActionId, customerId }: UnsubscribeTarget, now: Date): MailEvent {
  const providerEventId = `unsubscribe:${pushActionId}:${customerId}`;
  return { providerEventId, kind: "unsubscribed", happenedAt: now, pushActionId, customerId };
}
