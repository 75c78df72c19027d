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
