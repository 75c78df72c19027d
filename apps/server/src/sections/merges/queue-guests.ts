import { type LikenessFacts, likeness, type WaitReason } from "@okaeri/domain/customers/likeness";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { comparedPerson, plainKana } from "../customers/customer-fields.ts";
import type { KnownCustomer } from "../customers/identity-resolver.ts";
import { knownCustomers } from "../customers/known-customers.ts";
import { unqueuedGuests, type WaitingGuest, waitingGuest } from "../stays/waiting-guests.read.ts";
import { type NewMergeCandidate, saveCandidates } from "./save-candidates.ts";

/** So many customers are shown beside a guest who waits. */
const MAX_ALIKE = 3;

/**
 * Puts the guests of these reservations who wait into the merge queue, each with the customers whom he resembles, or with nobody.
 * `batchOf`: which import told of a reservation. Returns the new lines.
 */
export async function queueWaitingGuests(
  tx: Tx,
  accountId: number,
  reservationIds: readonly number[],
  batchOf: (reservationId: number) => number | null = () => null,
): Promise<number[]> {
  if (reservationIds.length === 0) return [];
  const guests = await unqueuedGuests(tx, accountId, reservationIds);
  if (guests.length === 0) return [];
  const known = await sharingKeys(tx, accountId, guests);
  const candidates = guests.flatMap((guest) => {
    const importBatchId = batchOf(guest.reservation_id);
    return candidatesOf(guest, known).map((one) => ({ ...one, importBatchId }));
  });
  return saveCandidates(tx, accountId, candidates);
}

/** Queues the guest of a booking that was taken away from a customer, with the other customers whom the guest resembles. */
export async function queueReleased(tx: Tx, accountId: number, guestId: number, customerId: number): Promise<void> {
  const guest = await waitingGuest(tx, accountId, guestId);
  if (!guest) return;
  const others = (await sharingKeys(tx, accountId, [guest])).filter((one) => one.id !== customerId);
  await saveCandidates(tx, accountId, candidatesOf(guest, others));
}

const sharingKeys = (tx: Tx, accountId: number, guests: readonly WaitingGuest[]) =>
  knownCustomers(tx, accountId, {
    members: distinct(guests.map((guest) => guest.details.member_number)),
    emails: distinct(guests.map((guest) => guest.email)),
    tels: distinct(guests.map((guest) => guest.tel)),
    ids: [],
  });

/** These customers are gone: nobody is asked about them any more, and who resembled one of them is looked at anew. */
export async function eraseInQueue(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  if (customerIds.length === 0) return;
  const dropped = await tx.all<{ guest_id: number | null }>`with ${givenIds(accountId, customerIds)}
    delete from customer_merge_candidates candidate
    using given
    where candidate.account_id = given.account_id and (candidate.customer_id = given.id or candidate.other_customer_id = given.id)
      and candidate.decision = 'open'
    returning candidate.stay_reservation_customer_id as guest_id`;
  const guests = dropped.flatMap(({ guest_id }) => guest_id ?? []);
  if (guests.length === 0) return;
  const found = await tx.all<{ id: number }>`select distinct stay_reservation_id as id
    from stay_reservation_customers
    where account_id = ${accountId} and id = any(${guests}::bigint[])`;
  await queueWaitingGuests(
    tx,
    accountId,
    found.map((row) => row.id),
  );
}

function candidatesOf(guest: WaitingGuest, known: readonly KnownCustomer[]): NewMergeCandidate[] {
  const waits = guest.waiting_reason === null ? [] : [guest.waiting_reason as WaitReason];
  const compared = comparedGuest(guest);
  const byCustomer = Map.groupBy(
    known.filter((one) => one.isActive),
    (one) => one.id,
  );
  const alike = [...byCustomer.values()].flatMap((rows) => {
    const [first] = rows;
    if (first === undefined || !rows.some((one) => sharesKey(compared, one))) return [];
    const { score, reasons } = likeness(compared, comparedPerson(first), {
      mail: rows.some((one) => sharesMail(compared, one)),
      tel: rows.some((one) => sharesTel(compared, one)),
    });
    return [{ customerId: first.id, score, reasons: [...reasons, ...waits] }];
  });
  const best = alike.sort((a, b) => b.score - a.score || a.customerId - b.customerId).slice(0, MAX_ALIKE);
  const rows = best.length > 0 ? best : [{ customerId: null, score: 0, reasons: waits }];
  return rows.map((row) => ({ ...row, otherCustomerId: null, guestId: guest.id }));
}

/** A waiting guest as people are compared. */
export function comparedGuest({ name, name_kana, email, tel, details }: WaitingGuest): LikenessFacts {
  const detail = (field: string) => details[field] ?? null;
  return {
    name,
    kanaKey: name_kana === null ? null : plainKana(name_kana),
    email,
    tel,
    member_number: detail("member_number"),
    birthday: detail("birthday"),
    gender: detail("gender"),
    postcode: detail("postcode"),
    address: detail("address"),
  };
}

const sharesMail = ({ email }: LikenessFacts, one: KnownCustomer) =>
  email !== null &&
  (one.foundEmail === email || one.otherKeys.some((key) => key.kind === "email" && key.value === email));
const sharesTel = ({ tel }: LikenessFacts, one: KnownCustomer) =>
  tel !== null && (one.foundTel === tel || one.otherKeys.some((key) => key.kind === "tel" && key.value === tel));
const sharesMember = ({ member_number }: LikenessFacts, one: KnownCustomer) =>
  member_number !== null &&
  (one.foundMember === member_number ||
    one.otherKeys.some((key) => key.kind === "member" && key.value === member_number));
const sharesKey = (guest: LikenessFacts, one: KnownCustomer) =>
  sharesMail(guest, one) || sharesTel(guest, one) || sharesMember(guest, one);

const distinct = (values: readonly (string | null | undefined)[]) => [
  ...new Set(values.filter((value) => typeof value === "string")),
];
