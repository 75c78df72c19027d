import type { Tx } from "../../../database/connection.ts";
import type { CompiledMail } from "./compiled-mail.ts";

/** Keeps the content once for all guests of the account, and tells its id. */
export async function contentIdOf(tx: Tx, accountId: number, compiled: CompiledMail): Promise<number> {
  // An update that changes nothing answers the id even where another worker has just kept it.
  const { id } = await tx.one<{ id: number }>`insert into mail_contents (account_id, hash, compiled)
    values (${accountId}, ${compiled.hash}, ${JSON.stringify(compiled)}::jsonb)
    on conflict (account_id, hash) do update set hash = excluded.hash
    returning id`;
  return id;
}
