import type { CodeSpace } from "@okaeri/domain/enumerations";
import type { SourceValueField } from "@okaeri/domain/stays/source-values";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

/** Most words of one field that wait for a person; who sends free text for a type asks no more of anybody. */
const MOST_OPEN = 200;

/** A word of a line that nobody knows, with the batch that told it and the reservation that waits for its meaning. */
export type UnknownSourceValue = {
  space: CodeSpace;
  field: SourceValueField;
  word: string;
  batchId: number;
  reservationId: number | null;
};

/** SQL over source values `source_value`: it has no meaning, or its meaning is no longer in use. */
const OPEN = sql`(not source_value.is_set_aside
  and not exists (select from account_customer_types account_customer_type
    where account_customer_type.account_id = source_value.account_id
      and account_customer_type.id = source_value.account_customer_type_id and account_customer_type.active_status = 'active')
  and not exists (select from account_booking_channels channel
    where channel.account_id = source_value.account_id
      and channel.id = source_value.account_booking_channel_id and channel.active_status = 'active'))`;

/** Keeps them for the batch's report, and for whoever matches them. */
export async function recordSourceValues(
  tx: Tx,
  { accountId, facilityId, now }: { accountId: number; facilityId: number; now: Date },
  words: readonly UnknownSourceValue[],
): Promise<void> {
  if (words.length === 0) return;
  await tx.run`
    with n as materialized (
      select ${accountId}::bigint as account_id, u.*, lower(u.word) as word_key
      from unnest(${words.map((one) => one.space)}::text[], ${words.map((one) => one.field)}::text[],
        ${words.map((one) => one.word)}::text[], ${words.map((one) => one.batchId)}::bigint[],
        ${words.map((one) => one.reservationId)}::bigint[]) as u (code_space, field, word, import_batch_id, stay_reservation_id)
    ), spelled as (
      select distinct on (code_space, field, word_key) *, dense_rank() over (partition by field order by word_key, code_space) as place
      from n
      order by code_space, field, word_key, word
    ), known as (
      insert into source_values as source_value (account_id, code_space, field, word, word_key, last_reported_at, updated_at)
      select s.account_id, s.code_space, s.field, s.word, s.word_key, ${now}::timestamptz, ${now}::timestamptz
      from spelled s
      where exists (select from source_values source_value
          where source_value.account_id = s.account_id and source_value.code_space = s.code_space
            and source_value.field = s.field and source_value.word_key = s.word_key)
        or s.place
          + (select count(*)
            from source_values source_value
            where source_value.account_id = s.account_id and source_value.field = s.field
              and ${OPEN}) <= ${MOST_OPEN}
      order by s.code_space, s.field, s.word_key
      on conflict (account_id, code_space, field, word_key) do update set last_reported_at = excluded.last_reported_at
      returning source_value.account_id, source_value.id, source_value.code_space, source_value.field, source_value.word_key,
        source_value.is_set_aside
    ), open_words as (
      select k.account_id, k.id, n.import_batch_id, n.stay_reservation_id
      from n
      join known k on k.account_id = n.account_id and (k.code_space, k.field, k.word_key) = (n.code_space, n.field, n.word_key)
      where not k.is_set_aside
    ), counted as (
      insert into source_value_batches as source_value_batch (account_id, source_value_id, import_batch_id, facility_account_id, row_count)
      select account_id, id, import_batch_id, ${facilityId}::bigint, count(*)
      from open_words
      group by account_id, id, import_batch_id
      order by id, import_batch_id
      on conflict (account_id, source_value_id, import_batch_id) do update set row_count = source_value_batch.row_count + excluded.row_count
    )
    insert into source_value_reservations (account_id, source_value_id, stay_reservation_id)
    select distinct account_id, id, stay_reservation_id
    from open_words
    where stay_reservation_id is not null
    order by id, stay_reservation_id
    on conflict do nothing`;
}

export type WordOfBatch = { field: SourceValueField; word: string; rows: number };

/** Words of a batch or a file that nobody knows yet, those of most rows first. */
export function wordsOfBatch(tx: Tx, accountId: number, batchId: number): Promise<WordOfBatch[]> {
  return tx.all<WordOfBatch>`select source_value.field, source_value.word, source_value_batch.row_count as rows
    from source_value_batches source_value_batch
    join source_values source_value on source_value.account_id = source_value_batch.account_id
      and source_value.id = source_value_batch.source_value_id
    where source_value_batch.account_id = ${accountId} and source_value_batch.import_batch_id = ${batchId} and ${OPEN}
    order by source_value_batch.row_count desc, source_value.word`;
}

export type OpenWord = {
  id: number;
  field: SourceValueField;
  channel: CodeSpace;
  word: string;
  rows: number;
  reservations: number;
  last_reported_at: Date;
};

/** Words that wait for a person: those that these facilities told (null: all of the account). */
export function openWords(tx: Tx, accountId: number, facilityIds: readonly number[] | null): Promise<OpenWord[]> {
  const within =
    facilityIds === null ? sql`true` : sql`source_value_batch.facility_account_id = any(${facilityIds}::bigint[])`;
  return tx.all<OpenWord>`select source_value.id, source_value.field, source_value.code_space as channel, source_value.word,
    source_value.last_reported_at,
      t.rows,
      (select count(*)::int
        from source_value_reservations source_value_reservation
        where source_value_reservation.account_id = ${accountId}
          and source_value_reservation.source_value_id = source_value.id) as reservations
    from source_values source_value
    join lateral (
      select sum(source_value_batch.row_count)::int as rows
      from source_value_batches source_value_batch
      where source_value_batch.account_id = ${accountId} and source_value_batch.source_value_id = source_value.id and ${within}
    ) t on t.rows > 0
    where source_value.account_id = ${accountId} and ${OPEN}
    order by source_value.field, t.rows desc, source_value.word`;
}

/** Says what a word means from now on, or that it means nothing; the reservations that waited for it are given back. */
export async function settleWord(
  tx: Tx,
  accountId: number,
  word: Pick<OpenWord, "id" | "field">,
  { choiceId, userId, now }: { choiceId: number | null; userId: number; now: Date },
): Promise<number[]> {
  const column = word.field === "customer_type" ? sql`account_customer_type_id` : sql`account_booking_channel_id`;
  await tx.run`update source_values
    set ${column} = ${choiceId}, is_set_aside = ${choiceId === null}, updated_by = ${userId}, updated_at = ${now}
    where account_id = ${accountId} and id = ${word.id}`;
  const waited = await tx.all<{ id: number }>`delete from source_value_reservations
    where account_id = ${accountId} and source_value_id = ${word.id}
    returning stay_reservation_id as id`;
  return waited.map(({ id }) => id);
}

export type SourceValueChoice = { field: SourceValueField; id: number; name: string };

/** What a word can mean: the account's types of customers and booking channels in use. */
export function sourceValueChoices(tx: Tx, accountId: number): Promise<SourceValueChoice[]> {
  return tx.all<SourceValueChoice>`select field, id, name
    from (
      select 'customer_type' as field, account_customer_type.id, account_customer_type.name, account_customer_type.sort_order
      from account_customer_types account_customer_type
      where account_customer_type.account_id = ${accountId}
        and account_customer_type.active_status = 'active'
      union all
      select 'booking_channel', channel.id, channel.name, channel.sort_order
      from account_booking_channels channel
      where channel.account_id = ${accountId} and channel.active_status = 'active'
    ) w
    order by field, sort_order, id`;
}
