import { normaliseMemberNumber } from "@okaeri/domain/codes";
import type { Tx } from "../../database/connection.ts";
import { agenciesAmong } from "./agency-addresses.ts";
import type { KnownCustomer } from "./identity-resolver.ts";
import { knownCustomers } from "./known-customers.ts";

/**
 * The one guest of the programme with this member number or mail address; for a merged one, the survivor. Undefined: nobody, or several, or the address is an
 * agency's.
 */
export async function guestByKey(
  tx: Tx,
  accountId: number,
  { member_number: number, email }: { member_number?: string | undefined; email?: string | undefined },
): Promise<KnownCustomer | undefined> {
  const member = number === undefined ? undefined : normaliseMemberNumber(number);
  if (email !== undefined && (await agenciesAmong(tx, accountId, [email])).size > 0) return undefined;
  const keys = { members: member === undefined ? [] : [member], emails: email === undefined ? [] : [email] };
  const known = await knownCustomers(tx, accountId, { ...keys, tels: [], ids: [] });
  const living = [...new Map(known.filter(({ isActive }) => isActive).map((one) => [one.id, one])).values()];
  if (living.length <= 1) return living[0];
  const own = living.filter(({ fields }) => fields.member_number === member || fields.email === email);
  return own.length === 1 ? own[0] : undefined;
}
