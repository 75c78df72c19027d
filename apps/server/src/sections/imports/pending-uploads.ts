import { PENDING_UPLOADS } from "@okaeri/contract/import-limits";
import { sql } from "kysely";
import type { App } from "../../app.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import { clearEndedFiles, endImport } from "./import-state.queries.ts";
import { withinImportFacilities } from "./imports.queries.ts";
import { clearImportRows } from "./undo/import-rows.queries.ts";
import { undoableSince } from "./undo/undo-state.queries.ts";

// Uploads that were declared and never started: how many may wait, and for how long.

/** Rows of one transaction. */
const STEP = 5_000;
const PENDING = sql`import_batch.source = 'csv' and import_batch.state in ('uploading', 'uploaded')`;

type Waiting = { own: number; own_bytes: number; all: number; all_bytes: number; oldest_own: string; oldest: string };

/**
 * Refuses one upload more than may wait, naming one to start or to throw away. An advisory lock until commit lets only one upload of the
 * account be counted at a time, so that racing ones do not pass together.
 * @throws CallError INVALID_INPUT
 */
export async function assertRoomForUpload(tx: Tx, scope: Scope, bytes: number): Promise<void> {
  const { accountId, userId } = scope;
  await tx.run`select pg_advisory_xact_lock(hashtextextended(${`uploads/${accountId}`}, 0))`;
  // A file of a facility out of the person's reach counts, but is not named.
  const waiting = await tx.one<Waiting>`select count(*) filter (where import_batch.created_by = ${userId}) as own,
      coalesce(sum(import_batch.byte_size) filter (where import_batch.created_by = ${userId}), 0)::bigint as own_bytes, count(*) as all,
      coalesce(sum(import_batch.byte_size), 0)::bigint as all_bytes,
      coalesce((array_agg(import_batch.file_name order by import_batch.id) filter (where import_batch.created_by = ${userId}
        and ${withinImportFacilities(scope)}))[1], '') as oldest_own,
      coalesce((array_agg(import_batch.file_name order by import_batch.id)
        filter (where ${withinImportFacilities(scope)}))[1], '') as oldest
    from import_batches import_batch
    where import_batch.account_id = ${accountId} and ${PENDING}`;
  if (!waiting) return;
  const { person, account } = PENDING_UPLOADS;
  if (waiting.own >= person.count) refuse("own", "file_name", waiting.oldest_own);
  if (waiting.all >= account.count) refuse("all", "file_name", waiting.oldest);
  if (waiting.own_bytes + bytes > person.bytes) refuse("own", "byte_size", waiting.oldest_own);
  if (waiting.all_bytes + bytes > account.bytes) refuse("all", "byte_size", waiting.oldest);
}

function refuse(whose: "own" | "all", field: "file_name" | "byte_size", oldest: string): never {
  const most = PENDING_UPLOADS[whose === "own" ? "person" : "account"];
  const limit = field === "file_name" ? { files: most.count } : { gigabytes: most.bytes / 1_073_741_824 };
  const because = { code: "uploads_waiting" as const, whose, limit, oldest };
  throw new CallError("INVALID_INPUT", { fields: { [field]: because }, because });
}

/**
 * Nightly: cancels uploads that nobody has touched for long, deletes the bytes of everything that is over, and deletes the record of
 * changes of imports that can no longer be undone.
 */
export async function clearUploads(app: App, signal: AbortSignal): Promise<void> {
  const before = new Date(app.clock.now().getTime() - PENDING_UPLOADS.hours * 3_600_000);
  const accounts = await app.database.asSystem(
    (tx) =>
      tx.all<{ account_id: number; old: number[] }>`select import_batch.account_id,
          coalesce(array_agg(import_batch.id order by import_batch.id) filter (where ${PENDING} and import_batch.updated_at < ${before}),
            '{}') as old
        from import_batches import_batch
        group by import_batch.account_id
        order by import_batch.account_id`,
  );
  for (const { account_id: accountId, old } of accounts) {
    const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope({ accountIds: [accountId] }, work);
    for (const id of old) {
      signal.throwIfAborted();
      await inScope(async (tx) => {
        // A race: somebody may go on with it at this moment, so it is checked again under the lock.
        const held = await tx.all`select from import_batches import_batch
          where import_batch.account_id = ${accountId} and import_batch.id = ${id} and ${PENDING} and import_batch.updated_at < ${before}
            for update`;
        if (held.length === 0) return;
        await endImport(tx, accountId, id, { state: "cancelled", error: "expired" });
        await recordAudit(tx, {
          actorUserId: null,
          action: "expire",
          entity: "import_batches",
          entityId: id,
          accountId,
        });
      });
    }
    signal.throwIfAborted();
    await inScope((tx) => clearEndedFiles(tx, accountId));
    for (let gone = STEP; gone === STEP; ) {
      signal.throwIfAborted();
      gone = await inScope((tx) => clearImportRows(tx, accountId, undoableSince(app.clock.now()), STEP));
    }
  }
}
