import type { Tx } from "../../database/connection.ts";

/** Somebody who signs in and works in one of these accounts. */
export type Colleague = { user_id: number; name: string; address: string };

/** The person, and all others who sign in and work in one of these accounts for the same client; the person first. */
export async function colleaguesOf(tx: Tx, userId: number, accountIds: readonly number[]): Promise<Colleague[]> {
  return tx.all<Colleague>`select person.id as user_id, person.name, person.user_email as address
    from users person
    where person.id = ${userId} or (person.status = 'active'
      and person.company_id in (select account.company_id from accounts account where account.id = any(${accountIds}::bigint[]))
      and exists (select from account_users account_user
        where account_user.user_id = person.id and account_user.active_status = 'active'
          and account_user.account_id = any(${accountIds}::bigint[])))
    order by person.id <> ${userId}, person.name, person.id limit 500`;
}
