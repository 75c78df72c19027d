import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { isSameVersion } from "../../merges/same-version.read.ts";

/** Reservations that were put back are at a new version: the import that had left it so is not taken for changed by hand. */
export async function followReservations(
  tx: Tx,
  accountId: number,
  moved: readonly { id: number; from: number; to: number }[],
): Promise<void> {
  if (moved.length === 0) return;
  await tx.run`with n as materialized (
      select ${accountId}::bigint as account_id, m.*
      from unnest(${moved.map((one) => one.id)}::bigint[], ${moved.map((one) => one.from)}::int[], ${moved.map((one) => one.to)}::int[]) m
        (id, was, now)
    )
    update import_rows import_row
    set version_after = n.now
    from n
    where import_row.account_id = n.account_id and import_row.entity = 'reservation' and import_row.entity_id = n.id
      and import_row.version_after = n.was`;
}

/** A customer whom an undo wrote: the version before it and after it, and those that the undone import, if any, had found and left. */
export type UndoneVersions = { id: number; was: number; is: number; found: number | null; left: number | null };

/**
 * An undo is no change by hand either: imports that had left the customer as the undo found them follow it, and so does the import before
 * the undone one, unless somebody has changed the customer since. An import that had found what the undone one left now follows on the one
 * before.
 */
export async function followCustomers(tx: Tx, accountId: number, moved: readonly UndoneVersions[]): Promise<void> {
  if (moved.length === 0) return;
  const column = (pick: keyof UndoneVersions) => moved.map((one) => one[pick]);
  await tx.run`with n as materialized (
      select ${accountId}::bigint as account_id, m.*
      from unnest(${column("id")}::bigint[], ${column("was")}::int[], ${column("is")}::int[], ${column("found")}::int[],
        ${column("left")}::int[]) m (id, version_was, version_is, version_found, version_left)
    )
    update import_rows import_row
    set version_after = case when f.follows then n.version_is else import_row.version_after end,
      before = case when f.follows_on
        then jsonb_set(import_row.before, '{version}', to_jsonb(n.version_found)) else import_row.before end
    from n
    join customers customer on customer.account_id = n.account_id and customer.id = n.id
    join import_rows other_import_row on other_import_row.account_id = n.account_id and other_import_row.entity = 'customer'
      and other_import_row.entity_id = n.id
    cross join lateral (
      select ${isSameVersion(sql`other_import_row.version_after`, sql`n.version_was`)}
          or (${isSameVersion(sql`n.version_left`, sql`n.version_was`)}
            and ${isSameVersion(sql`other_import_row.version_after`, sql`n.version_found`)}) as follows,
        ${isSameVersion(sql`n.version_left`, sql`(other_import_row.before ->> 'version')::int`)} as follows_on
    ) f
    where import_row.account_id = other_import_row.account_id and import_row.import_batch_id = other_import_row.import_batch_id
      and import_row.entity = other_import_row.entity and import_row.entity_id = other_import_row.entity_id
      and (f.follows or f.follows_on)`;
}

/** Member numbers that the programme gave are no change by hand: an import that made or changed the guests can be undone as before. */
export async function followNumbers(
  tx: Tx,
  accountId: number,
  moved: readonly { id: number; from: number; to: number }[],
): Promise<void> {
  await followCustomers(
    tx,
    accountId,
    moved.map(({ id, from, to }) => ({ id, was: from, is: to, found: null, left: null })),
  );
}
