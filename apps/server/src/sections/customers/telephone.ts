import { parsePhoneNumberFromString } from "libphonenumber-js";

export type Telephone = {
  /** E.164. */
  tel: string;
  /** As people in Japan write it, digits only; null for numbers abroad. */
  tel_national: string | null;
};

// Nearly every number of a hotel's file: 050, 070, 080, 090 with eight digits, or a landline with nine in all.
const MOBILE_OR_LANDLINE = /^0(?:[5789]0\d{8}|[1-9]\d{8})$/;
const JAPAN = /^\+81([1-9]\d{8,9})$/;

/** The number behind a text of normaliseTelText; null where no numbering plan knows one of that length. */
export function telephoneOf(text: string): Telephone | null {
  if (MOBILE_OR_LANDLINE.test(text)) return { tel: `+81${text.slice(1)}`, tel_national: text };
  const timeInJapan = JAPAN.exec(text);
  if (timeInJapan) return { tel: text, tel_national: `0${timeInJapan[1]}` };
  const parsed = parsePhoneNumberFromString(text, "JP");
  // E.164 has at most 15 digits; some plans would take more.
  if (!parsed?.isPossible() || parsed.number.length > 16) return null;
  const japanese = parsed.countryCallingCode === "81";
  return { tel: parsed.number, tel_national: japanese ? `0${parsed.nationalNumber}` : null };
}
