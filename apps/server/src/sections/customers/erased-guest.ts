import type { Tx } from "../../database/connection.ts";

/** By what these guests can be found in what was kept of them elsewhere. */
export type ErasedGuest = {
  customerIds: readonly number[];
  addresses: readonly string[];
  memberNumbers: readonly string[];
  /** Digits alone. */
  tels: readonly string[];
  /** Names and readings, without spaces. */
  names: readonly string[];
};

/** Read before anything is taken away. */
export async function erasedGuest(tx: Tx, accountId: number, ids: readonly number[]): Promise<ErasedGuest> {
  const { addresses, members, tels, names } = await tx.one<
    Record<"addresses" | "members" | "tels" | "names", string[]>
  >`
    with words as (
      select w.* from customers c cross join lateral (values ('email', c.email), ('email', c.email_typed), ('member', c.member_number),
        ('tel', c.tel), ('tel', c.tel_national), ('name', c.name), ('name', c.name_typed), ('name', c.name_kana),
        ('name', c.name_kana_typed)) w (kind, value)
      where c.account_id = ${accountId} and c.id = any (${ids}::bigint[]) and w.value is not null
      union select kind, value from customer_keys where account_id = ${accountId} and customer_id = any (${ids}::bigint[])
    )
    select array(select distinct lower(value) from words where kind = 'email') as addresses,
      array(select value from words where kind = 'member') as members,
      array(select distinct d from words, regexp_replace(value, '\\D', '', 'g') d where kind = 'tel' and length(d) >= 9) as tels,
      array(select distinct n from words, regexp_replace(value, '\\s', '', 'g') n where kind = 'name' and length(n) >= 2) as names`;
  return { customerIds: ids, addresses, memberNumbers: members, tels, names };
}
