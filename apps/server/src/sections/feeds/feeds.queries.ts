import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { FeedKind } from "@okaeri/domain/stays/feed-kinds";
import type { FeedRejection } from "@okaeri/domain/stays/feed-row";
import { recordAudits } from "../../audit/record-audit.ts";
import { inForce } from "../../database/active-version.ts";
import type { Tx } from "../../database/connection.ts";
import type { FeedChannelName, FeedKey } from "../accounts/prove-key.ts";

export async function waitingRows(tx: Tx, accountId: number): Promise<number> {
  const { rows } = await tx.one<{
    rows: number;
  }>`select coalesce(sum(feed_batch.row_count), 0)::bigint as rows
    from import_batches import_batch
    join feed_batches feed_batch on feed_batch.account_id = import_batch.account_id and feed_batch.import_batch_id = import_batch.id
    where import_batch.account_id = ${accountId} and import_batch.state in ('queued', 'running')`;
  return rows;
}

export async function insertBatch(
  tx: Tx,
  key: FeedKey,
  { kind, rowCount, payload, now }: { kind: FeedKind; rowCount: number; payload: string; now: Date },
): Promise<number> {
  const { id } = await tx.one<{ id: number }>`
    insert into import_batches (account_id, facility_account_id, source, feed_key_id, state, created_at, updated_at)
    values (${key.accountId}, ${key.facilityId}, ${key.channel}, ${key.id}, 'queued', ${now}, ${now})
    returning id`;
  await tx.run`insert into feed_batches (account_id, import_batch_id, kind, row_count, payload)
    values (${key.accountId}, ${id}, ${kind}, ${rowCount}, ${payload})`;
  return id;
}

export type WaitingBatch = {
  id: number;
  facility_account_id: number;
  source: FeedChannelName;
  kind: FeedKind;
  row_count: number;
  /** Null once all of it is written. */
  payload: string | null;
};

/** The oldest batches that wait and go together: of one facility, channel and kind, up to so many rows; at least one. */
export async function nextBatches(
  tx: Tx,
  accountId: number,
  { today, after, maxRows }: { today: CalendarDate; after: number; maxRows: number },
): Promise<WaitingBatch[]> {
  return tx.all<WaitingBatch>`
    with open as materialized (
      select import_batch.id, import_batch.account_id, import_batch.facility_account_id, import_batch.source, feed_batch.kind,
        feed_batch.row_count, first_value(import_batch.id) over (order by import_batch.id) as first_id,
        sum(feed_batch.row_count) over (partition by import_batch.facility_account_id, import_batch.source, feed_batch.kind
          order by import_batch.id) as rows_so_far
      from import_batches import_batch
      join feed_batches feed_batch on feed_batch.account_id = import_batch.account_id and feed_batch.import_batch_id = import_batch.id
      join accounts account on account.id = import_batch.facility_account_id
      where import_batch.account_id = ${accountId} and import_batch.state in ('queued', 'running') and import_batch.id > ${after}
        and ${inForce(today)}
    )
    select o.id, o.facility_account_id, o.source, o.kind, o.row_count, feed_batch.payload
    from open o
    join open first on first.id = o.first_id
    join feed_batches feed_batch on feed_batch.account_id = o.account_id and feed_batch.import_batch_id = o.id
    where (o.facility_account_id, o.source, o.kind) = (first.facility_account_id, first.source, first.kind)
      and (o.id = o.first_id or o.rows_so_far <= ${maxRows})
    order by o.id`;
}

/** For readers in the meantime; a worker that dies leaves the batches to the next one. */
export async function beginBatches(tx: Tx, accountId: number, ids: readonly number[], now: Date): Promise<void> {
  await tx.run`update import_batches
    set state = 'running', started_at = coalesce(started_at, ${now}), updated_at = ${now}
    where account_id = ${accountId} and id = any(${ids}::bigint[]) and state = 'queued'`;
}

/** Locks the batches that nobody has worked off meanwhile, in the order of their ids, until commit. */
export async function holdBatches(tx: Tx, accountId: number, ids: readonly number[]): Promise<number[]> {
  const held = await tx.all<{ id: number }>`select id
    from import_batches
    where account_id = ${accountId} and id = any(${ids}::bigint[]) and state in ('queued', 'running')
    order by id for update`;
  return held.map(({ id }) => id);
}

export type RowEnd = {
  batchId: number;
  index: number;
  /** Refused and waiting ones are held. */
  row_outcome: "new" | "changed" | "unchanged" | "refused" | "waiting";
  code: string;
  reasons: readonly FeedRejection[] | null;
  /** JSON text of a row that is held. */
  raw: string | null;
};

/**
 * Records the outcome of every row, and an audit line for each batch. The sent rows are deleted: only refused and waiting ones are held.
 */
export async function endBatches(
  tx: Tx,
  accountId: number,
  ids: readonly number[],
  rows: readonly RowEnd[],
  { now, state = "done", error = null }: { now: Date; state?: "done" | "failed"; error?: string | null },
): Promise<void> {
  await tx.run`insert into feed_rows (account_id, import_batch_id, row_index, row_outcome, reservation_code, reasons, raw)
    select ${accountId}::bigint, n.batch, n.index, n.row_outcome, n.code, n.reasons::jsonb, n.raw
    from unnest(${rows.map((row) => row.batchId)}::bigint[], ${rows.map((row) => row.index)}::int[],
      ${rows.map((row) => row.row_outcome)}::text[],
      ${rows.map((row) => row.code)}::text[], ${rows.map((row) => (row.reasons === null ? null : JSON.stringify(row.reasons)))}::text[],
      ${rows.map((row) => row.raw)}::text[]) n (batch, index, row_outcome, code, reasons, raw)`;
  await tx.run`update feed_batches set payload = null where account_id = ${accountId} and import_batch_id = any(${ids}::bigint[])`;
  await tx.run`update import_batches import_batch
    set state = ${state}, error = ${error}, finished_at = ${now}, rows_read = feed_batch.row_count,
      turn = nextval('import_batches_id_seq')
    from feed_batches feed_batch
    where import_batch.account_id = ${accountId} and import_batch.id = any(${ids}::bigint[])
      and feed_batch.account_id = import_batch.account_id and feed_batch.import_batch_id = import_batch.id`;
  await auditReceipt(tx, accountId, await countRows(tx, accountId, ids, now));
}

