import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { decideRank, type HeldRank, type RankStep } from "@okaeri/domain/ranks/decide-rank";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccount, type TestApp, testApp } from "../../test/app.ts";
import { evaluateRanks } from "./evaluate-ranks.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const today = calendarDate("2026-11-20");

test("the statement decides like the rule, for customers of every kind, and a second run writes nothing", async () => {
  const { accountId } = await makeAccount(t.app, { name: "ranks" });
  await t.app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    const run = async <T>(query: { execute(db: typeof tx.db): Promise<{ rows: T[] }> }) =>
      (await query.execute(tx.db)).rows;
    const [rank] = await run(
      sql<{
        id: number;
      }>`insert into ranks (account_id, definition, active_month, base_month) values (${accountId}, 'stay', 12, 24) returning id`,
    );
    const details = await run(sql<{
      id: number;
      priority: number;
      total_stay: number;
    }>`insert into rank_details (account_id, rank_id, name, total_stay, priority)
      values (${accountId}, ${rank?.id}, 'プラチナ', 6, 1), (${accountId}, ${rank?.id}, 'ゴールド', 3, 2), (${accountId}, ${rank?.id}, 'シルバー', 1, 3)
        returning id, priority, total_stay`);
    const steps: RankStep[] = details.map((d) => ({ id: d.id, priority: d.priority, threshold: d.total_stay }));
    const expected = new Map<number, number | null>();
    const byHand = new Map<number, number>();
    let code = 0;
    for (let stays = 0; stays <= 7; stays++) {
      for (const heldPriority of [null, 1, 2, 3]) {
        for (const [type, until] of [
          ["auto", addDays(today, 10)],
          ["auto", addDays(today, -1)],
          ["auto", today],
          ["manual", null],
          ["manual", addDays(today, -1)],
        ] as const) {
          const [customer] = await run(
            sql<{
              id: number;
            }>`insert into customers (account_id, name) values (${accountId}, ${`客 ${++code}`}) returning id`,
          );
          const id = customer?.id ?? 0;
          for (let i = 0; i < stays; i++) await addStay(tx, accountId, id, `${code}-${i}`, addDays(today, -30 * i - 1));
          // Too old to count: before base_month.
          await addStay(tx, accountId, id, `${code}-old`, addDays(today, -800));
          const held: HeldRank | null =
            heldPriority === null
              ? null
              : {
                  rank_detail_id: steps.find((s) => s.priority === heldPriority)?.id ?? 0,
                  rank_type: type,
                  expiration_date: until,
                };
          if (held) {
            await sql`insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, expiration_date, since_date)
              values (${accountId}, ${id}, ${held.rank_detail_id}, ${held.rank_type}, ${held.expiration_date}, '2025-01-01')`.execute(
              tx.db,
            );
          }
          // What staff gave is not looked at, and stays.
          const automatic = held?.rank_type === "auto" ? held : null;
          const decision = decideRank(steps, stays, automatic, today);
          expected.set(id, decision === "keep" ? (held?.rank_detail_id ?? null) : (decision?.id ?? null));
          if (held?.rank_type === "manual") byHand.set(id, held.rank_detail_id);
        }
      }
    }
    await evaluateRanks(tx, accountId, rank?.id ?? 0, today);
    const given = async (type: "auto" | "manual") =>
      new Map(
        (
          await run(sql<{
            id: number;
            rank_detail_id: number | null;
          }>`select customer.id, customer_rank.rank_detail_id from customers customer
            left join customer_ranks customer_rank on customer_rank.account_id = customer.account_id
              and customer_rank.customer_id = customer.id and customer_rank.rank_type = ${type}
            where customer.account_id = ${accountId} and (${type} = 'auto' or customer_rank.rank_detail_id is not null)`)
        ).map((row) => [row.id, row.rank_detail_id]),
      );
    expect(await given("auto")).toEqual(expected);
    expect(await given("manual")).toEqual(byHand);
    expect(await evaluateRanks(tx, accountId, rank?.id ?? 0, today)).toBe(0);
  });
});

async function addStay(
  tx: Parameters<typeof evaluateRanks>[0],
  accountId: number,
  customerId: number,
  code: string,
  checkOut: string,
): Promise<void> {
  const reservation = await sql<{
    id: number;
  }>`insert into stay_reservations (account_id, facility_account_id, customer_id,
      original_reservation_code, check_in_date, check_out_date)
    values (${accountId}, ${accountId}, ${customerId}, ${code}, ${checkOut}::date - 1, ${checkOut}) returning id`.execute(
    tx.db,
  );
  await sql`insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id, transaction_code,
      confirmed_date, use_price, check_in_date, check_out_date)
    values (${accountId}, ${accountId}, ${reservation.rows[0]?.id}, ${customerId}, ${code}, ${checkOut}, 10000,
      ${checkOut}::date - 1, ${checkOut})`.execute(tx.db);
}
