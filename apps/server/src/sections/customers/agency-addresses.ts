import { areDifferentFamilies, familyNameOf } from "@okaeri/domain/customers/family-names";
import { isOneName } from "@okaeri/domain/customers/name-key";
import type { Tx } from "../../database/connection.ts";
import { awaitedAddresses, guestsJoinedByMail, namesOfAddresses } from "../stays/names-of-addresses.read.ts";
import { plainKana } from "./customer-fields.ts";
import { GuestRegister, type Person } from "./guest-register.ts";
import { knownCustomers } from "./known-customers.ts";

type NamedGuest = { email: string | null; name: string; name_kana: string | null };
type WithAddress = NamedGuest & { email: string };

/**
 * Teaches the register which of these guests' addresses are an agency's (docs/adr/0100). Stored bookings are read only for an address that a
 * guest of another family name uses than the customers who have it.
 */
export async function learnAddresses(
  tx: Tx,
  accountId: number,
  register: GuestRegister,
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

/** Which of these addresses are an agency's, as everything is stored. */
export async function agenciesAmong(tx: Tx, accountId: number, emails: readonly string[]): Promise<Set<string>> {
  const given = [...new Set(emails)];
  if (given.length === 0) return new Set();
  const known = await knownCustomers(tx, accountId, { members: [], emails: given, tels: [], ids: [] });
  const register = new GuestRegister(known, new Set(), () => 0);
  const held = given.flatMap((email) => heldBy(register.holdersOf(email), email));
  register.addresses.learn(await namesOfAddresses(tx, accountId, held), await awaitedAddresses(tx, accountId, given));
  return new Set(given.filter((email) => register.addresses.isAgency(email, { name: "", name_kana: null })));
}

/** A guest of a booking that an agency's address gave to a customer of another name. */
export type MisjoinedGuest = { guestId: number; customerId: number };

/** Bookings that agencies' addresses among these gave to customers of another name, and that the merge queue does not list yet. */
export async function misjoinedGuests(
  tx: Tx,
  accountId: number,
  register: GuestRegister,
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
const heldBy = (people: readonly Person[], email: string) => people.map(({ id }) => ({ customerId: id, email }));

function isOtherFamily(guest: NamedGuest, holders: readonly Person[]): boolean {
  const others = holders.filter(({ fields }) => fields.name !== guest.name || fields.name_kana !== guest.name_kana);
  const name = others.length > 0 ? familyNameOf(guest) : null;
  return others.some(({ fields }) => {
    const own = familyNameOf(fields);
    return name !== null && own !== null && areDifferentFamilies(name, own);
  });
}

const isSameName = (guest: NamedGuest, { fields }: Person) =>
  isOneName(guest.name, fields.name) ||
  (guest.name_kana !== null && fields.name_kana !== null && plainKana(guest.name_kana) === plainKana(fields.name_kana));
