import { LANGUAGE_CODES, type LanguageCode } from "@okaeri/domain/enumerations";
import type { FastifyInstance, FastifyRequest } from "fastify";
import Negotiator from "negotiator";

const DEFAULT_LOCALE: LanguageCode = "ja";
const COOKIE = "i18n_redirected";
const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * specification §2 and §9, locale: detected from the root path only, remembered in the cookie `i18n_redirected` (365 days, path /,
 * SameSite Lax, None if cross-origin), redirected with 301. The answer is not stored, so that no browser pins a language (product §11).
 */
export function localeDetection(server: FastifyInstance, secure: boolean): void {
  server.addHook("onRequest", async (request, reply) => {
    if (request.method !== "GET" || request.url.split("?")[0] !== "/") return;
    reply.header("vary", "Accept-Language, Cookie");
    const known = request.cookies[COOKIE];
    const remembered = LANGUAGE_CODES.find((locale) => locale === known);
    const locale = remembered ?? preferredLocale(request.headers["accept-language"]);
    if (!remembered) reply.setCookie(COOKIE, locale, { path: "/", maxAge: YEAR_SECONDS, ...siteOf(request, secure) });
    if (locale === DEFAULT_LOCALE) return;
    const query = request.url.slice(1);
    return reply.header("cache-control", "no-store").redirect(`/${locale}${query}`, 301);
  });
}

/** Asked for by a page of another site, not by a person going there, a browser would drop a Lax cookie; None demands Secure. */
function siteOf({ headers }: FastifyRequest, secure: boolean): { sameSite: "lax" | "none"; secure: boolean } {
  const crossOrigin = headers["sec-fetch-site"] === "cross-site" && headers["sec-fetch-mode"] !== "navigate";
  const framed = headers["sec-fetch-site"] === "cross-site" && headers["sec-fetch-dest"] === "iframe";
  return crossOrigin || framed ? { sameSite: "none", secure: true } : { sameSite: "lax", secure };
}

/** The first of our languages that the browser asks for; Japanese when it asks for none of them. */
export function preferredLocale(acceptLanguage: string | undefined): LanguageCode {
  if (!acceptLanguage) return DEFAULT_LOCALE;
  const asked = new Negotiator({ headers: { "accept-language": acceptLanguage } }).language([...LANGUAGE_CODES]);
  return LANGUAGE_CODES.find((locale) => locale === asked) ?? DEFAULT_LOCALE;
}