type Counted = { id: number; after: object };

/** The figures of these batches, from what became of their rows. */
export function countRows(tx: Tx, accountId: number, ids: readonly number[], now: Date): Promise<Counted[]> {
  return tx.all<Counted>`update import_batches import_batch
    set rows_new = n.new, rows_changed = n.changed, rows_unchanged = n.unchanged, rows_refused = n.refused, updated_at = ${now}
    from (
      select import_batch_id, count(*) filter (where row_outcome = 'new') as new,
        count(*) filter (where row_outcome = 'changed') as changed,
        count(*) filter (where row_outcome = 'unchanged') as unchanged,
        count(*) filter (where row_outcome in ('refused', 'waiting', 'dismissed', 'lapsed')) as refused
      from feed_rows
      where account_id = ${accountId} and import_batch_id = any(${ids}::bigint[])
      group by import_batch_id
    ) n
    where import_batch.account_id = ${accountId} and import_batch.id = n.import_batch_id
    returning import_batch.id,
      jsonb_build_object('account_id', import_batch.facility_account_id, 'rows_new', n.new, 'rows_changed', n.changed,
        'rows_unchanged', n.unchanged, 'rows_refused', n.refused) as after`;
}

const auditReceipt = (tx: Tx, accountId: number, taken: readonly Counted[]) =>
  recordAudits(tx, { actorUserId: null, action: "take_in", entity: "import_batches", accountId }, taken);

export type WaitedRow = Pick<WaitingBatch, "id" | "facility_account_id" | "source" | "kind"> & {
  row_index: number;
  reservation_code: string;
  raw: string;
};

/**
 * The rows that waited longest for a reservation which has arrived by now, locked until commit. Each row looks up its own reservation, with
 * the account from the row (database/given-ids.ts).
 */
export async function rowsThatWaited(tx: Tx, accountId: number, size: number): Promise<WaitedRow[]> {
  return tx.all<WaitedRow>`
    with waiting as materialized (
      select feed_row.account_id, feed_row.import_batch_id, feed_row.row_index, feed_row.reservation_code, import_batch.facility_account_id,
        import_batch.source, feed_batch.kind
      from feed_rows feed_row
      join import_batches import_batch on import_batch.account_id = feed_row.account_id and import_batch.id = feed_row.import_batch_id
      join feed_batches feed_batch on feed_batch.account_id = feed_row.account_id and feed_batch.import_batch_id = feed_row.import_batch_id
      where feed_row.account_id = ${accountId} and feed_row.row_outcome = 'waiting'
    ), come as materialized (
      select n.*
      from waiting n
      cross join lateral (
        select reservation.id
        from stay_reservations reservation
        where reservation.account_id = n.account_id and reservation.facility_account_id = n.facility_account_id
          and reservation.code_space = case n.source when 'plain' then 'none' else n.source end
          and reservation.original_reservation_code = n.reservation_code and reservation.active_status = 'active' limit 1
      ) r
      cross join lateral (
        select from stay_reservation_customers guest
        where guest.account_id = n.account_id and guest.stay_reservation_id = r.id and guest.guest_type = 'representative' limit 1
      ) g
      order by n.import_batch_id, n.row_index limit ${size}
    )
    select feed_row.import_batch_id as id, n.facility_account_id, n.source, n.kind, feed_row.row_index, feed_row.reservation_code,
      feed_row.raw
    from come n
    join feed_rows feed_row on feed_row.account_id = n.account_id and feed_row.import_batch_id = n.import_batch_id
      and feed_row.row_index = n.row_index
    where feed_row.row_outcome = 'waiting'
    order by feed_row.import_batch_id, feed_row.row_index for update of feed_row`;
}

/** Whether any row waits for a reservation: writers of reservations then take in the rows that came too early. */
export async function anyRowWaits(tx: Tx, accountId: number): Promise<boolean> {
  const { any } = await tx.one<{ any: boolean }>`select exists (select from feed_rows
      where account_id = ${accountId} and row_outcome = 'waiting') as any`;
  return any;
}

/** What became of rows that waited. */
export async function endWaiting(tx: Tx, accountId: number, rows: readonly RowEnd[], now: Date): Promise<void> {
  await tx.run`update feed_rows feed_row
    set row_outcome = n.row_outcome, reasons = n.reasons::jsonb, raw = n.raw, version = feed_row.version + 1, updated_at = ${now}
    from unnest(${rows.map((row) => row.batchId)}::bigint[], ${rows.map((row) => row.index)}::int[],
      ${rows.map((row) => row.row_outcome)}::text[],
      ${rows.map((row) => (row.reasons === null ? null : JSON.stringify(row.reasons)))}::text[], ${rows.map((row) => row.raw)}::text[]) n
      (batch, index, row_outcome, reasons, raw)
    where feed_row.account_id = ${accountId} and feed_row.import_batch_id = n.batch and feed_row.row_index = n.index`;
  await auditReceipt(tx, accountId, await countRows(tx, accountId, [...new Set(rows.map((row) => row.batchId))], now));
}
