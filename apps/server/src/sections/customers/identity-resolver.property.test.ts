import fc from "fast-check";
import { expect, test } from "vitest";
import { plainKana } from "./customer-fields.ts";
import type { Guest } from "./guest.ts";
import { IdentityResolver, type KnownCustomer, type OtherKey } from "./identity-resolver.ts";

// The same bookings in any order and in any batches lead to the same people, once each pair and each waiting guest of the queue is
// answered with "the same person": who shares a key, over however many bookings, is one. Compared with what follows from the keys alone.

const key = (values: string[]) => fc.option(fc.constantFrom(...values), { nil: null });
const booking = fc.record({
  member: key(["M1", "M2", "M3"]),
  email: key(["a@x.jp", "b@x.jp", "c@x.jp", "d@x.jp"]),
  tel: key(["+811", "+812", "+813"]),
  kana: fc.constantFrom("ヤマダ ハナコ", "ヤマダ タロウ", "スズキ イチロウ"),
});
type Booking = { member: string | null; email: string | null; tel: string | null; kana: string };

function guestOf({ member, email, tel, kana }: Booking): Guest {
  const unknown = { gender: null, birthday: null, postcode: null, address: null, nationality: null };
  const typed = { name_typed: null, name_kana_typed: null, email_typed: null, tel_typed: null };
  return {
    ...unknown,
    ...typed,
    postcode_typed: null,
    address_typed: null,
    tel_national: null,
    language: "ja",
    member_number: member,
    name: kana,
    name_kana: kana,
    email,
    tel,
    kanaKey: plainKana(kana),
    isContactOnly: false,
  };
}

class Groups {
  readonly #above = new Map<string, string>();
  of(one: string): string {
    const above = this.#above.get(one);
    return above === undefined ? one : this.of(above);
  }
  join(one: string, other: string): void {
    const [a, b] = [this.of(one), this.of(other)];
    if (a !== b) this.#above.set(a, b);
  }
}

/** For each booking, the first booking of the same person. */
function partition(groups: Groups, bookings: readonly Booking[]): number[] {
  const firsts = new Map<string, number>();
  return bookings.map((_, index) => {
    const group = groups.of(`booking ${index}`);
    if (!firsts.has(group)) firsts.set(group, index);
    return firsts.get(group) ?? index;
  });
}

const keysOf = ({ member, email, tel, kana }: Booking) =>
  [member, email, tel && `${tel} ${plainKana(kana)}`].flatMap((one) => (one === null ? [] : [`key ${one}`]));

function fromKeys(bookings: readonly Booking[]): number[] {
  const groups = new Groups();
  for (const [index, one] of bookings.entries()) for (const name of keysOf(one)) groups.join(`booking ${index}`, name);
  return partition(groups, bookings);
}

/** A waiting guest who joins a customer brings all keys; whom they name beside is asked next. */
function joinWaiting(groups: Groups, waiting: readonly [number, Booking][], stored: Iterable<KnownCustomer>): void {
  for (const [index, one] of waiting) for (const name of keysOf(one)) groups.join(`booking ${index}`, name);
  for (const { id, fields, kanaKey, otherKeys } of stored) {
    const { member_number: member, email, tel } = fields;
    const names = keysOf({ member, email, tel, kana: kanaKey ?? "" });
    const others = otherKeys.map(({ kind, value, kanaKey: kana }) =>
      kind === "tel" ? `key ${value} ${kana}` : `key ${value}`,
    );
    for (const name of [...names, ...others]) groups.join(`customer ${id}`, name);
  }
}

type Delivery = { bookings: readonly Booking[]; order: readonly number[]; batchSize: number; issues: boolean };

/** `issues`: after each batch the programme gives those without a member number one. */
function delivered({ bookings, order, batchSize, issues }: Delivery): number[] {
  const groups = new Groups();
  const stored = new Map<number, KnownCustomer>();
  const waiting: [number, Booking][] = [];
  let next = 1;
  for (let at = 0; at < order.length; at += batchSize) {
    const register = new IdentityResolver(structuredClone([...stored.values()]), new Set(), () => next++);
    for (const index of order.slice(at, at + batchSize)) {
      const one = bookings[index];
      if (!one) continue;
      const { person, alike, together } = register.resolve(guestOf(one));
      if (person === null) waiting.push([index, one]);
      else groups.join(`booking ${index}`, `customer ${person.id}`);
      for (const { person: other } of alike) groups.join(`booking ${index}`, `customer ${other.id}`);
      for (const other of together.flat()) groups.join(`booking ${index}`, `customer ${other.id}`);
    }
    for (const person of [...register.created, ...register.filled]) {
      const { fields } = person;
      if (issues && fields.member_number === null) {
        fields.member_number = `ISSUED-${person.id}`;
        person.isIssued = true;
      }
      const kanaKey = fields.name_kana && plainKana(fields.name_kana);
      const found = { foundMember: fields.member_number, foundEmail: fields.email, foundTel: fields.tel };
      const otherKeys: readonly OtherKey[] = stored.get(person.id)?.otherKeys ?? [];
      const own = {
        id: person.id,
        isActive: true,
        isIssued: person.isIssued,
        fields: structuredClone(fields),
        kanaKey,
      };
      stored.set(person.id, { ...own, ...found, foundKanaKey: kanaKey, otherKeys });
    }
    for (const { person, key: learnt } of register.learnt) {
      const known = stored.get(person.id);
      if (known) stored.set(person.id, { ...known, otherKeys: [...known.otherKeys, learnt] });
    }
  }
  if (waiting.length > 0) joinWaiting(groups, waiting, stored.values());
  return partition(groups, bookings);
}

test("any order and any batches lead to the same people once the queue is answered alike, also when the programme numbers them meanwhile", () => {
  const delivery = fc.array(booking, { minLength: 1, maxLength: 10 }).chain((bookings) =>
    fc.record({
      bookings: fc.constant(bookings),
      order: fc.shuffledSubarray([...bookings.keys()], { minLength: bookings.length }),
      batchSize: fc.integer({ min: 1, max: 5 }),
      issues: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(delivery, (one) => {
      expect(delivered(one)).toEqual(fromKeys(one.bookings));
    }),
    { numRuns: 500 },
  );
});
