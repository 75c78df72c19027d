import type { Tx } from "../../database/connection.ts";
import { type CustomerFields, fieldsOfCustomers } from "../customers/customer-fields.ts";
import type { KnownPerson, OtherKey } from "../customers/identity-resolver.ts";
import { facilitiesSeen } from "../stays/guest-seen.ts";
import { imagesOfReservations } from "../stays/stay-images.ts";
import type { Item } from "./item.ts";

/** One thing that lines changed, with what stood there before, as JSON. */
export type ChangeNote = {
  entity: "reservation" | "companion" | "folio" | "candidate" | "customer";
  id: number;
  row_outcome: "new" | "changed" | "unchanged";
  before?: object | null;
  after?: object | null;
  /** The version that is stored afterwards, where a version tells later changes; of what is unchanged it is looked up. */
  version?: number;
};

/** What lines made and said nothing further of: most of a first import, kept without an image for each. */
export type MadeRows = {
  reservations: readonly { id: number; customerId: number | null }[];
  customers: readonly number[];
};

/** Keeps what lines change, in the transaction of the change, so that it can be taken back (docs/adr/0111). */
export type NoteChanges = (tx: Tx, notes: readonly ChangeNote[], made?: MadeRows) => Promise<void>;

const newOnes = (entity: ChangeNote["entity"], ids: readonly number[]): ChangeNote[] =>
  ids.map((id) => ({ entity, id, row_outcome: "new" as const }));
export const newCompanions = (ids: readonly number[]) => newOnes("companion", ids);
export const newCandidates = (ids: readonly number[]) => newOnes("candidate", ids);
/** Reservations that were made for a companion alone. */
export const newReservations = (made: readonly { id: number; version: number }[]): ChangeNote[] =>
  made.map(({ id, version }) => ({
    entity: "reservation",
    id,
    row_outcome: "new",
    version,
    after: { customer_id: null },
  }));
/** What was said as it is stored: an older import that is undone leaves it. */
export const reportedAgain = (entity: "reservation" | "companion" | "customer", ids: readonly number[]): ChangeNote[] =>
  ids.map((id) => ({ entity, id, row_outcome: "unchanged" }));

/** Reservations that are about to be written and are stored; one that was undone before is new again. */
export async function notesOfReservations(tx: Tx, accountId: number, items: readonly Item[]): Promise<ChangeNote[]> {
  const stored = items.filter(({ known }) => known?.isActive);
  const images = await imagesOfReservations(
    tx,
    accountId,
    stored.map((item) => item.reservationId),
  );
  return items.flatMap(({ known, reservationId: id, person }): ChangeNote[] => {
    if (known === null) return [];
    const before = images.get(id) ?? null;
    const after = { customer_id: person?.id ?? null };
    const row_outcome = before === null ? "new" : "changed";
    return [{ entity: "reservation", id, row_outcome, before, after, version: known.version + 1 }];
  });
}

/** The reservations among these that nothing is stored of. */
export const madeReservations = (items: readonly Item[]): MadeRows["reservations"] =>
  items.flatMap(({ known, reservationId: id, person }) =>
    known === null ? [{ id, customerId: person?.id ?? null }] : [],
  );

/** The name under which `before` of a customer has the day on which a facility first knew them; its number follows. */
export const SEEN_ON = "first_seen_on/";

type CustomerWrites = {
  keys: readonly (OtherKey & { customerId: number })[];
  types: readonly { customerId: number; typeId: number }[];
  consents: readonly { customerId: number; id: number }[];
};
type Written = { created: readonly KnownPerson[]; filled: readonly KnownPerson[] };
type CustomerNotes = { notes: ChangeNote[]; made: number[] };

/**
 * Customers as they stand before lines are written; what comes back says afterwards what became of them. `seen`: since which day lines
 * know each guest to have been at the facility.
 */
export async function customersBefore(
  tx: Tx,
  ctx: { accountId: number; facilityId: number },
  { created, filled }: Written,
  seen: ReadonlyMap<number, string>,
): Promise<(writes: CustomerWrites) => CustomerNotes> {
  const isMade = new Set(created.map((person) => person.id));
  const people = new Map(filled.map((person) => [person.id, person]));
  const was = await fieldsOfCustomers(tx, ctx.accountId, [...people.keys()]);
  const known = [...seen.keys()].filter((id) => !isMade.has(id));
  const seenBefore = await facilitiesSeen(tx, ctx, known);
  const earlier = new Set(known.filter((id) => (seenBefore.get(id) ?? "9999") > (seen.get(id) ?? "")));
  return ({ keys, types, consents }) => {
    const reported = [...keys, ...types, ...consents].map(({ customerId }) => customerId);
    const ofPerson = <T extends { customerId: number }>(rows: readonly T[]) => {
      const groups = Map.groupBy(rows, (row) => row.customerId);
      return (id: number): readonly T[] => groups.get(id) ?? [];
    };
    const [ownKeys, ownTypes, ownConsents] = [ofPerson(keys), ofPerson(types), ofPerson(consents)];
    const notes = [...new Set([...people.keys(), ...earlier, ...reported])].map((id): ChangeNote => {
      const person = people.get(id);
      const before = was.get(id);
      const changed = person && before ? fieldsThatDiffer(before, person.fields) : [];
      const pick = (from: CustomerFields) => Object.fromEntries(changed.map((name) => [name, from[name]]));
      const after = {
        ...(person && before ? pick(person.fields) : {}),
        keys: ownKeys(id).map(({ kind, value, kanaKey }) => ({ kind, value, kana_key: kanaKey })),
        types: ownTypes(id).map(({ typeId }) => typeId),
        consents: ownConsents(id).map((consent) => consent.id),
      };
      if (isMade.has(id)) return { entity: "customer", id, row_outcome: "new", after, version: 1 };
      const firstSeen = earlier.has(id) ? { [`${SEEN_ON}${ctx.facilityId}`]: seenBefore.get(id) ?? null } : {};
      const stored = before ? { ...pick(before), version: before.version } : {};
      const note = {
        entity: "customer" as const,
        id,
        row_outcome: "changed" as const,
        before: { ...stored, ...firstSeen },
      };
      return before ? { ...note, after, version: before.version + 1 } : { ...note, after };
    });
    const noted = new Set(reported);
    return { notes, made: [...isMade].filter((id) => !noted.has(id)) };
  };
}

function fieldsThatDiffer(was: CustomerFields, is: CustomerFields): (keyof CustomerFields)[] {
  return (Object.keys(is) as (keyof CustomerFields)[]).filter((name) => (is[name] ?? null) !== (was[name] ?? null));
}
