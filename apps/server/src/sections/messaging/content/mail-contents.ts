import type { Tx } from "../../../database/connection.ts";
import type { CompiledMail } from "./compiled-mail.ts";

/** Keeps the content once for all guests of the account, and tells its id. */
export async function contentIdOf(tx: Tx, accountId: number, compiled: CompiledMail, now: Date): Promise<number> {
  const json = JSON.stringify(compiled);
  const images = new Set(json.match(/(?<=\/images\/)[0-9a-f]{64}/g));
  // The update answers the id even where another worker has just kept it, and keeps what is used from ending.
  const { id } = await tx.one<{
    id: number;
  }>`insert into mail_contents (account_id, hash, compiled, image_hashes, used_at)
    values (${accountId}, ${compiled.hash}, ${json}::jsonb, ${[...images]}::text[], ${now})
    on conflict (account_id, hash) do update set used_at = excluded.used_at
    returning id`;
  return id;
}
