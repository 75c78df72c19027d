import { withoutZeroFraction } from "../codes.ts";
import { normalisePostcode, normaliseText } from "../normalise.ts";

/** Other facts of the row about where the guest lives. */
type Home = { address: string | null; nationality: string | null };

/** Postcodes of these prefectures begin with a zero, and no others. */
const ZERO_FIRST = /北海道|青森県|岩手県|秋田県/;
const JAPAN = /^(?:JPN?|日本国?|JAPAN(?:ESE)?)$/i;
const JAPANESE = /^\d{3}-\d{4}$/;
/** A postcode with the address behind it. */
const BEFORE_ADDRESS = /^(\d{3}[-ー‐-―−]?\d{4}) ?(?=\p{Script=Han})/u;
/** Letters, digits, spaces and hyphens with a digit among them: the postcodes of other countries. */
const FOREIGN = /^(?=[A-Z0-9 -]{3,10}$)(?=.*\d)[A-Z0-9]+(?:[ -][A-Z0-9]+)*$/;

/**
 * Whether a spreadsheet has kept the postcode as a number and lost zeros before it. Five and six digits may be a code abroad: the address
 * decides, or without one the nationality. A row with neither counts as Japan, like most rows of a hotel's file.
 */
export function hasLostItsZero(postcode: string, { address, nationality }: Home): boolean {
  const digits = /^(?:〒 ?)?(\d{5,6})(?:\.0+)?$/.exec(postcode)?.[1];
  if (digits === undefined) return false;
  if (address !== null) return ZERO_FIRST.test(address);
  return digits.length === 6 && (nationality === null || JAPAN.test(nationality));
}

/** The postcode in its one form, 123-4567 in Japan; null for text that is none of any country (同上, 000-0000). */
export function readPostcode(text: string, home: Home): string | null {
  const plain = withoutZeroFraction(normaliseText(text).replace(/^〒 ?/, ""));
  const found = normalisePostcode(hasLostItsZero(plain, home) ? plain.padStart(7, "0") : plain);
  if (JAPANESE.test(found)) return found === "000-0000" ? null : found;
  const before = BEFORE_ADDRESS.exec(plain)?.[1];
  if (before !== undefined) return readPostcode(before, home);
  return FOREIGN.test(found) ? found : null;
}
