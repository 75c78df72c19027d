import type { Tx } from "../../database/connection.ts";
import type { Cipher } from "../../session/cipher.ts";

type Place = { accountId: number; cipher: Pick<Cipher, "fingerprints"> };

const hashesOf = ({ accountId, cipher }: Place, address: string) =>
  cipher.fingerprints(address.toLowerCase(), `erased_addresses:${accountId}`);

/**
 * Forgets addresses of guests who are erased, and remembers by a keyed hash that nobody writes there. An address that another guest
 * has stays as it is: that guest's own word counts.
 */
export async function forgetAddresses(tx: Tx, place: Place, addresses: readonly string[]): Promise<void> {
  const given = [...new Set(addresses.map((one) => one.toLowerCase()))];
  const shared = await tx.all<{ address: string }>`select distinct lower(c.email) as address from customers c
    where c.account_id = ${place.accountId} and lower(c.email) = any(${given}::text[]) and c.active_status = 'active'`;
  const gone = given.filter((one) => !shared.some(({ address }) => address === one));
  await tx.run`delete from suppressions where account_id = ${place.accountId} and channel = 'mail' and address = any(${gone}::text[])`;
  const hashes = gone.flatMap((address) => hashesOf(place, address).slice(0, 1));
  await tx.run`insert into erased_addresses (account_id, address_hash)
    select ${place.accountId}::bigint, h from unnest(${hashes}::bytea[]) h on conflict do nothing`;
}

/** Puts erased addresses that came again on the list of those that want no mail. Called wherever customers get an address. */
export async function suppressErased(
  tx: Tx,
  place: Place,
  people: readonly { id: number; email: string | null }[],
): Promise<void> {
  const { any } = await tx.one<{ any: boolean }>`select exists (select from erased_addresses
    where account_id = ${place.accountId}) as any`;
  if (!any) return;
  const found = people.flatMap(({ id, email }) =>
    email === null ? [] : hashesOf(place, email).map((hash) => ({ id, address: email.toLowerCase(), hash })),
  );
  await tx.run`insert into suppressions (account_id, channel, address, reason, customer_id)
    select distinct on (n.address) e.account_id, 'mail', n.address, 'opted_out', n.id
    from unnest(${found.map((one) => one.id)}::bigint[], ${found.map((one) => one.address)}::text[], ${found.map((one) => one.hash)}::bytea[])
      n (id, address, hash)
    join erased_addresses e on e.account_id = ${place.accountId} and e.address_hash = n.hash
    on conflict do nothing`;
}

/** The guest agreed anew: the address is like any other. */
export async function welcomeBack(tx: Tx, place: Place, address: string): Promise<void> {
  await tx.run`delete from erased_addresses where account_id = ${place.accountId} and address_hash = any(${hashesOf(place, address)}::bytea[])`;
}
