import { createReadStream } from "node:fs";
import { CHUNK_BYTES } from "@okaeri/contract/import-limits";
import { type ImportKind, suggestMapping } from "@okaeri/domain/stays/import-fields";
import { sql } from "kysely";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import { convertResortBookings } from "../../seed/resort/convert.ts";
import type { Caller } from "../../test/app.ts";
import { importReservations } from "./import-reservations.ts";
import { sniff } from "./reading/sniff.ts";

const SLICE = new URL("../../../fixtures/resort/resort_hotel_bookings_slice.csv", import.meta.url);

/** The committed slice of the real file as the product's own tool turns it into an upload. */
export async function resortSlice(): Promise<Buffer> {
  let text = "";
  for await (const piece of convertResortBookings(createReadStream(SLICE))) text += piece;
  return Buffer.from(text);
}

/** A file of few columns: rows by column name. */
export function csvOf(rows: Record<string, string | number>[]): Buffer {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => header.map((name) => row[name] ?? "").join(","));
  return Buffer.from(`${[header.join(","), ...lines].join("\n")}\n`);
}

/** Declares and uploads a file over HTTP. */
export async function upload(
  caller: Caller,
  facilityId: number,
  bytes: Buffer,
  fileName = "予約.csv",
  kind?: string,
): Promise<number> {
  const declared = await caller({
    method: "POST",
    url: "/api/imports",
    payload: { file_name: fileName, byte_size: bytes.length, facility_account_id: facilityId, ...(kind && { kind }) },
  });
  if (declared.statusCode !== 200) throw new Error(declared.body);
  const { id } = declared.json();
  for (let seq = 0; seq * CHUNK_BYTES < bytes.length; seq++) {
    const sent = await caller({
      method: "PUT",
      url: `/api/imports/${id}/chunks/${seq}`,
      headers: { "content-type": "application/octet-stream" },
      payload: bytes.subarray(seq * CHUNK_BYTES, (seq + 1) * CHUNK_BYTES),
    });
    if (sent.statusCode !== 200) throw new Error(sent.body);
  }
  return id;
}

/** A queued import as the calls would leave it, with the mapping that the headings suggest. */
export async function queued(
  app: App,
  accountId: number,
  facilityId: number,
  bytes: Buffer,
  kind: ImportKind = "reservations",
): Promise<number> {
  const found = sniff(bytes, true);
  if (!found.ok) throw new Error(found.problem);
  const { header, delimiter, encoding } = found;
  const mapping = Object.fromEntries(
    Object.entries(suggestMapping(header, kind)).map(([field, at]) => [field, header[at]]),
  );
  return app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    const made = await tx.one<{
      id: number;
    }>`insert into import_batches (account_id, facility_account_id, source, state, byte_size, bytes_received,
        encoding, mapping, delimiter, header, kind)
      values (${accountId}, ${facilityId}, 'csv', 'queued', ${bytes.length}, ${bytes.length}, ${encoding},
        ${JSON.stringify(mapping)}::jsonb,
        ${delimiter}, ${header}::text[], ${kind}) returning id`;
    const id = made.id;
    for (let seq = 0; seq * CHUNK_BYTES < bytes.length; seq++)
      await sql`insert into import_files (account_id, import_batch_id, seq, start_byte, bytes)
        values (${accountId}, ${id}, ${seq}, ${seq * CHUNK_BYTES}, ${bytes.subarray(seq * CHUNK_BYTES, (seq + 1) * CHUNK_BYTES)})`.execute(
        tx.db,
      );
    return id;
  });
}

/** Runs the job to its end, or until the signal. */
export function runImport(
  app: App,
  accountId: number,
  id: number,
  options: { batchRows?: number; signal?: AbortSignal; attempt?: number } = {},
): Promise<void> {
  const { batchRows, signal = new AbortController().signal, attempt = 0 } = options;
  const data = { account_id: accountId, import_batch_id: id };
  return importReservations(app, data, { signal, attempt }, batchRows === undefined ? {} : { batchRows });
}

export type Counts = {
  status: string;
  read: number;
  new: number;
  changed: number;
  unchanged: number;
  refused: number;
  customers: number;
  stays: number;
};

export async function countsOf(app: App, accountId: number, id: number): Promise<Counts> {
  const found = await app.database.inScope({ accountIds: [accountId] }, (tx) =>
    sql<Counts>`select state as status, rows_read as read, rows_new as new, rows_changed as changed, rows_unchanged as unchanged,
      rows_refused as refused, customers_new as customers, stays_applied as stays
      from import_batches where account_id = ${accountId} and id = ${id}`.execute(tx.db),
  );
  const counts = found.rows[0];
  if (!counts) throw new Error(`no import ${id}`);
  return counts;
}

/** Imports a file from upload to end. */
export async function imported(
  app: App,
  accountId: number,
  facilityId: number,
  bytes: Buffer,
  batchRows?: number,
): Promise<Counts> {
  const id = await queued(app, accountId, facilityId, bytes);
  await runImport(app, accountId, id, batchRows === undefined ? {} : { batchRows });
  return countsOf(app, accountId, id);
}

