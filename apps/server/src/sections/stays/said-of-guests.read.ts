import { type DigestField, saidOfGuest } from "@okaeri/domain/stays/guest-digest";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { LINE_BYTES } from "./known-reservations.ts";

/** What stands with a reservation; `tel_by_name` is the key of a telephone with the name that was given with it. */
const STORED = {
  email: "g.email",
  tel: "g.tel",
  name_kana: "g.name_kana",
  birthday: "g.birthday",
  gender: "g.gender",
  tel_by_name: "concat(g.tel, ' ', replace(replace(g.name_kana, ' ', ''), '・', ''))",
} as const;

/** Whether a reservation of the customer says this of him; of the rest only a digest is kept. */
export type SaidOfGuests = (customerId: number, what: string, value: string | boolean) => boolean;

/** What reservations of these customers say of them, of those that this import or a later one told last. */
export async function saidOfGuests(
  tx: Tx,
  accountId: number,
  { customerIds, since }: { customerIds: readonly number[]; since: number },
): Promise<SaidOfGuests> {
  const pairs = sql.raw(
    Object.entries(STORED)
      .map(([name, column]) => `('${name}', ${column}::text)`)
      .join(", "),
  );
  const found = await tx.all<{ id: number; name: string; value: string }>`with ${givenIds(accountId, customerIds)}
    select distinct n.id, t.name, t.value from given n
    join stay_reservations r on r.account_id = n.account_id and r.customer_id = n.id
    join stay_reservation_customers g on g.account_id = r.account_id and g.stay_reservation_id = r.id and g.guest_type = 'representative'
    cross join lateral (values ${pairs}, ('digest', encode(substring(r.content_hash from ${LINE_BYTES + 1}), 'hex'))) t (name, value)
    where t.value is not null and r.import_batch_id >= ${since}`;
  const stored = new Set(found.map(({ id, name, value }) => `${id} ${name} ${value}`));
  const digests = Map.groupBy(
    found.filter(({ name }) => name === "digest"),
    ({ id }) => id,
  );
  return (id, what, value) =>
    stored.has(`${id} ${what} ${value}`) ||
    (digests.get(id) ?? []).some(({ value: digest }) => saidOfGuest(digest, what as DigestField, value));
}
