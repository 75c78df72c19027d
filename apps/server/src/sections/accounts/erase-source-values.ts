import type { Tx } from "../../database/connection.ts";

/**
 * Words that nobody said a meaning of and that say a guest who is erased: a wrongly chosen column, or a feed's wrong field, tells names as
 * types. What a word was matched with stays: a house may call a channel as a guest is called.
 */
export async function eraseSourceValues(
  tx: Tx,
  accountId: number,
  { patterns }: { patterns: readonly string[] },
): Promise<void> {
  await tx.run`delete from source_values
    where account_id = ${accountId} and account_customer_type_id is null
      and account_booking_channel_id is null and says(word, ${patterns}::text[])`;
}