/** What an import writes, in words that do not depend on the numbers rows got, one text per table. */
export async function stateOf(tx: Tx, accountId: number): Promise<Record<string, string[]>> {
  const lines = async (statement: ReturnType<typeof sql<{ line: string }>>) =>
    (await statement.execute(tx.db)).rows.map((row) => row.line).sort();
  const who = sql`concat_ws('/', customer.member_number, customer.email, customer.tel, customer.name_kana, customer.name)`;
  return {
    customers: await lines(
      sql`select concat_ws('|', ${who}, customer.gender, customer.birthday, customer.nationality, customer.language, customer.name_typed,
        customer.tel_typed, customer.last_stay_on, customer.stay_count,
        customer.use_price_total, total.reservation_count, total.cancel_count, total.no_show_count, total.stay_count, total.use_price_total,
        total.first_stay_on,
        total.last_stay_on, total.last_facility_account_id) as line
        from customers customer join customer_totals total on total.account_id = customer.account_id and total.customer_id = customer.id
          where customer.account_id = ${accountId}`,
    ),
    reservations: await lines(
      sql`select concat_ws('|', reservation.original_reservation_code, ${who}, reservation.plan_code,
        coalesce(reservation.reserved_price::text, '?'),
        coalesce(reservation.reserved_payment_price::text, '?'), reservation.reserved_date,
        reservation.check_in_date, reservation.check_out_date, reservation.tel, reservation.reservation_status, reservation.cancel_date,
        reservation.is_no_show, reservation.grant_status, reservation.group_type, reservation.language_code,
        reservation.source_updated_at, encode(reservation.content_hash, 'hex'), guest.name, guest.name_kana, guest.email, guest.tel,
        coalesce(room.adult_count::text, '?'), coalesce(room.child_count::text, '?'), room.room_type,
        room.stay_transaction_id is not null) as line
        from stay_reservations reservation left join customers customer on customer.account_id = reservation.account_id
          and customer.id = reservation.customer_id
        left join stay_reservation_customers guest on guest.account_id = reservation.account_id
          and guest.stay_reservation_id = reservation.id
        left join stay_rooms room on room.account_id = reservation.account_id and room.stay_reservation_id = reservation.id
          where reservation.account_id = ${accountId}`,
    ),
    stays: await lines(
      sql`select concat_ws('|', stay.transaction_code, reservation.original_reservation_code, ${who}, stay.confirmed_date, stay.use_price,
        stay.payment_price,
        stay.check_in_date, stay.check_out_date, stay.reversed_at is null, stay_guest.name, stay_effect.effect, stay_effect.round,
        stay_effect.reversed_at is null) as line
        from stay_transactions stay join stay_reservations reservation on reservation.account_id = stay.account_id
          and reservation.id = stay.stay_reservation_id
        left join customers customer on customer.account_id = stay.account_id and customer.id = stay.customer_id
        left join stay_customers stay_guest on stay_guest.account_id = stay.account_id and stay_guest.stay_transaction_id = stay.id
        left join stay_effects stay_effect on stay_effect.account_id = stay.account_id and stay_effect.stay_transaction_id = stay.id
          where stay.account_id = ${accountId}`,
    ),
    points: await lines(
      sql`select concat_ws('|', ${who}, stay.transaction_code, point_grant.grant_point, point_grant.expiration_date, lot.remaining,
        point_account.balance, point_account.debt) as line
        from grant_points point_grant join customers customer on customer.account_id = point_grant.account_id
          and customer.id = point_grant.customer_id
        left join stay_transactions stay on stay.account_id = point_grant.account_id and stay.id = point_grant.stay_transaction_id
        left join point_lots lot on lot.account_id = point_grant.account_id and lot.grant_point_id = point_grant.id
        join point_accounts point_account on point_account.account_id = point_grant.account_id and point_account.customer_id = customer.id
          where point_grant.account_id = ${accountId}`,
    ),
    facilities: await lines(
      sql`select concat_ws('|', customer_facility.facility_account_id, ${who}, customer_facility.first_seen_on) as line
        from customer_facilities customer_facility
        join customers customer on customer.account_id = customer_facility.account_id and customer.id = customer_facility.customer_id
          where customer_facility.account_id = ${accountId}`,
    ),
    consents: await lines(
      sql`select concat_ws('|', ${who}, consent.state, consent.happened_at, consent.source) as line from customer_consents consent
        join customers customer on customer.account_id = consent.account_id and customer.id = consent.customer_id
          where consent.account_id = ${accountId}`,
    ),
    counters: await lines(
      sql`select sum(customer_count)::text as line from account_counters where account_id = ${accountId}`,
    ),
  };
}

/** Row versions of everything an import may write: equal when nothing was written. */
export async function versionsOf(tx: Tx, accountId: number): Promise<string> {
  const tables = [
    "customers",
    "customer_totals",
    "customer_facilities",
    "customer_consents",
    "customer_merge_candidates",
    "stay_reservations",
  ];
  tables.push(
    "stay_reservation_customers",
    "stay_transactions",
    "stay_customers",
    "stay_rooms",
    "stay_effects",
    "grant_points",
  );
  tables.push("point_lots", "point_accounts", "point_adjustments");
  const parts = tables.map(
    (table) =>
      sql`select ${table} as name, count(*) as rows, max(xmin::text::bigint) as newest from ${sql.table(table)}
        where account_id = ${accountId}`,
  );
  const found = await sql`${sql.join(parts, sql` union all `)} order by name`.execute(tx.db);
  return JSON.stringify(found.rows);
}
