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
      values (${accountId}, ${facilityId}, 'csv', 'queued', ${bytes.length}, ${bytes.length}, ${encoding}, ${JSON.stringify(mapping)}::jsonb,
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
  const who = sql`concat_ws('/', c.member_number, c.email, c.tel, c.name_kana, c.name)`;
  return {
    customers: await lines(
      sql`select concat_ws('|', ${who}, c.gender, c.birthday, c.nationality, c.language, c.name_typed, c.tel_typed, c.last_stay_on, c.stay_count,
        c.use_price_total, t.reservation_count, t.cancel_count, t.no_show_count, t.stay_count, t.use_price_total, t.first_stay_on,
        t.last_stay_on, t.last_facility_account_id) as line
        from customers c join customer_totals t on t.account_id = c.account_id and t.customer_id = c.id where c.account_id = ${accountId}`,
    ),
    reservations: await lines(
      sql`select concat_ws('|', r.original_reservation_code, ${who}, r.plan_code, r.reserved_price, r.reserved_payment_price, r.reserved_date,
        r.check_in_date, r.check_out_date, r.tel, r.reservation_status, r.cancel_date, r.is_no_show, r.grant_status, r.group_type, r.language_code,
        r.source_updated_at, encode(r.content_hash, 'hex'), g.name, g.name_kana, g.email, g.tel, m.adult_count, m.child_count, m.room_type,
        m.stay_transaction_id is not null) as line
        from stay_reservations r left join customers c on c.account_id = r.account_id and c.id = r.customer_id
        left join stay_reservation_customers g on g.account_id = r.account_id and g.stay_reservation_id = r.id
        left join stay_rooms m on m.account_id = r.account_id and m.stay_reservation_id = r.id where r.account_id = ${accountId}`,
    ),
    stays: await lines(
      sql`select concat_ws('|', s.transaction_code, r.original_reservation_code, ${who}, s.confirmed_date, s.use_price, s.payment_price,
        s.check_in_date, s.check_out_date, s.reversed_at is null, g.name, e.effect, e.round, e.reversed_at is null) as line
        from stay_transactions s join stay_reservations r on r.account_id = s.account_id and r.id = s.stay_reservation_id
        left join customers c on c.account_id = s.account_id and c.id = s.customer_id
        left join stay_customers g on g.account_id = s.account_id and g.stay_transaction_id = s.id
        left join stay_effects e on e.account_id = s.account_id and e.stay_transaction_id = s.id where s.account_id = ${accountId}`,
    ),
    points: await lines(
      sql`select concat_ws('|', ${who}, s.transaction_code, p.grant_point, p.expiration_date, l.remaining, a.balance, a.debt) as line
        from grant_points p join customers c on c.account_id = p.account_id and c.id = p.customer_id
        left join stay_transactions s on s.account_id = p.account_id and s.id = p.stay_transaction_id
        left join point_lots l on l.account_id = p.account_id and l.grant_point_id = p.id
        join point_accounts a on a.account_id = p.account_id and a.customer_id = c.id where p.account_id = ${accountId}`,
    ),
    facilities: await lines(
      sql`select concat_ws('|', f.facility_account_id, ${who}, f.first_seen_on) as line from customer_facilities f
        join customers c on c.account_id = f.account_id and c.id = f.customer_id where f.account_id = ${accountId}`,
    ),
    consents: await lines(
      sql`select concat_ws('|', ${who}, k.state, k.happened_at, k.source) as line from customer_consents k
        join customers c on c.account_id = k.account_id and c.id = k.customer_id where k.account_id = ${accountId}`,
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
      sql`select ${table} as name, count(*) as rows, max(xmin::text::bigint) as newest from ${sql.table(table)} where account_id = ${accountId}`,
  );
  const found = await sql`${sql.join(parts, sql` union all `)} order by name`.execute(tx.db);
  return JSON.stringify(found.rows);
}
