import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { calendarDate } from "@okaeri/domain/calendar-date";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { CONTINUE_IDENTITIES } from "../apps/server/src/database/backup/sequences.ts";
import { openDatabase } from "../apps/server/src/database/connection.ts";
import { createDefaultRfm } from "../apps/server/src/sections/rfms/create-default-rfm.ts";
import { scoreRfm } from "../apps/server/src/sections/rfms/score-rfm.ts";
import { type BenchDatabase, withPool } from "./cluster.ts";
import { type BenchData, dateOf, facilityOf, guestAt, makeWorld, NOW, PROGRAMMES, TODAY } from "./customers-data.ts";

const BATCH = 2_000;
const NULL = "\\N";

/** Loads `customers` customers with about five stays each through COPY, as superuser, and settles everything counted from them. */
export async function fillCustomers(urls: BenchDatabase, customers: number): Promise<void> {
  const world = makeWorld(customers);
  await withPool(urls.superuser, async (pool) => {
    const client = await pool.connect();
    try {
      // Triggers and keys would check and count row by row what is counted once below; the checks of columns stay on.
      await client.query("set session_replication_role = replica; set synchronous_commit = off");
      await client.query(readFileSync(join(import.meta.dirname, "organisation.sql"), "utf8"));
      const indexes = await takeIndexes(client);
      await copy(client, `customers (${CUSTOMER_COLUMNS})`, customers, (at) => customerLine(world, at));
      await copy(client, `customer_totals (${TOTAL_COLUMNS})`, customers, (at) => totalLine(world, at));
      await copy(client, `stay_reservations (${RESERVATION_COLUMNS})`, world.stays, (at) => reservationLine(world, at));
      await copy(client, `stay_transactions (${STAY_COLUMNS})`, world.stays, (at) => stayLine(world, at));
      await client.query(readFileSync(join(import.meta.dirname, "facts.sql"), "utf8"));
      for (const index of indexes) await client.query(index);
      await client.query(CONTINUE_IDENTITIES);
      // The covering index of the stays is read without its heap only when the pages are known to be all visible.
      await client.query("vacuum (analyze)");
    } finally {
      client.release(true);
    }
  });
  await scoreEveryProgramme(urls);
}

/** The scores as the product makes them, so that the list has groups to show. */
async function scoreEveryProgramme(urls: BenchDatabase): Promise<void> {
  const database = openDatabase(urls.app, { max: 1, statementTimeoutMs: 0 });
  try {
    for (let programme = 1; programme <= PROGRAMMES; programme++) {
      await database.inScope({ accountIds: [programme] }, async (tx) => {
        const rfmId = await createDefaultRfm(tx, programme);
        await scoreRfm(tx, programme, rfmId, { today: calendarDate(TODAY), now: NOW });
      });
    }
  } finally {
    await database.close();
  }
  await withPool(urls.superuser, (pool) => pool.query("vacuum (analyze) customer_rfms, customer_rfm_histories"));
}

/** Only the organisation: the clients, their accounts and one administrator each. */
export async function fillOrganisation(urls: BenchDatabase): Promise<void> {
  await withPool(urls.superuser, (pool) =>
    pool.query(readFileSync(join(import.meta.dirname, "organisation.sql"), "utf8")),
  );
}

const CUSTOMER_COLUMNS =
  "account_id, id, member_number, name, name_kana, gender, birthday, email, tel, tel_national, postcode, address, nationality, last_stay_on, stay_count, use_price_total";

function customerLine(world: BenchData, at: number): string {
  const guest = guestAt(at);
  const lastDay = world.lastDay[at] ?? -1;
  return [
    world.programme[at],
    at + 1,
    guest.memberNumber ?? NULL,
    guest.name,
    guest.kana,
    guest.random.chance(0.5) ? "female" : "male",
    guest.random.chance(0.6) ? guest.birthday : NULL,
    guest.email ?? NULL,
    guest.tel ? `+81${guest.tel.slice(1)}` : NULL,
    guest.tel ?? NULL,
    `${100 + guest.random.below(900)}-${1000 + guest.random.below(9000)}`,
    `東京都千代田区丸の内${1 + guest.random.below(9)}-${1 + guest.random.below(30)}-${1 + guest.random.below(20)}`,
    "JPN",
    lastDay < 0 ? NULL : dateOf(lastDay),
    world.stayCount[at],
    world.spent[at],
  ].join("\t");
}

