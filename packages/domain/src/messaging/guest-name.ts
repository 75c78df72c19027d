/** Words for an office that no guest knows, at the end of an account's name, also in brackets. */
const OFFICE =
  /[\s\u3000]*[(([【]?(?:運営本部|統括本部|事業本部|総本部|本部|本社|(?:corporate\s+)?headquarters|head\s*office|hq)[))\]】]?$/iu;

/** Longest display name. */
export const MAX_DISPLAY_NAME = 80;

/** Returns the name by which guests know an account that has no display name: its own, without words for a headquarters. */
export function guestNameOf(accountName: string): string {
  const plain = accountName.trim();
  const known = plain.replace(OFFICE, "").trim();
  // A word such as "hq" inside a longer word is part of the name.
  const isCut = /[a-z]$/i.test(known) && /^[a-z]/i.test(plain.slice(known.length));
  return known === "" || isCut ? plain : known;
}

/** Names of one programme as mails and guest pages show them. */
export interface ShownNames {
  /** Name of the programme account. */
  accountName: string;
  /** What its guests read instead. */
  guestName: string;
}

/** Returns how guests read a facility: the programme by its display name, others by their own name. Null: the guest stayed nowhere yet. */
export const guestFacilityName = (facility: string | null, { accountName, guestName }: ShownNames): string =>
  facility === null || facility === accountName ? guestName : guestNameOf(facility);
