import type { Language } from "@okaeri/contract/errors";
import type { FastifyRequest } from "fastify";

/** Language of messages: what the page asked for, else the locale cookie, else Japanese, which is complete. */
export function languageOf(request: FastifyRequest): Language {
  const asked = request.headers["x-okaeri-language"];
  if (asked === "ja" || asked === "en") return asked;
  return request.cookies?.i18n_redirected === "en" ? "en" : "ja";
}