const TOTAL_COLUMNS =
  "account_id, customer_id, reservation_count, stay_count, use_price_total, first_stay_on, last_stay_on, last_facility_account_id";

function totalLine(world: BenchData, at: number): string {
  const programme = world.programme[at] ?? 1;
  const lastDay = world.lastDay[at] ?? -1;
  const stayed = lastDay >= 0;
  return [
    programme,
    at + 1,
    world.stayCount[at],
    world.stayCount[at],
    world.spent[at],
    stayed ? dateOf(world.firstDay[at] ?? 0) : NULL,
    stayed ? dateOf(lastDay) : NULL,
    stayed ? facilityOf(programme, world.lastFacility[at] ?? 1) : NULL,
  ].join("\t");
}

const RESERVATION_COLUMNS =
  "account_id, id, facility_account_id, customer_id, original_reservation_code, plan_code, reserved_price, reserved_payment_price, reserved_date, check_in_date, check_out_date, grant_status";

function reservationLine(world: BenchData, at: number): string {
  const { programme, facility, day, nights } = placeOf(world, at);
  const price = world.stayPrice[at];
  const booked = Math.max(0, day - ((at * 31) % 60));
  const code = `R-${String(at + 1).padStart(8, "0")}`;
  const dates = [dateOf(booked), dateOf(day), dateOf(day + nights)];
  const grant = at % 5 < 2 ? "granted" : "not_granted";
  const customer = (world.stayCustomer[at] ?? 0) + 1;
  return [programme, at + 1, facility, customer, code, `P${at % 12}`, price, price, ...dates, grant].join("\t");
}

const STAY_COLUMNS =
  "account_id, id, facility_account_id, stay_reservation_id, customer_id, transaction_code, confirmed_date, use_price, payment_price, check_in_date, check_out_date";

function stayLine(world: BenchData, at: number): string {
  const { programme, facility, day, nights } = placeOf(world, at);
  const customer = (world.stayCustomer[at] ?? 0) + 1;
  const code = `S-${String(at + 1).padStart(8, "0")}`;
  const price = world.stayPrice[at];
  const out = dateOf(day + nights);
  return [programme, at + 1, facility, at + 1, customer, code, out, price, price, dateOf(day), out].join("\t");
}

function placeOf(world: BenchData, stay: number) {
  const programme = world.programme[world.stayCustomer[stay] ?? 0] ?? 1;
  return {
    programme,
    facility: facilityOf(programme, world.stayFacility[stay] ?? 1),
    day: world.stayDay[stay] ?? 0,
    nights: world.stayNights[stay] ?? 1,
  };
}

async function copy(client: pg.PoolClient, target: string, rows: number, line: (at: number) => string): Promise<void> {
  function* pieces() {
    for (let from = 0; from < rows; from += BATCH) {
      let text = "";
      for (let at = from; at < Math.min(rows, from + BATCH); at++) text += `${line(at)}\n`;
      yield text;
    }
  }
  await pipeline(Readable.from(pieces()), client.query(copyFrom(`copy ${target} from stdin`)));
}

/** Drops the indexes that are no constraint and answers how to make them again: many times faster than upkeep row by row. */
async function takeIndexes(client: pg.PoolClient): Promise<string[]> {
  const found = await client.query<{ name: string; text: string }>(`
    select c.oid::regclass::text as name, pg_get_indexdef(c.oid) as text
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = c.oid)
      and t.relname in ('customers', 'customer_totals', 'stay_reservations', 'stay_transactions', 'customer_facilities', 'grant_points',
        'point_lots', 'customer_consents')`);
  for (const row of found.rows) await client.query(`drop index ${row.name}`);
  return found.rows.map((row) => row.text);
}
