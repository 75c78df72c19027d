import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { clientAddress } from "../../http/client-address.ts";
import { CallError } from "../../http/errors.ts";
import { html } from "../../http/html.ts";
import { guestLanguage, guestPageHtml, sendUnknownLink } from "./guest-page.ts";
import { POLICY } from "./look.ts";

/** Rate limit: requests of one address in a minute, in one process. A proxy of a mail program fetches for many guests. */
const REQUESTS = 600;

const FAILED = {
  ja: {
    400: "送信された内容を受け付けられません",
    429: "アクセスが多すぎます",
    500: "ただいま表示できません",
    fromPage: "何も変更していません。お手数ですが、メールのリンクからページを開き、そのボタンからお試しください。",
    again: "お手数ですが、しばらくしてから、もう一度お試しください。",
  },
  en: {
    400: "What was sent cannot be accepted",
    429: "Too many requests",
    500: "This page cannot be shown right now",
    fromPage: "Nothing was changed. Please open the page by the link in the mail, and use its buttons.",
    again: "Please try again in a little while.",
  },
} as const;

/**
 * Addresses outside the web app that guests, and the programs that read their mail, ask: no session, no cookie, a rate limit, nothing
 * stored unless the route says so, found by no search engine, told to no other site. What fails there is a page too.
 */
export function guestAddresses(server: FastifyInstance, routes: (server: FastifyInstance) => void): void {
  void server.register(async (pages) => {
    await pages.register(rateLimit, {
      max: REQUESTS,
      timeWindow: 60_000,
      keyGenerator: clientAddress,
      // Answers of it carry no figures that tell how many more are let through.
      addHeadersOnExceeding: { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false },
      addHeaders: { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false },
      errorResponseBuilder: (_request, { ttl }) =>
        new CallError("TOO_MANY_REQUESTS", { retryAfter: Math.max(1, Math.ceil(ttl / 1_000)) }),
    });
    // A token has one spelling: an escaped one is an unknown link.
    pages.addHook("onRequest", async (request, reply) => {
      if (request.url.split("?", 1)[0]?.includes("%")) return sendUnknownLink(request, reply);
    });
    // Only what a form or a mail program posts (RFC 8058) is read; other content types are refused.
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "buffer", bodyLimit: FORM_BYTES },
      (request: FastifyRequest, body: Buffer) => formOf(request.headers["content-type"] ?? "", body),
    );
    pages.addHook("onSend", async (request, reply, payload) => {
      const { statusCode: status } = reply;
      if (!reply.hasHeader("cache-control") || status >= 400) reply.header("cache-control", "no-store");
      reply.header("x-robots-tag", "noindex, nofollow");
      reply.header("referrer-policy", "no-referrer");
      reply.header("content-security-policy", POLICY);
      reply.removeHeader("set-cookie");
      if (status < 400 || !String(reply.getHeader("content-type")).startsWith("application/json")) return payload;
      // Refusals and faults are logged and counted like all others; to a guest they are said as a page.
      const language = guestLanguage(request);
      const texts = FAILED[language];
      const isRefused = status < 500 && status !== 429;
      const title = texts[isRefused ? 400 : status === 429 ? 429 : 500];
      const advice = isRefused ? texts.fromPage : texts.again;
      reply.removeHeader("content-length");
      reply.type("text/html; charset=utf-8");
      return guestPageHtml({ language, house: "", title, body: html`<h1>${title}</h1><p>${advice}</p>` });
    });
    routes(pages);
  });
}

const FORM_BYTES = 4_096;

/** Fields of a form, without files. @throws CallError BAD_REQUEST */
async function formOf(contentType: string, body: Buffer): Promise<URLSearchParams> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { "content-type": contentType } }).formData();
    const texts = [...form].filter((field): field is [string, string] => typeof field[1] === "string");
    return new URLSearchParams(texts);
  } catch {
    throw new CallError("BAD_REQUEST");
  }
}
