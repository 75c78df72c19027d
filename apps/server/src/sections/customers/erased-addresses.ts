import type { Tx } from "../../database/connection.ts";
import type { Cipher } from "../../session/cipher.ts";
import { plainKana } from "./customer-fields.ts";

type Place = { accountId: number; cipher: Pick<Cipher, "fingerprints"> };

const hashesOf = ({ accountId, cipher }: Place, address: string) =>
  cipher.fingerprints(address.toLowerCase(), `erased_addresses:${accountId}`);

/** Keys other than the mail address by which an erased guest is recognised. */
type OtherKeys = { memberNumber: string | null; tel: string | null; kanaKey: string | null };

const otherHashesOf = ({ accountId, cipher }: Place, { memberNumber, tel, kanaKey }: OtherKeys) =>
  [
    memberNumber === null ? null : `member:${memberNumber}`,
    tel === null || kanaKey === null ? null : `tel:${tel}:${kanaKey}`,
  ].flatMap((key) => (key === null ? [] : cipher.fingerprints(key, `erased_keys:${accountId}`)));

/** Stores hashes of member numbers and telephones of guests who are being erased; runs before they are deleted. */
export async function rememberKeys(tx: Tx, place: Place, ids: readonly number[]): Promise<void> {
  const rows = await tx.all<{ kind: string; value: string; kana: string | null }>`
    select 'member' as kind, member_number as value, null as kana
    from customers
    where account_id = ${place.accountId} and id = any(${ids}::bigint[]) and member_number is not null
    union select 'tel', tel, name_kana
    from customers
    where account_id = ${place.accountId} and id = any(${ids}::bigint[]) and tel is not null
    union select kind, value, kana_key
    from customer_keys
    where account_id = ${place.accountId} and customer_id = any(${ids}::bigint[]) and kind <> 'email'`;
  const hashes = rows.flatMap(({ kind, value, kana }) => {
    const kanaKey = kana === null ? null : plainKana(kana);
    const own = kind === "member" ? { memberNumber: value, tel: null } : { memberNumber: null, tel: value };
    // The first is by the newest of the product's keys.
    return otherHashesOf(place, { ...own, kanaKey }).slice(0, 1);
  });
  await tx.run`insert into erased_keys (account_id, key_hash)
    select ${place.accountId}::bigint, h
    from unnest(${hashes}::bytea[]) h
    on conflict do nothing`;
}

/** Places of those among these guests who share a key with an erased guest. */
export async function knownAsErased(
  tx: Tx,
  place: Place,
  guests: readonly (OtherKeys & { email: string | null })[],
): Promise<Set<number>> {
  const { any } = await tx.one<{
    any: boolean;
  }>`select exists (select from erased_addresses where account_id = ${place.accountId})
      or exists (select from erased_keys where account_id = ${place.accountId}) as any`;
  if (!any) return new Set();
  const hashes = guests.flatMap((guest, at) => {
    const mail = guest.email === null ? [] : hashesOf(place, guest.email);
    return [...mail, ...otherHashesOf(place, guest)].map((hash) => ({ at, hash }));
  });
  const found = await tx.all<{ at: number }>`
    select distinct n.at
    from unnest(${hashes.map((one) => one.at)}::int[], ${hashes.map((one) => one.hash)}::bytea[]) n (at, hash)
    where exists (select from erased_addresses erased_address
      where erased_address.account_id = ${place.accountId} and erased_address.address_hash = n.hash)
      or exists (select from erased_keys erased_key where erased_key.account_id = ${place.accountId} and erased_key.key_hash = n.hash)`;
  return new Set(found.map((row) => row.at));
}

/**
 * Removes addresses of erased guests, and remembers by a keyed hash (HMAC) that no mail goes there. An address that another guest has
 * stays: that guest's own consent counts.
 */
export async function eraseAddresses(tx: Tx, place: Place, addresses: readonly string[]): Promise<void> {
  const given = [...new Set(addresses.map((one) => one.toLowerCase()))];
  const shared = await tx.all<{
    address: string;
  }>`select distinct lower(customer.email) as address
    from customers customer
    where customer.account_id = ${place.accountId} and lower(customer.email) = any(${given}::text[]) and customer.active_status = 'active'`;
  const gone = given.filter((one) => !shared.some(({ address }) => address === one));
  await tx.run`delete from suppressions where account_id = ${place.accountId} and channel = 'mail' and address = any(${gone}::text[])`;
  const hashes = gone.flatMap((address) => hashesOf(place, address).slice(0, 1));
  await tx.run`insert into erased_addresses (account_id, address_hash)
    select ${place.accountId}::bigint, h
    from unnest(${hashes}::bytea[]) h
    on conflict do nothing`;
}

/** Puts erased addresses that come back on the suppression list. Called wherever customers get an address. */
export async function suppressErased(
  tx: Tx,
  place: Place,
  people: readonly { id: number; email: string | null }[],
): Promise<void> {
  const { any } = await tx.one<{
    any: boolean;
  }>`select exists (select from erased_addresses where account_id = ${place.accountId}) as any`;
  if (!any) return;
  const found = people.flatMap(({ id, email }) =>
    email === null ? [] : hashesOf(place, email).map((hash) => ({ id, address: email.toLowerCase(), hash })),
  );
  await tx.run`insert into suppressions (account_id, channel, address, reason, customer_id)
    select distinct on (n.address) erased_address.account_id, 'mail', n.address, 'opted_out', n.id
    from unnest(${found.map((one) => one.id)}::bigint[], ${found.map((one) => one.address)}::text[],
      ${found.map((one) => one.hash)}::bytea[]) n (id, address, hash)
    join erased_addresses erased_address on erased_address.account_id = ${place.accountId} and erased_address.address_hash = n.hash
    on conflict do nothing`;
}

/** The guest agreed again: the address is like any other. */
export async function welcomeBack(tx: Tx, place: Place, address: string): Promise<void> {
  await tx.run`delete from erased_addresses
    where account_id = ${place.accountId} and address_hash = any(${hashesOf(place, address)}::bytea[])`;
}
