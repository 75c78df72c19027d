import { likeness } from "@okaeri/domain/customers/likeness";
import { isOneName } from "@okaeri/domain/customers/name-key";
import { digitsOf } from "@okaeri/domain/stays/digits";
import { isDigested, sourceTimeOf, timeOf } from "@okaeri/domain/stays/reported";
import type { Tx } from "../../database/connection.ts";
import { takeIds } from "../../database/take-ids.ts";
import { learnAddresses } from "../customers/agency-addresses.ts";
import { comparedPerson } from "../customers/customer-fields.ts";
import { IdentityResolver, type KnownPerson } from "../customers/identity-resolver.ts";
import {
  type Consent,
  type GuestTotals,
  isNewWord,
  knownCustomers,
  latestConsents,
  NO_TOTALS,
} from "../customers/known-customers.ts";
import type { NewMergeCandidate } from "../merges/save-candidates.ts";
import { consentsReported } from "../stays/consents-of-stays.read.ts";
import type { KnownReservation } from "../stays/known-reservations.ts";
import type { SettledLine } from "./compare-rows.ts";
import { guestOfLine } from "./guest-of-line.ts";
import type { Item } from "./item.ts";
import { applyLatestFacts } from "./latest-facts.ts";
import type { PreparedReservation } from "./prepare-row.ts";

/** Finds or makes each line's customer, in the order of the file. */
export async function identifyGuests(
  tx: Tx,
  accountId: number,
  items: readonly Item[],
  maskedDomains: ReadonlySet<string>,
): Promise<IdentityResolver> {
  const guests = items.map((item) => guestOfLine(item.line));
  const distinct = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))];
  const keys = {
    members: distinct(guests.map((guest) => guest.member_number)),
    emails: distinct(guests.map((guest) => guest.email)),
    tels: distinct(guests.map((guest) => guest.tel)),
    ids: items.flatMap(({ known }) => (known?.customer_id ? [known.customer_id] : [])),
  };
  const known = items.length > 0 ? await knownCustomers(tx, accountId, keys) : [];
  // New people sort behind all known ones until they get their ids.
  let placeholder = 2 ** 50;
  const register = new IdentityResolver(known, maskedDomains, () => placeholder++);
  await learnAddresses(tx, accountId, register, guests);
  for (const [index, item] of items.entries()) {
    const guest = guests[index];
    if (!guest) continue;
    const linked = item.known?.customer_id ? register.byId(item.known.customer_id) : undefined;
    guest.member_number ??= memberNumberOf(item.line, linked);
    if (linked && item.known && isSameGuest(item.known, item.line, linked)) {
      item.person = linked;
      if (!guest.isContactOnly) register.fill(linked, guest);
    } else {
      const goesOn = item.known && saysMore(item.known, item.line) ? linked : undefined;
      Object.assign(item, register.resolve(guest, { goesOn }));
    }
  }
  await applyLatestFacts(tx, accountId, items, guests);
  const ids = await takeIds(tx, "customers", register.created.length);
  for (const [index, person] of register.created.entries()) person.id = ids[index] ?? 0;
  return register;
}

/** A line that corrects a price or a date leaves the reservation with the customer it was given, also when staff gave it. */
function isSameGuest(
  { stored }: KnownReservation,
  { row, tel, email }: PreparedReservation,
  person: KnownPerson,
): boolean {
  return (
    stored !== null &&
    isNamedAlike(stored.guest_name, row.guest_name) &&
    isNamedAlike(stored.guest_name_kana, row.guest_name_kana) &&
    stored.guest_email === email &&
    stored.guest_tel === (tel ?? row.tel) &&
    (row.member_number === null ||
      person.fields.member_number === null ||
      person.isIssued ||
      person.fields.member_number === row.member_number)
  );
}

const isNamedAlike = (was: string | null | undefined, is: string | null) =>
  was === is || (!!was && !!is && isOneName(was, is));

