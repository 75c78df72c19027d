import type { BATCH_STATES, inboxList } from "@okaeri/contract/lists/inbox";
import type { ListConditions } from "@okaeri/contract/lists/list";
import type { CodeSpace } from "@okaeri/domain/enumerations";
import type { FeedKind } from "@okaeri/domain/stays/feed-kinds";
import type { FeedRejection } from "@okaeri/domain/stays/feed-row";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { conditionsOf, type ListFilter, orderOf, type Paging, pageOf } from "../../database/list-page.ts";
import type { Scope } from "../../session/scope.ts";
import { countRows, type RowEnd } from "./feeds.queries.ts";

export type BatchRow = {
  id: number;
  state: (typeof BATCH_STATES)[number];
  channel: CodeSpace;
  kind: FeedKind;
  facility_account_id: number;
  facility_name: string;
  key_name: string;
  rows: number;
  rows_new: number;
  rows_changed: number;
  rows_unchanged: number;
  rows_held: number;
  created_at: Date;
  finished_at: Date | null;
};

const within = (scope: Scope): RawBuilder<unknown> =>
  scope.facilityIds === null ? sql`true` : sql`import_batch.facility_account_id = any(${scope.facilityIds}::bigint[])`;
const STATE = sql`case import_batch.state when 'queued' then 'waiting' when 'running' then 'doing' else 'done' end`;
const CHANNEL = sql`case import_batch.source when 'plain' then 'none' else import_batch.source end`;
const HELD = sql`(select count(*)::int
  from feed_rows feed_row
  where feed_row.account_id = import_batch.account_id and feed_row.import_batch_id = import_batch.id
    and feed_row.row_outcome in ('refused', 'waiting'))`;
const COLUMNS = sql`import_batch.id, ${STATE} as state, ${CHANNEL} as channel, feed_batch.kind, import_batch.facility_account_id,
  account.name as facility_name, feed_key.name as key_name, feed_batch.row_count as rows, import_batch.rows_new, import_batch.rows_changed,
  import_batch.rows_unchanged, ${HELD} as rows_held, import_batch.created_at, import_batch.finished_at`;
const FROM = sql`import_batches import_batch
  join feed_batches feed_batch on feed_batch.account_id = import_batch.account_id and feed_batch.import_batch_id = import_batch.id
  join accounts account on account.id = import_batch.facility_account_id
  join feed_keys feed_key on feed_key.account_id = import_batch.account_id and feed_key.id = import_batch.feed_key_id`;
const dayInTokyo = sql`(import_batch.created_at at time zone 'Asia/Tokyo')::date`;

/** A batch of a feed, or a file, of a facility in reach. */
export async function isBatchInReach(tx: Tx, scope: Scope, id: number): Promise<boolean> {
  const found = await tx.all`select from import_batches import_batch
    where import_batch.account_id = ${scope.accountId} and import_batch.id = ${id} and ${within(scope)}`;
  return found.length > 0;
}

export function listBatches(
  tx: Tx,
  scope: Scope,
  { page, size, sort, ...filter }: ListFilter<typeof inboxList> & Paging,
): Promise<{ rows: BatchRow[]; total: number }> {
  const conditions = conditionsOf<ListConditions<typeof inboxList>>(filter, {
    state: (state) => sql`${STATE} = ${state}`,
    held: () => sql`${HELD} > 0`,
    channel: (channel) => sql`${CHANNEL} = ${channel}`,
    kind: (kind) => sql`feed_batch.kind = ${kind}`,
    facility_account_id: (ids) => sql`import_batch.facility_account_id = any(${ids}::bigint[])`,
    received_from: (day) => sql`${dayInTokyo} >= ${day}::date`,
    received_to: (day) => sql`${dayInTokyo} <= ${day}::date`,
  });
  const where = sql.join(
    [
      sql`import_batch.account_id = ${scope.accountId}`,
      sql`import_batch.source <> 'csv'`,
      within(scope),
      ...conditions,
    ],
    sql` and `,
  );
  return pageOf(
    tx,
    { page, size },
    {
      from: sql`${FROM} where ${where}`,
      order: orderOf<typeof inboxList>(sort, { created_at: sql`import_batch.created_at` }, sql`import_batch.id desc`),
      rows: (cut) => sql<BatchRow>`select ${COLUMNS} ${cut}`,
    },
  );
}

