import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../../../database/connection.ts";
import { makeAccount, type TestApp, testApp } from "../../../test/app.ts";
import { restoreSeen } from "../../stays/restore-stays.ts";
import { csvOf, queued, runImport } from "../imports.fixture.ts";
import { foreseeUndo } from "./undo-preview.ts";

// A new house beside a large one: what the planner knows of the tables, it knows of the large one alone, and it expects next to nothing
// of the new one.
const NEIGHBOURS = 1_500;
const ROWS = 800;

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => new Date("2026-11-22T03:00:00Z") } });
});
afterAll(() => t.close());

async function importedBy(name: string, count: number) {
  const { accountId } = await makeAccount(t.app, { name });
  const guests = Array.from({ length: count }, (_, n) => ({
    予約番号: `R-${n}`,
    予約状態: "チェックアウト",
    氏名: `客 ${n}`,
    メールアドレス: `guest${n}@example.jp`,
    チェックイン日: "2026-10-01",
    チェックアウト日: "2026-10-02",
    利用金額: "10000",
  }));
  const importId = await queued(t.app, accountId, accountId, csvOf(guests));
  await runImport(t.app, accountId, importId);
  return { accountId, importId };
}

/** Rows that this transaction has read of all tables until now. */
async function rowsRead(tx: Tx): Promise<number> {
  const { read } = await tx.one<{ read: number }>`select
    sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::bigint as read from pg_stat_xact_user_tables`;
  return read;
}

test("an undo reads each row some times, and not all rows of the house for each", async () => {
  await importedBy("大きな宿", NEIGHBOURS);
  await t.past.asSystem((tx) => sql`analyze`.execute(tx.db));
  const { accountId, importId } = await importedBy("新しい宿", ROWS);

  await t.app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    const before = await rowsRead(tx);
    const { result } = await foreseeUndo(tx, accountId, importId);
    expect(result).toMatchObject({ reservations_removed: ROWS, customers_removed: ROWS });
    expect((await rowsRead(tx)) - before).toBeLessThan(ROWS * 40);
  });

  await t.app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    const guests = await tx.all<{ id: number }>`select id from customers where account_id = ${accountId}`;
    const before = await rowsRead(tx);
    const seen = guests.map(({ id }) => ({ customerId: id, facilityId: accountId, on: "2026-12-31" }));
    await restoreSeen(tx, accountId, seen);
    expect((await rowsRead(tx)) - before).toBeLessThan(ROWS * 40);
    const days = await tx.all<{ day: string }>`select distinct first_seen_on as day from customer_facilities
      where account_id = ${accountId}`;
    expect(days).toEqual([{ day: "2026-10-01" }]);
  });
});
