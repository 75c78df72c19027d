import type { CodeSpace } from "@okaeri/domain/enumerations";
import type { SourceWordField } from "@okaeri/domain/stays/source-words";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

/** Most words of one field that wait for a person; who sends free text for a type asks no more of anybody. */
const MOST_OPEN = 200;

/** A word of a line that nobody knows, with the batch that told it and the reservation that waits for its meaning. */
export type SourceWord = {
  space: CodeSpace;
  field: SourceWordField;
  word: string;
  batchId: number;
  reservationId: number | null;
};

/** SQL over words `w`: nobody has said what it means, or what it meant is out of use. */
const OPEN = sql`(not w.is_set_aside and not exists (select from account_customer_types t where t.account_id = w.account_id
    and t.id = w.account_customer_type_id and t.active_status = 'active')
  and not exists (select from account_booking_channels c where c.account_id = w.account_id
    and c.id = w.account_booking_channel_id and c.active_status = 'active'))`;

/** Keeps them for the batch's report, and for whoever matches them. */
export async function noteSourceWords(
  tx: Tx,
  { accountId, facilityId, now }: { accountId: number; facilityId: number; now: Date },
  words: readonly SourceWord[],
): Promise<void> {
  if (words.length === 0) return;
  await tx.run`
    with n as materialized (
      select ${accountId}::bigint as account_id, u.*, lower(u.word) as word_key
      from unnest(${words.map((one) => one.space)}::text[], ${words.map((one) => one.field)}::text[], ${words.map((one) => one.word)}::text[],
        ${words.map((one) => one.batchId)}::bigint[], ${words.map((one) => one.reservationId)}::bigint[])
        as u (code_space, field, word, import_batch_id, stay_reservation_id)
    ), spelled as (
      select distinct on (code_space, field, word_key) *, dense_rank() over (partition by field order by word_key, code_space) as place from n
      order by code_space, field, word_key, word
    ), known as (
      insert into told_words as w (account_id, code_space, field, word, word_key, last_told_at, updated_at)
      select s.account_id, s.code_space, s.field, s.word, s.word_key, ${now}::timestamptz, ${now}::timestamptz from spelled s
      where exists (select from told_words w where w.account_id = s.account_id and w.code_space = s.code_space and w.field = s.field
          and w.word_key = s.word_key)
        or s.place + (select count(*) from told_words w where w.account_id = s.account_id and w.field = s.field and ${OPEN}) <= ${MOST_OPEN}
      order by s.code_space, s.field, s.word_key
      on conflict (account_id, code_space, field, word_key) do update set last_told_at = excluded.last_told_at
      returning w.account_id, w.id, w.code_space, w.field, w.word_key, w.is_set_aside
    ), told as (
      select k.account_id, k.id, n.import_batch_id, n.stay_reservation_id from n
      join known k on k.account_id = n.account_id and (k.code_space, k.field, k.word_key) = (n.code_space, n.field, n.word_key)
      where not k.is_set_aside
    ), counted as (
      insert into told_word_batches as b (account_id, told_word_id, import_batch_id, facility_account_id, row_count)
      select account_id, id, import_batch_id, ${facilityId}::bigint, count(*) from told group by account_id, id, import_batch_id order by id, import_batch_id
      on conflict (account_id, told_word_id, import_batch_id) do update set row_count = b.row_count + excluded.row_count
    )
    insert into told_word_reservations (account_id, told_word_id, stay_reservation_id)
    select distinct account_id, id, stay_reservation_id from told where stay_reservation_id is not null order by id, stay_reservation_id
    on conflict do nothing`;
}

export type WordOfBatch = { field: SourceWordField; word: string; rows: number };

/** Words of a batch or a file that nobody knows yet, those of most rows first. */
export function wordsOfBatch(tx: Tx, accountId: number, batchId: number): Promise<WordOfBatch[]> {
  return tx.all<WordOfBatch>`select w.field, w.word, b.row_count as rows from told_word_batches b
    join told_words w on w.account_id = b.account_id and w.id = b.told_word_id
    where b.account_id = ${accountId} and b.import_batch_id = ${batchId} and ${OPEN} order by b.row_count desc, w.word`;
}

export type OpenWord = {
  id: number;
  field: SourceWordField;
  channel: CodeSpace;
  word: string;
  rows: number;
  reservations: number;
  last_told_at: Date;
};

/** Words that wait for a person: those that these facilities told (null: all of the account). */
export function openWords(tx: Tx, accountId: number, facilityIds: readonly number[] | null): Promise<OpenWord[]> {
  const within = facilityIds === null ? sql`true` : sql`b.facility_account_id = any(${facilityIds}::bigint[])`;
  return tx.all<OpenWord>`select w.id, w.field, w.code_space as channel, w.word, w.last_told_at, t.rows,
      (select count(*)::int from told_word_reservations r where r.account_id = ${accountId} and r.told_word_id = w.id) as reservations
    from told_words w
    join lateral (
      select sum(b.row_count)::int as rows from told_word_batches b
      where b.account_id = ${accountId} and b.told_word_id = w.id and ${within}
    ) t on t.rows > 0
    where w.account_id = ${accountId} and ${OPEN} order by w.field, t.rows desc, w.word`;
}

/** Says what a word means from now on, or that it means nothing; the reservations that waited for it are given back. */
export async function settleWord(
  tx: Tx,
  accountId: number,
  word: Pick<OpenWord, "id" | "field">,
  { choiceId, userId, now }: { choiceId: number | null; userId: number; now: Date },
): Promise<number[]> {
  const column = word.field === "customer_type" ? sql`account_customer_type_id` : sql`account_booking_channel_id`;
  await tx.run`update told_words set ${column} = ${choiceId}, is_set_aside = ${choiceId === null}, updated_by = ${userId}, updated_at = ${now}
    where account_id = ${accountId} and id = ${word.id}`;
  const waited = await tx.all<{ id: number }>`delete from told_word_reservations
    where account_id = ${accountId} and told_word_id = ${word.id} returning stay_reservation_id as id`;
  return waited.map(({ id }) => id);
}

export type WordChoice = { field: SourceWordField; id: number; name: string };

/** What a word can mean: the account's types of customers and booking channels in use. */
export function wordChoices(tx: Tx, accountId: number): Promise<WordChoice[]> {
  return tx.all<WordChoice>`select field, id, name from (
      select 'customer_type' as field, t.id, t.name, t.sort_order from account_customer_types t where t.account_id = ${accountId} and t.active_status = 'active'
      union all
      select 'booking_channel', c.id, c.name, c.sort_order from account_booking_channels c where c.account_id = ${accountId} and c.active_status = 'active'
    ) w order by field, sort_order, id`;
}
