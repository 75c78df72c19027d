import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { countsOf, csvOf, queued, runImport, upload } from "./imports.fixture.ts";
import { readersOf } from "./reading/isolated/readers.fixture.ts";
import { textRow, workbookOf, workbookParts, zipOf } from "./reading/xlsx/xlsx.fixture.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const sheet = { name: "予約", rows: textRow(1, ["会員番号", "氏名"]) + textRow(2, ["R-1", "山田"]) };
/** A few kilobytes that unfold to a million elements within each other. */
const bomb = zipOf({ ...workbookParts([sheet]), "xl/worksheets/sheet1.xml": "<a>".repeat(1_000_000) });

test("a workbook that would take all memory is refused in words, nobody else notices, and the next file is read", async () => {
  const inn = await makeAccount(t.app, { name: "爆弾の宿" });
  const call = await t.as(await makeUser(t.app, inn, "role_user", ["customers/all"]));
  const ask = async (path: string) => {
    const answer = await call({ method: "GET", url: `/api/imports/${path}` });
    return [answer.statusCode, answer.json().message ?? answer.json().header];
  };
  const id = await upload(call, inn.accountId, bomb, "予約.xlsx");
  const seen = await Promise.all([ask(`${id}/preview`), ...Array.from({ length: 3 }, () => ask("places"))]);
  expect(seen.map(([status]) => status)).toEqual([400, 200, 200, 200]);
  expect(seen[0]?.[1]).toContain("Excelファイルが大きすぎます");
  expect(await ask(`${id}/preview`)).toEqual(seen[0]);
  expect((await call({ method: "GET", url: `/api/imports/${id}` })).json()).toMatchObject({ state: "failed" });
  const next = await upload(call, inn.accountId, workbookOf([sheet]), "予約.xlsx");
  expect(await ask(`${next}/preview`)).toEqual([200, ["会員番号", "氏名"]]);
});

test("a file whose rows cannot be read after all ends its import with the reason, in the check and in the start", async () => {
  const inn = await makeAccount(t.app, { name: "あとから壊れる宿" });
  const call = await t.as(await makeUser(t.app, inn, "role_user", ["customers/all"]));
  const rows = Array.from({ length: 40 }, (_, n) => textRow(n + 3, [`R-${n + 2}`, "山田"])).join("");
  // The first rows are good; what stands behind them is nested without end.
  const bytes = zipOf({
    ...workbookParts([sheet]),
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${sheet.rows}${rows}${" ".repeat(100_000)}${"<a>".repeat(1_000)}`,
  });
  for (const command of ["check", "start"]) {
    const id = await upload(call, inn.accountId, bytes, "予約.xlsx", "customers");
    const { mapping } = (await call({ method: "GET", url: `/api/imports/${id}/preview` })).json();
    const ask = () => call({ method: "POST", url: `/api/imports/${id}/${command}`, payload: { mapping } });
    for (const answer of [await ask(), await ask()]) {
      expect([command, answer.statusCode]).toEqual([command, 400]);
      expect(answer.json().message).toContain("Excelファイルが大きすぎます");
    }
    const { state, error } = (await call({ method: "GET", url: `/api/imports/${id}` })).json();
    expect([state, error]).toEqual(["failed", expect.stringContaining("大きすぎます")]);
  }
});

const BATCH = 200;
const ROWS = 1_200;

/** An import whose reader is sent the signal once the first batch is written. */
async function importWithSignal(name: string, signal: NodeJS.Signals) {
  const { accountId } = await makeAccount(t.app, { name });
  const long = "長".repeat(6_000);
  const lines = Array.from({ length: ROWS }, (_, n) => ({
    予約番号: `R-${n}`,
    氏名: "山田 花子",
    チェックイン日: "2026-10-01",
    チェックアウト日: "2026-10-02",
    会員番号: `M${n}`,
    写し: long,
  }));
  const id = await queued(t.app, accountId, accountId, csvOf(lines));
  const run = runImport(t.app, accountId, id, { batchRows: BATCH }).then(
    () => null,
    (error: Error) => error,
  );
  while ((await countsOf(t.app, accountId, id)).read === 0) await sleep(10);
  for (const pid of readersOf(process.pid)) process.kill(pid, signal);
  const error = await run;
  const counts = await countsOf(t.app, accountId, id);
  const { stored } = await t.app.database.inScope(
    { accountIds: [accountId] },
    (tx) =>
      tx.one<{ stored: number }>`select count(*)::int as stored from stay_reservations where account_id = ${accountId}`,
  );
  expect([counts.read % BATCH, counts.new, stored]).toEqual([0, counts.read, counts.read]);
  expect(counts.read).toBeLessThan(ROWS);
  return { accountId, id, error, counts };
}

test("a reader that somebody kills in the midst of an import leaves whole batches, and the next try goes on after them", async () => {
  const { accountId, id, error, counts } = await importWithSignal("途中で切れる宿", "SIGKILL");
  expect([error?.message, counts.status]).toEqual(["UNAVAILABLE", "running"]);
  await runImport(t.app, accountId, id, { batchRows: BATCH, attempt: 1 });
  expect(await countsOf(t.app, accountId, id)).toMatchObject({
    status: "done",
    read: ROWS,
    new: ROWS,
    customers: ROWS,
  });
});

test("a reader that the file takes down in the midst of an import leaves whole batches, and the import says why it ended", async () => {
  const { accountId, id, error, counts } = await importWithSignal("力尽きる宿", "SIGABRT");
  expect([error, counts.status]).toEqual([null, "failed"]);
  const ended = await t.app.database.inScope({ accountIds: [accountId] }, (tx) =>
    sql<{ error: string }>`select error from import_batches where account_id = ${accountId} and id = ${id}`.execute(
      tx.db,
    ),
  );
  expect(ended.rows).toEqual([{ error: "reading_stopped" }]);
});