export function findBatch(tx: Tx, scope: Scope, id: number): Promise<BatchRow | undefined> {
  return tx.maybe<BatchRow>`select ${COLUMNS}
    from ${FROM}
    where import_batch.account_id = ${scope.accountId} and import_batch.id = ${id} and import_batch.source <> 'csv' and ${within(scope)}`;
}

export type FeedRowShown = {
  row_index: number;
  row_outcome: RowEnd["row_outcome"] | "dismissed" | "lapsed";
  reservation_code: string;
  customer_id: number | null;
  reservation_id: number | null;
  reasons: FeedRejection[] | null;
  raw: string | null;
  version: number;
  updated_by_name: string | null;
  updated_at: Date | null;
};

/** Rows of a batch, in their order, with the reservation that each became. */
export function listRows(
  tx: Tx,
  scope: Scope,
  batch: Pick<BatchRow, "id" | "facility_account_id" | "channel">,
  { page, size, row_outcome, index }: Paging & { row_outcome?: string | undefined; index?: number },
): Promise<{ rows: FeedRowShown[]; total: number }> {
  const where = [sql`feed_row.account_id = ${scope.accountId}`, sql`feed_row.import_batch_id = ${batch.id}`];
  // Held are also those that wait for their reservation.
  if (row_outcome !== undefined)
    where.push(sql`feed_row.row_outcome in (${row_outcome}, ${row_outcome === "refused" ? "waiting" : row_outcome})`);
  if (index !== undefined) where.push(sql`feed_row.row_index = ${index}`);
  return pageOf(
    tx,
    { page, size },
    {
      from: sql`feed_rows feed_row where ${sql.join(where, sql` and `)}`,
      order: sql`feed_row.row_index`,
      rows: (cut) => sql<FeedRowShown>`
        select w.row_index, w.row_outcome, w.reservation_code, reservation.customer_id,
          case when reservation.customer_id is not null then reservation.id end as reservation_id, w.reasons, w.raw, w.version,
          person.name as updated_by_name, w.updated_at
        from (select * ${cut}) w
        left join stay_reservations reservation on reservation.account_id = w.account_id
          and reservation.facility_account_id = ${batch.facility_account_id} and reservation.code_space = ${batch.channel}
          and reservation.original_reservation_code = w.reservation_code
        left join users person on person.id = w.updated_by
        order by w.row_index`,
    },
  );
}

/** Locks a held row as the person saw it (optimistic locking); undefined when it has changed since. */
export function lockHeldRow(
  tx: Tx,
  scope: Scope,
  at: { id: number; row_index: number; version: number },
): Promise<{ raw: string } | undefined> {
  return tx.maybe<{ raw: string }>`select raw
    from feed_rows
    where account_id = ${scope.accountId} and import_batch_id = ${at.id} and row_index = ${at.row_index} and version = ${at.version}
      and row_outcome in ('refused', 'waiting') for update`;
}

/** What became of a held row; the batch's figures follow. */
export async function decideRow(
  tx: Tx,
  scope: Scope,
  at: { id: number; row_index: number },
  end: {
    row_outcome: FeedRowShown["row_outcome"];
    code: string;
    reasons: readonly FeedRejection[] | null;
    raw: string | null;
    now: Date;
  },
): Promise<void> {
  await tx.run`update feed_rows
    set row_outcome = ${end.row_outcome}, reservation_code = ${end.code},
      reasons = ${end.reasons === null ? null : JSON.stringify(end.reasons)}::jsonb,
      raw = ${end.raw}, version = version + 1, updated_by = ${scope.userId}, updated_at = ${end.now}
    where account_id = ${scope.accountId} and import_batch_id = ${at.id} and row_index = ${at.row_index}`;
  await countRows(tx, scope.accountId, [at.id], end.now);
}
