import { INVENTED_GUEST, INVENTED_RESERVATION } from "@okaeri/domain/messaging/invented-guest";
import { placeholderValues } from "@okaeri/domain/messaging/placeholders";
import type { CompiledMail, MailUrlValues } from "./compiled-mail.ts";
import { fillMail } from "./fill-mail.ts";

/** Most bytes of a mail's HTML: Gmail cuts off what is longer. */
export const MAX_MAIL_BYTES = 102_400;

const LONG = "x".repeat(160);
const URLS: MailUrlValues = { link: () => LONG, unsubscribe: LONG, preferences: LONG, coupon: LONG, pixel: LONG };
const COUPON = { name: "見本".repeat(20), description: "見本".repeat(100), code: "MIHON-0000-0000", until: null };
const FACTS = {
  ...INVENTED_GUEST,
  facility_name: "見本の宿",
  granted_points: 1_000,
  coupon: COUPON,
  reservation: INVENTED_RESERVATION,
};

/** Bytes of its HTML for a guest of whom all is known and whom all of it is meant for. */
export function mailSize(mail: CompiledMail): number {
  const shown = mail.conditions.map(({ seq }) => seq);
  const { mail: filled } = fillMail(mail, { values: placeholderValues(FACTS, mail.language), shown }, URLS);
  return filled === null ? 0 : Buffer.byteLength(filled.html);
}
