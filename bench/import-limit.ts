import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { ImportFile, Series } from "./import-file.ts";

// measured.md §4: the file goes through the server's own CSV parser into a temporary table and from there, in one statement,
// into the reservations. Nobody is identified and nothing follows from a stay.
const STAGING = `create temp table staging (code text, state text, reserved_on date, check_in date, check_out date, reserved_price bigint,
  use_price bigint, plan_code text, room_type text, adults integer, name text, kana text, email text, tel text) on commit drop`;

const RESERVATIONS = `insert into stay_reservations as reservation (account_id, facility_account_id, original_reservation_code, plan_code,
  reserved_price,
    reserved_date, check_in_date, check_out_date, tel)
  select 1, 101, code, coalesce(plan_code, ''), coalesce(reserved_price, 0), reserved_on, check_in, check_out, tel from staging
  on conflict (account_id, facility_account_id, code_space, original_reservation_code) do update set plan_code = excluded.plan_code,
    reserved_price = excluded.reserved_price, reserved_date = excluded.reserved_date, check_in_date = excluded.check_in_date,
    check_out_date = excluded.check_out_date, tel = excluded.tel, updated_at = now(), version = reservation.version + 1`;

const STAYS = `insert into stay_transactions as stay (account_id, facility_account_id, stay_reservation_id, transaction_code,
  confirmed_date,
    use_price, payment_price, check_in_date, check_out_date)
  select 1, 101, reservation.id, code, check_out, use_price, use_price, check_in, check_out from staging
  join stay_reservations reservation on reservation.account_id = 1 and reservation.facility_account_id = 101
    and reservation.code_space = 'none'
    and reservation.original_reservation_code = code
  on conflict (account_id, facility_account_id, code_space, transaction_code) do update set use_price = excluded.use_price,
    payment_price = excluded.payment_price, check_in_date = excluded.check_in_date, check_out_date = excluded.check_out_date,
    updated_at = now(), version = stay.version + 1`;

/** The limit's import as the superuser, whom neither policy nor scope concerns. Milliseconds. */
export async function limitImport(client: pg.PoolClient, file: ImportFile, series: Series): Promise<number> {
  const started = performance.now();
  await client.query("begin");
  try {
    await client.query(STAGING);
    const copy = client.query(copyFrom("copy staging from stdin with (format csv, header)"));
    await pipeline(createReadStream(file.path, { highWaterMark: 1 << 18 }), copy);
    await client.query("analyze staging");
    await client.query(RESERVATIONS);
    if (series === "stays") await client.query(STAYS);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
  return performance.now() - started;
}

/** The same rows in the same tables as the product writes, set by set and without any check: what that much writing costs. */
export async function limitAllTables(client: pg.PoolClient, file: ImportFile, series: Series): Promise<number> {
  const started = performance.now();
  await client.query("begin");
  try {
    await client.query(STAGING);
    const copy = client.query(copyFrom("copy staging from stdin with (format csv, header)"));
    await pipeline(createReadStream(file.path, { highWaterMark: 1 << 18 }), copy);
    await client.query("analyze staging");
    for (const text of allTables(series)) await client.query(text);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
  return performance.now() - started;
}

/** Totals are written with the guest, and each table once: as fast as these tables can be written by somebody who checks nothing. */
function allTables(series: Series): string[] {
  const stayed = series === "stays";
  return [
    "insert into import_batches (account_id, id, facility_account_id, source) overriding system value values (1, 1, 101, 'csv')",
    // A guest is who has the same mail address, else the same telephone and kana.
    `create temp table guests on commit drop as select row_number() over (order by identity) as id, * from (
       select coalesce(email, tel || kana, code) as identity, max(name) as name, max(kana) as kana, max(email) as email, max(tel) as tel,
         count(*) as bookings, count(use_price) as stays, coalesce(sum(use_price), 0) as use_price, min(check_in) as first_on,
         max(check_out) filter (where use_price is not null) as last_on
       from staging group by 1) g`,
    "alter table guests add primary key (identity); analyze guests",
    `insert into customers (account_id, id, name, name_kana, email, tel, tel_national, last_stay_on, stay_count, use_price_total,
      import_batch_id)
       overriding system value
     select 1, id, name, kana, email, '+81' || substr(tel, 2), tel, last_on, stays, use_price, 1 from guests`,
    `create temp table bookings on commit drop as select row_number() over () as id, g.id as customer_id, s.*
     from staging s join guests g on g.identity = coalesce(s.email, s.tel || s.kana, s.code)`,
    `insert into stay_reservations (account_id, id, facility_account_id, customer_id, original_reservation_code, plan_code,
      reserved_price,
       reserved_date, check_in_date, check_out_date, tel, content_hash, import_batch_id) overriding system value
     select 1, id, 101, customer_id, code, plan_code, reserved_price, reserved_on, check_in, check_out, tel, sha256(code::bytea), 1
       from bookings`,
    `insert into stay_reservation_customers (account_id, stay_reservation_id, customer_id, guest_type, name, name_kana, email, tel)
     select 1, id, customer_id, 'representative', name, kana, email, tel from bookings`,
    `insert into customer_facilities (account_id, facility_account_id, customer_id, first_seen_on) select 1, 101, id, first_on from guests`,
    ...(stayed ? STAYS_OF_ALL_TABLES : []),
    `insert into stay_rooms (account_id, stay_reservation_id, stay_transaction_id, stay_start_date, stay_end_date, adult_count, room_type)
     select 1, id, ${stayed ? "id" : "null"}, check_in, check_out, adults, room_type from bookings`,
    `update customer_totals total
      set reservation_count = n.bookings${stayed ? ", first_stay_on = n.first_on, last_facility_account_id = 101" : ""}
     from guests n where total.account_id = 1 and total.customer_id = n.id`,
    // What the undo of an import reads.
    `insert into import_rows (account_id, import_batch_id, entity, entity_id, row_outcome, after, version_after)
     select 1, 1, 'reservation', id, 'new', jsonb_build_object('customer_id', customer_id), 1 from bookings
     union all
     select 1, 1, 'customer', id, 'new', '{"keys": [], "types": [], "consents": []}', 1 from guests`,
  ];
}

const STAYS_OF_ALL_TABLES = [
  `insert into stay_transactions (account_id, id, facility_account_id, stay_reservation_id, customer_id, transaction_code, confirmed_date,
     use_price, payment_price, check_in_date, check_out_date, import_batch_id) overriding system value
   select 1, id, 101, id, customer_id, code, check_out, use_price, use_price, check_in, check_out, 1 from bookings`,
  `insert into stay_customers (account_id, stay_transaction_id, customer_id, guest_type, name, name_kana)
   select 1, id, customer_id, 'representative', name, kana from bookings`,
  `insert into stay_effects (account_id, stay_transaction_id, effect, round, detail)
   select 1, id, 'applied', 1, jsonb_build_object('customer_id', customer_id, 'use_price', use_price) from bookings`,
];
