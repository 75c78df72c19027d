import { type DigestField, isInDigest } from "@okaeri/domain/stays/guest-digest";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { LINE_BYTES } from "./known-reservations.ts";

/** What stands with a reservation; `tel_by_name` is the key of a telephone with the name that was given with it. */
const STORED = {
  email: "guest.email",
  tel: "guest.tel",
  name_kana: "guest.name_kana",
  birthday: "guest.birthday",
  gender: "guest.gender",
  tel_by_name: "concat(guest.tel, ' ', replace(replace(guest.name_kana, ' ', ''), '・', ''))",
} as const;

/** Whether a reservation of the customer says this of him; of the rest only a digest is kept. */
export type IsReported = (customerId: number, what: string, value: string | boolean) => boolean;

/** What reservations of these customers say of them, of those that count: SQL over stay_reservations `reservation`. */
export async function reportedOfGuests(
  tx: Tx,
  accountId: number,
  { customerIds, counts }: { customerIds: readonly number[]; counts: RawBuilder<boolean> },
): Promise<IsReported> {
  const pairs = sql.raw(
    Object.entries(STORED)
      .map(([name, column]) => `('${name}', ${column}::text)`)
      .join(", "),
  );
  const found = await tx.all<{ id: number; name: string; value: string }>`with ${givenIds(accountId, customerIds)}
    select distinct given.id, t.name, t.value
    from given
    join stay_reservations reservation on reservation.account_id = given.account_id and reservation.customer_id = given.id
    join stay_reservation_customers guest on guest.account_id = reservation.account_id and guest.stay_reservation_id = reservation.id
      and guest.guest_type = 'representative'
    cross join lateral (values ${pairs}, ('digest', encode(substring(reservation.content_hash from ${LINE_BYTES + 1}), 'hex'))) t
      (name, value)
    where t.value is not null and ${counts}`;
  const stored = new Set(found.map(({ id, name, value }) => `${id} ${name} ${value}`));
  const digests = Map.groupBy(
    found.filter(({ name }) => name === "digest"),
    ({ id }) => id,
  );
  return (id, what, value) =>
    stored.has(`${id} ${what} ${value}`) ||
    (digests.get(id) ?? []).some(({ value: digest }) => isInDigest(digest, what as DigestField, value));
}
