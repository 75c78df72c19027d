import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeAccount, type TestApp, testApp } from "../../test/app.ts";
import { csvOf, queued } from "./imports.fixture.ts";
import { requeueStrandedImports } from "./requeue-imports.ts";

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

it("gives an import that nothing has touched for long one new job, and leaves the others alone", async () => {
  const { accountId } = await makeAccount(test.app, { name: "宿" });
  const file = csvOf([{ 予約番号: "R1", チェックイン: "2026-11-01", チェックアウト: "2026-11-02", 氏名: "山田 花子" }]);
  const [stranded] = [
    await queued(test.app, accountId, accountId, file),
    await queued(test.app, accountId, accountId, file),
  ];
  await test.app.database.inScope({ accountIds: [accountId] }, (tx) =>
    sql`update import_batches set state = 'running', updated_at = now() - interval '1 hour' where id = ${stranded}`.execute(
      tx.db,
    ),
  );
  await requeueStrandedImports(test.app);
  await requeueStrandedImports(test.app);
  const jobs = await test.past.pool.query("select data from pgboss.job where name = 'import-reservations'");
  expect(jobs.rows).toEqual([{ data: { account_id: accountId, import_batch_id: stranded } }]);
});
