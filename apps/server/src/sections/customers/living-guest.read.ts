import type { LanguageCode } from "@okaeri/domain/enumerations";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { firstNotNull } from "../../database/first-not-null.ts";

/** Who the guest of an old message is today; nobody once they were erased. */
export function livingGuest(
  tx: Tx,
  accountId: number,
  customerId: number,
): Promise<{ id: number; language: LanguageCode; email: string | null } | undefined> {
  return tx.maybe<{
    id: number;
    language: LanguageCode;
    email: string | null;
  }>`select customer.id, customer.language, customer.email
    from customers written_customer
    join customers customer on customer.account_id = written_customer.account_id
      and customer.id = ${firstNotNull(sql`written_customer.merged_into`, sql`written_customer.id`)}
    where written_customer.account_id = ${accountId} and written_customer.id = ${customerId} and customer.active_status = 'active'
      and customer.erased_at is null`;
}

/**
 * Whether a guest was erased; undefined if the programme has none with this number. Until the transaction ends nobody can erase the guest: an
 * erasure that has begun is waited for.
 */
export function lockGuest(tx: Tx, accountId: number, id: number): Promise<{ is_erased: boolean } | undefined> {
  return tx.maybe<{ is_erased: boolean }>`select customer.erased_at is not null as is_erased
    from customers customer
    where customer.account_id = ${accountId} and customer.id = ${id}
    for key share`;
}