/** The same guest of whom more is known now: an older version of the reservation, say, or one of another system. */
function saysMore({ stored }: KnownReservation, { row, tel, email }: PreparedReservation): boolean {
  const fills = (was: string | null | undefined, is: string | null) => was === null || was === is;
  return (
    stored !== null &&
    isNamedAlike(stored.guest_name, row.guest_name) &&
    fills(stored.guest_name_kana, row.guest_name_kana) &&
    fills(stored.guest_email, email) &&
    fills(stored.guest_tel, tel ?? row.tel)
  );
}

/** The member number that an earlier line told: it is stored with the customer alone. */
function memberNumberOf({ reported }: SettledLine, person: KnownPerson | undefined): string | null {
  const memberNumber = reported.values.member_number;
  const number = person?.fields.member_number ?? null;
  return isDigested(memberNumber) && number !== null && digitsOf(number) === memberNumber.digits ? number : null;
}

/** Per new customer: all stays they have are in this batch, and so are the reservations that are new, too. */
export function newGuestTotals(facilityId: number, items: readonly Item[]): Map<number, GuestTotals> {
  const totals = new Map<number, GuestTotals>();
  for (const { line, known, person } of items) {
    if (!person?.isNew) continue;
    const { state, use_price, check_in_date, check_out_date, cancel_date } = line.row;
    const own = totals.get(person.id) ?? { ...NO_TOTALS };
    totals.set(person.id, own);
    if (known === null) {
      own.reservation_count += 1;
      if (cancel_date !== null) own.cancel_count += 1;
      if (state === "no_show") own.no_show_count += 1;
    }
    if (state !== "stayed") continue;
    own.stay_count += 1;
    own.use_price_total += use_price ?? 0;
    own.last_facility_account_id = facilityId;
    if (own.first_stay_on === null || own.first_stay_on > check_in_date) own.first_stay_on = check_in_date;
    if (own.last_stay_on === null || own.last_stay_on < check_out_date) own.last_stay_on = check_out_date;
  }
  return totals;
}

/**
 * What the lines, one after the other, change about mail consent (product §4: suppression always survives). A newer word may have changed
 * nothing when it came, and stands with its reservation alone. After the lines are written.
 */
export async function newConsents(
  tx: Tx,
  ctx: { accountId: number; now: Date },
  items: readonly Item[],
): Promise<Consent[]> {
  const now = ctx.now.toISOString();
  const consents = items.flatMap(({ line: { row, reported }, person }): Consent[] => {
    if (row.email_consent === null || person === null) return [];
    const consentTime = sourceTimeOf(timeOf(reported, "email_consent"));
    return [
      {
        customerId: person.id,
        given: row.email_consent,
        at: consentTime !== null && consentTime < now ? consentTime : now,
      },
    ];
  });
  const known = await latestConsents(tx, ctx.accountId, [...new Set(consents.map((one) => one.customerId))]);
  const latest = new Map(known.map((one) => [one.customerId, one]));
  const words = [...Map.groupBy([...known, ...consents], (one) => one.customerId)];
  const contradicted = words.filter(([, own]) => new Set(own.map((word) => word.given)).size > 1).map(([id]) => id);
  const reportedAt = await consentsReported(tx, ctx, contradicted);
  return consents.filter((one) => {
    const before = latest.get(one.customerId);
    if (!isNewWord(before, one)) return false;
    if (before && (reportedAt(one.customerId, !one.given) ?? "") > one.at) return false;
    latest.set(one.customerId, { ...one, fromFile: true });
    return true;
  });
}

/** Pairs of customers that may be the same guest, for the merge queue. */
export function pairsOf(items: readonly Pick<Item, "person" | "alike" | "together">[]): NewMergeCandidate[] {
  return items.flatMap(({ person, alike, together }) => [
    ...alike.map(({ person: other, score, reasons }) => ({
      customerId: other.id,
      otherCustomerId: person?.id ?? null,
      guestId: null,
      score,
      reasons,
    })),
    ...together.map(([one, other]) => {
      const { score, reasons } = likeness(comparedPerson(one), comparedPerson(other));
      return {
        customerId: one.id,
        otherCustomerId: other.id,
        guestId: null,
        score: Math.max(score, NAMED_TOGETHER),
        reasons: [...reasons, "named_together" as const],
      };
    }),
  ]);
}

/** What it counts that one reservation named two customers. */
export const NAMED_TOGETHER = 50;
