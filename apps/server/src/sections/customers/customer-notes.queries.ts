import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import { idsOfCustomer } from "../points/merged-customers.read.ts";
import { isoInstant } from "./iso-instant.ts";

export type NoteRow = {
  id: number;
  body: string;
  version: number;
  created_at: string;
  updated_at: string;
  written_by: string | null;
};

/** What staff wrote of a guest, the newest first. */
export function notesOf(tx: Tx, scope: Scope, customerId: number): Promise<NoteRow[]> {
  return tx.all<NoteRow>`select note.id, note.body, note.version, ${isoInstant(sql`note.created_at`)} as created_at,
      ${isoInstant(sql`note.updated_at`)} as updated_at, person.name as written_by
    from customer_notes note
    left join users person on person.id = note.created_by
    where note.account_id = ${scope.accountId} and note.customer_id in ${idsOfCustomer(scope.accountId, customerId)}
      and note.active_status = 'active'
    order by note.id desc limit 200`;
}

export async function insertNote(tx: Tx, scope: Scope, customerId: number, body: string): Promise<number> {
  const { id } = await tx.one<{
    id: number;
  }>`insert into customer_notes (account_id, customer_id, body, created_by, updated_by)
    values (${scope.accountId}, ${customerId}, ${body}, ${scope.userId}, ${scope.userId})
    returning id`;
  return id;
}

export async function lockNote(tx: Tx, scope: Scope, customerId: number, id: number): Promise<number | undefined> {
  const found = await tx.maybe<{
    version: number;
  }>`select version
    from customer_notes
    where account_id = ${scope.accountId} and customer_id in ${idsOfCustomer(scope.accountId, customerId)} and id = ${id}
      and active_status = 'active' for update`;
  return found?.version;
}

export async function updateNote(tx: Tx, scope: Scope, id: number, body: string): Promise<void> {
  await tx.run`update customer_notes
    set body = ${body}, version = version + 1, updated_by = ${scope.userId}, updated_at = now()
    where account_id = ${scope.accountId} and id = ${id}`;
}

export async function removeNote(tx: Tx, scope: Scope, id: number): Promise<void> {
  await tx.run`delete from customer_notes where account_id = ${scope.accountId} and id = ${id}`;
}
