import type { Language } from "@okaeri/contract/errors";
import type { FastifyRequest } from "fastify";

/** Language of messages: what the page asked for, else the locale cookie, else Japanese, which is complete. */
export function languageOf(request: FastifyRequest): Language {
  const requested = request.headers["x-okaeri-language"];
  if (requested === "ja" || requested === "en") return requested;
  return request.cookies?.i18n_redirected === "en" ? "en" : "ja";
}
