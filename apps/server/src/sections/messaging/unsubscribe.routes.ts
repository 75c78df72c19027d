import type { FastifyInstance, FastifyReply } from "fastify";
import type { App } from "../../app.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { clientAddress } from "../../http/client-address.ts";
import { findRecipient, type Recipient, withdrawMailConsent } from "../customers/mail-consent.ts";
import { isPush } from "../pushes/pushes.read.ts";
import { mailSenderOf } from "./mail-sender.read.ts";
import { escapeHtml } from "./render-mail.ts";
import { readUnsubscribeToken, type UnsubscribeTarget } from "./unsubscribe-token.ts";

/** The guest behind a link, and in whose name the mail came. */
type Subscriber = Recipient & { sender: string };

const TEXTS = {
  ja: {
    title: "配信停止",
    ask: (sender: string) => `${sender} からのご案内メールの配信を停止します。`,
    button: "配信を停止する",
    done: (sender: string) => `${sender} からのご案内メールの配信を停止しました。`,
    unknown: "このリンクは使えません。お手数ですが、メールに記載の送信者へご連絡ください。",
  },
  en: {
    title: "Unsubscribe",
    ask: (sender: string) => `Stop receiving newsletters from ${sender}.`,
    button: "Unsubscribe",
    done: (sender: string) => `You will receive no more newsletters from ${sender}.`,
    unknown: "This link cannot be used. Please contact the sender named in the mail.",
  },
} as const;

/**
 * `/u/<token>`: opening it only shows, pressing the button acts, so that no link scanner unsubscribes anybody (quality K08). A mail
 * program's one click (RFC 8058) is the same POST. The token is the only key; no session is asked.
 */
export function unsubscribePages(server: FastifyInstance, app: App): void {
  void server.register(async (pages) => {
    // What a form or a mail program posts says nothing that matters.
    pages.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"],
      { parseAs: "string", bodyLimit: 4_096 },
      (_request, _body, done) => done(null, null),
    );
    pages.get<{ Params: { token: string } }>("/u/:token", async (request, reply) => {
      const found = await open(app, request.params.token);
      if (!found) return unknown(reply);
      const { subscriber } = found;
      const words = TEXTS[subscriber.language];
      if (subscriber.withdrawn)
        return page(reply, subscriber.language, words.title, `<p>${escapeHtml(words.done(subscriber.sender))}</p>`);
      return page(
        reply,
        subscriber.language,
        words.title,
        `<p>${escapeHtml(words.ask(subscriber.sender))}</p><form method="post"><button type="submit">${words.button}</button></form>`,
      );
    });
    pages.post<{ Params: { token: string } }>("/u/:token", async (request, reply) => {
      const now = app.clock.now();
      const found = await open(app, request.params.token, async (tx, target, subscriber) => {
        await withdrawMailConsent(tx, target.accountId, subscriber, now);
        await recordUnsubscribed(tx, target, subscriber.id, now);
        if (subscriber.withdrawn) return;
        await recordAudit(tx, {
          actorUserId: null,
          ip: clientAddress(request),
          accountId: target.accountId,
          action: "unsubscribe",
          entity: "customers",
          entityId: subscriber.id,
        });
      });
      if (!found) return unknown(reply);
      const words = TEXTS[found.subscriber.language];
      return page(
        reply,
        found.subscriber.language,
        words.title,
        `<p>${escapeHtml(words.done(found.subscriber.sender))}</p>`,
      );
    });
  });
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

/** For the figures of the push that the link was in, once. */
async function recordUnsubscribed(tx: Tx, target: UnsubscribeTarget, customerId: number, now: Date): Promise<void> {
  const { accountId, pushActionId } = target;
  if (!(await isPush(tx, accountId, pushActionId))) return;
  await tx.run`insert into mail_events (account_id, provider_event_id, kind, push_action_id, customer_id, happened_at)
    values (${accountId}, ${`unsubscribe:${pushActionId}:${target.customerId}`}, 'unsubscribed', ${pushActionId}, ${customerId}, ${now})
    on conflict (account_id, provider_event_id) do nothing`;
}

function unknown(reply: FastifyReply) {
  return page(reply.status(404), "ja", TEXTS.ja.title, `<p>${TEXTS.ja.unknown}</p>`);
}

function page(reply: FastifyReply, language: "ja" | "en", title: string, body: string) {
  return reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("x-robots-tag", "noindex")
    .send(`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>body{margin:0;padding:48px 16px;font:16px/1.8 sans-serif;color:#1c1917;background:#f5f5f4}main{max-width:480px;margin:0 auto;padding:24px;background:#fff;border-radius:8px}h1{margin:0 0 16px;font-size:20px}button{font:inherit;padding:10px 20px;color:#fff;background:#1c1917;border:0;border-radius:6px;cursor:pointer}</style></head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>`);
}
