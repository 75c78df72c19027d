import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../apps/server/src/database/connection.ts";
import { createDefaultRfm } from "../apps/server/src/sections/rfms/create-default-rfm.ts";
import { type BenchDatabase, withPool } from "./cluster.ts";
import { TODAY } from "./customers-data.ts";

/** So many customers in each of the first `accounts` programmes, with one to nine stays in five years; only what scores are made of. */
export function fillShape(accounts: number, each: number): (urls: BenchDatabase) => Promise<void> {
  return async (urls) => {
    await withPool(urls.superuser, async (pool) => {
      const client = await pool.connect();
      try {
        await client.query("set session_replication_role = replica; set synchronous_commit = off");
        await client.query(readFileSync(join(import.meta.dirname, "organisation.sql"), "utf8"));
        const guests = `select n as id, (n - 1) / ${each} + 1 as account_id, n % 9 + 1 as stays
          from generate_series(1, ${accounts * each}) n`;
        await client.query(
          `insert into customers (account_id, id, name) overriding system value select account_id, id, '客 ' || id from (${guests}) g`,
        );
        await client.query(
          `insert into customer_totals (account_id, customer_id) select account_id, id from (${guests}) g`,
        );
        await client.query(
          `insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id, transaction_code,
            confirmed_date,
             use_price, payment_price, check_in_date, check_out_date)
           select account_id, 99 + 2 * account_id, 0, id, 'S-' || id || '-' || k, day, price, price, day - 1, day
           from (select g.*, k, $1::date - ((id * 7919::bigint + k * 104729) % 1800)::int as day,
             (id * 31::bigint + k * 1709) % 60000 as price
             from (${guests}) g, generate_series(1, g.stays) k) s`,
          [TODAY],
        );
        await client.query("vacuum (analyze)");
      } finally {
        client.release(true);
      }
    });
    const database = openDatabase(urls.app, { max: 1, statementTimeoutMs: 0 });
    try {
      for (let account = 1; account <= accounts; account++)
        await database.inScope({ accountIds: [account] }, (tx) => createDefaultRfm(tx, account));
    } finally {
      await database.close();
    }
  };
}
