import { calendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import { afterAll, beforeAll, test } from "vitest";
import { cloneDatabase } from "../../test/database.ts";
import { makeBasicCampaign, makeWorld } from "../stays/stays.fixture.ts";
import { changesOfStays } from "./owed-by-stays.ts";
import { paidRules } from "./rule-versions.queries.ts";

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(() => clone.drop());
test("measure", async () => {
  const w = await makeWorld(clone.database);
  const w2 = await makeWorld(clone.database);
  await w2.inScope((tx) =>
    makeBasicCampaign(tx, { accountId: w2.accountId, rule: { grant_type: "rate", grant_rate: 3 } }),
  );
  const fill = (from: number, to: number, world = w) =>
    world.inScope(async (tx) => {
      const id = world.accountId,
        f = world.facilities[0];
      await sql`set local statement_timeout = 0`.execute(tx.db);
      await sql`insert into customers (account_id, name) select ${id}, 'x' || n from generate_series(${from}::int, ${to}::int) n`.execute(
        tx.db,
      );
      await sql`with c as (select id, row_number() over (order by id) as n from customers where account_id = ${id} and name like 'x%')
      insert into stay_reservations (account_id, facility_account_id, customer_id, original_reservation_code, check_in_date, check_out_date)
      select ${id}, ${f}, c.id, c.id || '-' || k, date '2024-11-01' + (c.n % 100)::int + k * 90, date '2024-11-02' + (c.n % 100)::int + k * 90
      from c, generate_series(0, 4) k where not exists (select from stay_reservations r where r.account_id = ${id} and r.customer_id = c.id)`.execute(
        tx.db,
      );
      await sql`insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id, transaction_code, confirmed_date, use_price, check_in_date, check_out_date)
      select account_id, facility_account_id, id, customer_id, original_reservation_code, check_out_date, 20000, check_in_date, check_out_date from stay_reservations r
      where account_id = ${id} and not exists (select from stay_transactions s where s.account_id = r.account_id and s.stay_reservation_id = r.id)`.execute(
        tx.db,
      );
    });
  await w.inScope((tx) =>
    makeBasicCampaign(tx, {
      accountId: w.accountId,
      target: {
        combinator: "and",
        rules: [
          { field: "stay_count", operator: ">=", value: 2 },
          { field: "use_price_total", operator: ">=", value: 1 },
        ],
      },
      rule: { grant_type: "rate", grant_rate: 10, expiration_type: "days_from_last_stay", days: 100 },
    }),
  );
  const explain = (label: string, perGuest: boolean, world = w) =>
    world.inScope(async (tx) => {
      const stays = await sql<{
        id: number;
      }>`select s.id from stay_transactions s join (select id from customers where account_id = ${world.accountId} and name like 'x%' order by id limit 1000) c on c.id = s.customer_id
      where s.account_id = ${world.accountId} ${perGuest ? sql`` : sql`and s.transaction_code like '%-4'`}`.execute(
        tx.db,
      );
      const ids = stays.rows.map((r) => r.id);
      const rules = await paidRules(tx, world.accountId);
      const plan =
        await sql<any>`explain (analyze, buffers, format json) with ${changesOfStays(world.accountId, ids, rules)} select * from change`.execute(
          tx.db,
        );
      const p = plan.rows[0]["QUERY PLAN"][0];
      const total = await sql<{
        n: number;
      }>`select count(*)::int as n from stay_transactions where account_id = ${world.accountId}`.execute(tx.db);
      console.log(
        label,
        "stays judged",
        ids.length,
        "of",
        total.rows[0]?.n,
        "buffers/stay",
        ((p.Plan["Shared Hit Blocks"] + p.Plan["Shared Read Blocks"]) / ids.length).toFixed(1),
        "ms",
        p["Execution Time"].toFixed(0),
        "planning",
        p["Planning Time"].toFixed(0),
      );
      if (label.startsWith("PLAN")) {
        const t =
          await sql<any>`explain (analyze, buffers) with ${changesOfStays(world.accountId, ids, rules)} select * from change`.execute(
            tx.db,
          );
        console.log(t.rows.map((r: any) => r["QUERY PLAN"]).join("\n"));
      }
    });
  const analyze = () =>
    w.inScope((tx) => sql`analyze customers, stay_transactions, stay_reservations, grant_points`.execute(tx.db));
  await fill(1, 2000);
  await fill(1, 2000, w2);
  await analyze();
  await explain("small", true);
  await explain("small-plain", true, w2);
  await fill(2001, 42000);
  await fill(2001, 22000, w2);
  await analyze();
  await explain("PLAN large", true);
  await explain("large-plain", true, w2);
  void calendarDate;
}, 550_000);
