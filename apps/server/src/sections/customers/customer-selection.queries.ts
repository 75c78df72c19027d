import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import { isGuest, withinFacilities } from "../stays/guests.read.ts";

/** Which of these are guests whom the person sees. */
export async function guestsAmong(tx: Tx, scope: Scope, ids: readonly number[]): Promise<number[]> {
  const found = await tx.all<{ id: number }>`select customer.id
    from customers customer
    where customer.account_id = ${scope.accountId} and customer.id = any (${ids}::bigint[]) and ${isGuest}
      and ${withinFacilities(scope, sql`customer.id`)}`;
  return found.map((row) => row.id);
}

/**
 * Gives guests a type under one number. Each changed record gets a new version (optimistic locking), so that an older form does not remove
 * the type.
 */
export async function addTypeTo(
  tx: Tx,
  scope: Scope,
  { ids, typeId, now }: { ids: readonly number[]; typeId: number; now: Date },
): Promise<{ id: number; added: number }> {
  const { id } = await tx.one<{ id: number }>`select nextval('customer_type_additions') as id`;
  const { added } = await tx.one<{ added: number }>`with given as (
      insert into customer_types
        (account_id, customer_id, account_customer_type_id, addition_id, created_by, updated_by, created_at, updated_at)
      select ${scope.accountId}::bigint, n.id, ${typeId}::bigint, ${id}::bigint, ${scope.userId}::bigint, ${scope.userId}::bigint,
        ${now}::timestamptz, ${now}::timestamptz
      from unnest(${ids}::bigint[]) n (id)
      order by n.id
      on conflict do nothing
      returning customer_id
    )
    select count(*)::int as added
    from given`;
  await newVersions(tx, scope, id, now);
  return { id, added };
}

async function newVersions(tx: Tx, scope: Scope, additionId: number, now: Date): Promise<void> {
  await tx.run`update customers
    set version = version + 1, updated_by = ${scope.userId}, updated_at = ${now}
    where account_id = ${scope.accountId}
      and id in (select customer_type.customer_id
        from customer_types customer_type
        where customer_type.account_id = ${scope.accountId} and customer_type.addition_id = ${additionId})`;
}

/** The type of one's own addition, if some guest still has it from there. The row lock makes two who undo it at once take turns. */
export function typeOfAddition(tx: Tx, scope: Scope, additionId: number): Promise<{ type_id: number } | undefined> {
  return tx.maybe<{ type_id: number }>`select account_customer_type_id as type_id
    from customer_types
    where account_id = ${scope.accountId} and addition_id = ${additionId} and created_by = ${scope.userId} limit 1 for update`;
}

export async function undoAddition(tx: Tx, scope: Scope, additionId: number, now: Date): Promise<number> {
  await newVersions(tx, scope, additionId, now);
  const { removed } = await tx.one<{ removed: number }>`with gone as (
      delete from customer_types
      where account_id = ${scope.accountId} and addition_id = ${additionId}
      returning 1
    )
    select count(*)::int as removed
    from gone`;
  return removed;
}
