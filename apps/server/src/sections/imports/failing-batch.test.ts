import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../../database/connection.ts";
import { makeAccount, type TestApp, testApp } from "../../test/app.ts";
import { countsOf, csvOf, imported, queued, runImport, stateOf } from "./imports.fixture.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const ROWS = 900;
const BATCH = 600;
const file = csvOf(
  Array.from({ length: ROWS }, (_, row) => ({
    予約番号: `F-${row}`,
    予約状態: "予約",
    チェックイン日: "2027-05-01",
    チェックアウト日: "2027-05-02",
    予約金額: 1000 + row,
    氏名: `客${row}`,
    メールアドレス: `guest${row}@example.com`,
  })),
);

async function programme(name: string) {
  const above = await makeAccount(app.app, { name });
  const { accountId } = above;
  const facility = await makeAccount(app.app, { name: `${name}の宿`, above, option: null });
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.app.database.inScope({ accountIds: [accountId] }, work);
  return { accountId, facilityId: facility.accountId, state: () => inScope((tx) => stateOf(tx, accountId)) };
}

/** Facilities have different numbers. */
const plain = (state: object, facilityId: number) =>
  JSON.parse(JSON.stringify(state).replaceAll(`"${facilityId}|`, '"F|').replaceAll(`|${facilityId}"`, '|F"'));

test("a batch whose guests the database refuses leaves nothing, and its rows, made meanwhile, go nowhere", async () => {
  const calm = await programme("穏やか");
  await imported(app.app, calm.accountId, calm.facilityId, file, BATCH);
  const stormy = await programme("嵐");
  const id = await queued(app.app, stormy.accountId, stormy.facilityId, file);
  const guest = `客${ROWS - 1}`;
  await app.past.asSystem((tx) =>
    sql`alter table customers add constraint nobody check (name <> ${sql.lit(guest)}) not valid`.execute(tx.db),
  );
  await expect(runImport(app.app, stormy.accountId, id, { batchRows: BATCH })).rejects.toThrow("nobody");
  expect(await countsOf(app.app, stormy.accountId, id)).toMatchObject({ status: "running", read: BATCH, new: BATCH });
  const half = await stormy.state();
  expect([half["customers"]?.length, half["reservations"]?.length]).toEqual([BATCH, BATCH]);

  await app.past.asSystem((tx) => sql`alter table customers drop constraint nobody`.execute(tx.db));
  await runImport(app.app, stormy.accountId, id, { batchRows: BATCH });
  expect(await countsOf(app.app, stormy.accountId, id)).toMatchObject({ status: "done", read: ROWS, new: ROWS });
  expect(plain(await stormy.state(), stormy.facilityId)).toEqual(plain(await calm.state(), calm.facilityId));
});
