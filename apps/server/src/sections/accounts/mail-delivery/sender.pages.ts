import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../../app.ts";
import { recordAudit } from "../../../audit/record-audit.ts";
import { clientAddress } from "../../../http/client-address.ts";
import { html } from "../../../http/html.ts";
import { guestAddresses } from "../../guest-pages/guest-addresses.ts";
import { guestLanguage, sendGuestPage, sendUnknownLink } from "../../guest-pages/guest-page.ts";
import { confirmAddress, openSenderLink, type SenderLink } from "./sender-address.ts";

const TEXTS = {
  ja: {
    title: "差出人アドレスの確認",
    ask: ({ name, address }: SenderLink) =>
      `「${name}」がお客様へ送るメールの差出人として、このアドレス（${address}）を使います。`,
    warn: "心当たりがない場合は、このページを閉じてください。このアドレスからは送られません。",
    button: "このアドレスを差出人にする",
    done: ({ name, address }: SenderLink) => `確認しました。「${name}」のメールは ${address} から送られます。`,
  },
  en: {
    title: "Confirm the sender address",
    ask: ({ name, address }: SenderLink) => `${name} will send mails to its guests from this address (${address}).`,
    warn: "If you did not expect this, close this page. Nothing is then sent from this address.",
    button: "Use this address as sender",
    done: ({ name, address }: SenderLink) => `Thank you. Mails of ${name} now come from ${address}.`,
  },
} as const;

/** `/sender/<token>`, as it is mailed to a new sender address: opening it only shows, pressing the button confirms. */
export function senderPages(server: FastifyInstance, app: App): void {
  guestAddresses(server, (pages) => {
    pages.get<{ Params: { token: string } }>("/sender/:token", async (request, reply) => {
      const link = await openSenderLink(app, request.params.token);
      return link === null ? sendUnknownLink(request, reply) : shown(request, reply, link);
    });
    pages.post<{ Params: { token: string } }>("/sender/:token", async (request, reply) => {
      const link = await openSenderLink(app, request.params.token, async (tx, { accountId, address, isConfirmed }) => {
        if (isConfirmed) return;
        await confirmAddress(tx, accountId, address);
        await recordAudit(tx, {
          actorUserId: null,
          ip: clientAddress(request),
          accountId,
          action: "confirm_sender",
          entity: "accounts",
          entityId: accountId,
          after: { mail_from_address: address },
        });
      });
      return link === null ? sendUnknownLink(request, reply) : shown(request, reply, { ...link, isConfirmed: true });
    });
  });
}

function shown(request: FastifyRequest, reply: FastifyReply, link: SenderLink) {
  const language = guestLanguage(request);
  const words = TEXTS[language];
  const body = link.isConfirmed
    ? html`<h1>${words.title}</h1><p>${words.done(link)}</p>`
    : html`<h1>${words.title}</h1><p>${words.ask(link)}</p><p>${words.warn}</p>
<form method="post"><button type="submit">${words.button}</button></form>`;
  return sendGuestPage(reply, { language, house: link.name, title: words.title, body });
}
