import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../../../database/connection.ts";
import { makeAccount, type TestApp, testApp } from "../../../test/app.ts";
import { csvOf, queued, runImport } from "../imports.fixture.ts";
import { writtenBy } from "./import-rows.queries.ts";
import { CUSTOMER_RETAINED, reservationRetained } from "./undo-verdicts.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => new Date("2026-11-22T03:00:00Z") } });
});
afterAll(() => t.close());

test("what an undo takes back is judged by as many pages however many imports came after it", async () => {
  const { accountId } = await makeAccount(t.app, { name: "つながった宿" });
  const guests = Array.from({ length: 300 }, (_, n) => ({
    予約番号: `R-${n}`,
    予約状態: "予約",
    氏名: `客 ${n}`,
    メールアドレス: `guest${n}@example.jp`,
    チェックイン日: "2026-12-01",
    チェックアウト日: "2026-12-02",
  }));
  const importId = await queued(t.app, accountId, accountId, csvOf(guests));
  await runImport(t.app, accountId, importId);
  const place = { accountId, importId };
  const pages = async (tx: Tx) => {
    let sum = 0;
    for (const judged of [
      sql`with ${writtenBy(place, "reservation")} select ${reservationRetained(place)} from import_row
        join stay_reservations reservation on reservation.account_id = import_row.account_id and reservation.id = import_row.entity_id`,
      sql`with ${writtenBy(place, "customer")} select ${CUSTOMER_RETAINED} from import_row
        join customers customer on customer.account_id = import_row.account_id and customer.id = import_row.entity_id`,
    ]) {
      const explained = await sql<{
        "QUERY PLAN": { Plan: Record<string, number> }[];
      }>`explain (analyze, buffers, format json) ${judged}`.execute(tx.db);
      sum += explained.rows[0]?.["QUERY PLAN"][0]?.Plan["Shared Hit Blocks"] ?? Number.NaN;
    }
    return sum;
  };
  await t.app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    await pages(tx);
    const alone = await pages(tx);
    await tx.run`with later as (insert into import_batches (account_id, facility_account_id, source, state)
        select ${accountId}, ${accountId}, 'plain', 'done' from generate_series(1, 60) returning id)
      insert into import_rows (account_id, import_batch_id, entity, entity_id, row_outcome, version_after)
      select ${accountId}, later.id, entity, 10000000 + n, 'new', 1
      from later, (values ('reservation'), ('customer')) e (entity), generate_series(1, 200) n`;
    expect(alone).toBeGreaterThan(300);
    expect(await pages(tx)).toBeLessThan(alone * 1.2);
  });
});
