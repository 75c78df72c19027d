import { areDifferentFamilies, familyNameOf } from "@okaeri/domain/customers/family-names";
import { isOneName } from "@okaeri/domain/customers/name-key";
import type { Tx } from "../../database/connection.ts";
import { awaitedAddresses, guestsJoinedByMail, namesOfAddresses } from "../stays/names-of-addresses.read.ts";
import { plainKana } from "./customer-fields.ts";
import { IdentityResolver, type KnownPerson } from "./identity-resolver.ts";
import { knownCustomers } from "./known-customers.ts";

type NamedGuest = { email: string | null; name: string; name_kana: string | null };
type WithAddress = NamedGuest & { email: string };

/**
 * Adds agencies' addresses of these guests to the register (docs/adr/0100). Stored bookings are read only for
 * an address whose new guest has another family name than its customers.
 */
export async function learnAddresses(
  tx: Tx,
  accountId: number,
  register: IdentityResolver,
  guests: readonly NamedGuest[],
): Promise<void> {
  const byEmail = Map.groupBy(guests.filter(hasAddress), ({ email }) => email);
  const awaited = await awaitedAddresses(tx, accountId, [...byEmail.keys()]);
  const doubtful = [...byEmail].flatMap(([email, own]) => {
    const holders = register.holdersOf(email);
    return own.some((guest) => isOtherFamily(guest, holders)) ? heldBy(holders, email) : [];
  });
  register.addresses.learn(await namesOfAddresses(tx, accountId, doubtful), awaited);
}

/** Returns those of the addresses that are an agency's, by stored names. */
export async function agenciesAmong(tx: Tx, accountId: number, emails: readonly string[]): Promise<Set<string>> {
  const given = [...new Set(emails)];
  if (given.length === 0) return new Set();
  const known = await knownCustomers(tx, accountId, { members: [], emails: given, tels: [], ids: [] });
  const register = new IdentityResolver(known, new Set(), () => 0);
  const held = given.flatMap((email) => heldBy(register.holdersOf(email), email));
  register.addresses.learn(await namesOfAddresses(tx, accountId, held), await awaitedAddresses(tx, accountId, given));
  return new Set(given.filter((email) => register.addresses.isAgency(email, { name: "", name_kana: null })));
}

/** Guest of a booking that was joined to a customer of another name by an agency's address. */
export type MisjoinedGuest = { guestId: number; customerId: number };

/** Bookings joined by these agencies' addresses to customers of another name, and not in the merge queue yet. */
export async function misjoinedGuests(
  tx: Tx,
  accountId: number,
  register: IdentityResolver,
  guests: readonly NamedGuest[],
): Promise<MisjoinedGuest[]> {
  const { addresses } = register;
  const agencies = guests
    .filter(hasAddress)
    .filter(({ email, ...guest }) => addresses.isAgency(email, guest) && !addresses.wasAwaited(email));
  const holders = [...new Set(agencies.map(({ email }) => email))].flatMap((email) =>
    register.peopleOf(email).map((person) => ({ person, customerId: person.id, email })),
  );
  const people = new Map(holders.map(({ person }) => [person.id, person]));
  const joined = await guestsJoinedByMail(tx, accountId, holders);
  return joined.flatMap(({ id, customer_id, ...guest }) => {
    const person = people.get(customer_id);
    return person && !isSameName(guest, person) ? [{ guestId: id, customerId: customer_id }] : [];
  });
}

const hasAddress = (guest: NamedGuest): guest is WithAddress => guest.email !== null;
const heldBy = (people: readonly KnownPerson[], email: string) => people.map(({ id }) => ({ customerId: id, email }));

function isOtherFamily(guest: NamedGuest, holders: readonly KnownPerson[]): boolean {
  const others = holders.filter(({ fields }) => fields.name !== guest.name || fields.name_kana !== guest.name_kana);
  const name = others.length > 0 ? familyNameOf(guest) : null;
  return others.some(({ fields }) => {
    const own = familyNameOf(fields);
    return name !== null && own !== null && areDifferentFamilies(name, own);
  });
}

const isSameName = (guest: NamedGuest, { fields }: KnownPerson) =>
  isOneName(guest.name, fields.name) ||
  (guest.name_kana !== null && fields.name_kana !== null && plainKana(guest.name_kana) === plainKana(fields.name_kana));
