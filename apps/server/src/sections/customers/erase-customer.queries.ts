import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import { idsOfCustomer } from "../points/merged-customers.read.ts";

/** The customer and all who were merged into it (docs/adr/0101). */
export async function mergedInto(tx: Tx, accountId: number, id: number): Promise<number[]> {
  const rows = await tx.all<{ id: number }>`select id
    from customers
    where account_id = ${accountId} and id in ${idsOfCustomer(accountId, id)}
    order by id for update`;
  return rows.map((row) => row.id);
}

/** The balance is the survivor's; notes stay with the customer they were written for. */
export async function whatGoes(
  tx: Tx,
  accountId: number,
  id: number,
  ids: readonly number[],
): Promise<{ point_balance: number; notes: number }> {
  return tx.one`select
      coalesce((select balance from point_accounts where account_id = ${accountId} and customer_id = ${id}), 0) as point_balance,
      (select count(*)::int from customer_notes where account_id = ${accountId} and customer_id = any (${ids}::bigint[])) as notes`;
}

/** The ledger's last word on every channel and purpose that the guest agreed to. */
export async function withdrawEverything(tx: Tx, scope: Scope, ids: readonly number[]): Promise<void> {
  await tx.run`insert into customer_consents (account_id, customer_id, channel, purpose, state, source, created_by)
    select k.account_id, k.customer_id, k.channel, k.purpose, 'withdrawn', 'staff', ${scope.userId}::bigint
    from (select distinct on (customer_id, channel, purpose) *
      from customer_consents
      where account_id = ${scope.accountId} and customer_id = any (${ids}::bigint[])
      order by customer_id, channel, purpose, id desc) k
    where k.state = 'given'`;
}

export async function dropBelongings(tx: Tx, accountId: number, ids: readonly number[]): Promise<void> {
  await tx.run`delete from customer_notes where account_id = ${accountId} and customer_id = any (${ids}::bigint[])`;
  await tx.run`delete from customer_types where account_id = ${accountId} and customer_id = any (${ids}::bigint[])`;
  await tx.run`delete from customer_keys where account_id = ${accountId} and customer_id = any (${ids}::bigint[])`;
  await tx.run`delete from mail_suppressions where account_id = ${accountId} and customer_id = any (${ids}::bigint[])`;
}

/** Deletes what the guest register does not need; from now on the guest is in no list and no target. */
export async function eraseMarketing(
  tx: Tx,
  scope: Scope,
  ids: readonly number[],
  { now, restOn }: { now: Date; restOn: string },
): Promise<void> {
  await tx.run`update customers
    set member_number = null, gender = null, birthday = null, email = null, email_typed = null, email_state = 'opted_out',
      line_user_id = null, line_follow_state = 'none', notes = '', active_status = 'inactive', erased_at = ${now},
      erase_remaining_on = ${restOn}, version = version + 1, updated_by = ${scope.userId}, updated_at = now()
    where account_id = ${scope.accountId} and id = any (${ids}::bigint[])`;
}

/** Name, reading, address, telephone and nationality: the register's part. Naming `erased_at` has rows of imports forgotten, too. */
export async function eraseRemaining(tx: Tx, accountId: number, ids: readonly number[]): Promise<void> {
  await tx.run`update customers
    set name = '-', name_kana = null, tel = null, tel_national = null, postcode = null, address = null, nationality = null,
      name_typed = null, name_kana_typed = null, tel_typed = null, postcode_typed = null, address_typed = null, erased_at = erased_at,
      erase_remaining_on = null, version = version + 1, updated_at = now()
    where account_id = ${accountId} and id = any (${ids}::bigint[])`;
}

/**
 * Erases remarks and booking numbers of engines in the ledgers; amounts and days stay. By a function of the owner's, because no other role
 * changes a ledger (docs/adr/0365). After the audit log, because the booking numbers show which uses are the guest's.
 */
export async function eraseInLedgers(tx: Tx, accountId: number, ids: readonly number[]): Promise<void> {
  await tx.run`select erase_in_ledgers(${accountId}::bigint, ${ids}::bigint[])`;
}

/** Customers whose register has been kept to its last day. `skip locked`: two workers take different ones. */
export async function customersToErase(tx: Tx, accountId: number, today: CalendarDate): Promise<number[]> {
  const rows = await tx.all<{ id: number }>`select id
    from customers
    where account_id = ${accountId} and erase_remaining_on < ${today}::date
    order by id limit 1000 for update skip locked`;
  return rows.map((row) => row.id);
}

export async function erasedSince(tx: Tx, accountId: number, since: Date): Promise<boolean> {
  const { any } = await tx.one<{ any: boolean }>`select exists (select from customers
      where account_id = ${accountId} and erased_at >= ${since}) as any`;
  return any;
}
