import { type BenchDatabase, query, withPool } from "./cluster.ts";
import type { Duck } from "./rfm-duck.ts";
import { dayAfter } from "./rfm-limit-sql.ts";

/** New stays of one customer in two hundred of these accounts, the same ones in the product's tables and in DuckDB. */
export async function addNews(
  data: BenchDatabase,
  duck: Duck,
  day: number,
  accounts: readonly number[],
): Promise<void> {
  const date = dayAfter(day);
  await withPool(data.superuser, async (pool) => {
    const client = await pool.connect();
    try {
      // Only the facts are wanted here: totals and effects do not enter the scores.
      await client.query("set session_replication_role = replica");
      const added = await client.query<{ account_id: number; customer_id: number; use_price: number }>(
        `insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id, transaction_code, confirmed_date,
           use_price, payment_price, check_in_date, check_out_date)
         select account_id, 101, 0, id, 'bench-' || $1::int || '-' || id, $2::date, 20000 + id % 10000, 20000, $2::date - 1, $2::date
         from customers where account_id = any ($3) and (id + $1::int) % 200 = 0 returning account_id, customer_id, use_price`,
        [day, date, accounts],
      );
      await duck.add(added.rows, date);
      await client.query("vacuum (analyze) stay_transactions");
    } finally {
      client.release(true);
    }
  });
}

/** Takes the new stays out again; also what an earlier run left behind when it was killed. */
export async function removeNews(data: BenchDatabase): Promise<void> {
  const removed = await query(data.superuser, "delete from stay_transactions where transaction_code like 'bench-%'");
  if (removed.rowCount) await query(data.superuser, "vacuum (analyze) stay_transactions");
}
