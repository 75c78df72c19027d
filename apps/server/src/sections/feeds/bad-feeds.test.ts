import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccount, type TestApp, testApp } from "../../test/app.ts";
import { countsOf, csvOf, queued, runImport } from "../imports/imports.fixture.ts";
import { booking, fed, feedKey, send } from "./feeds.fixture.ts";

// Cases of quality.md that stand in no other test of feeds and files.
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

async function openInn(name: string) {
  const { accountId } = await makeAccount(t.app, { name });
  const key = await feedKey(t.app, { accountId, facilityId: accountId });
  const codes = async () => {
    const found = await t.past.asSystem(
      (tx) => tx.all<{ code: string }>`
      select original_reservation_code as code from stay_reservations where account_id = ${accountId} order by id`,
    );
    return found.map(({ code }) => code);
  };
  return { accountId, key, codes };
}

test("F01: a key writes into its own house alone, whatever else the rows and the request name", async () => {
  const [one, other] = [await openInn("甲"), await openInn("乙")];
  await fed(t, one.accountId, one.key, "/feeds/plain/reservations", [booking("SAME", { guest_name: "甲 客" })]);
  await fed(t, other.accountId, other.key, "/feeds/plain/reservations", [booking("SAME", { guest_name: "乙 客" })]);
  expect([await one.codes(), await other.codes()]).toEqual([["SAME"], ["SAME"]]);
  for (const field of ["account_id", "facility_account_id", "customer_id"]) {
    const answer = await send(t, { key: other.key, payload: { rows: [booking("X", { [field]: one.accountId })] } });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [`rows.0.${field}`]]);
  }
  const headers = { "x-okaeri-account": String(one.accountId) };
  await send(t, { key: other.key, headers, payload: { rows: [booking("Y")] } });
  expect(await one.codes()).toEqual(["SAME"]);
});

const ROWS = 10_000;
const BAD = 5_000;

test("F06: one bad row among ten thousand of a file costs that row alone, which is named", {
  timeout: 120_000,
}, async () => {
  const inn = await openInn("一万行の宿");
  const bytes = csvOf(
    Array.from({ length: ROWS }, (_, at) => ({
      予約番号: `L-${at}`,
      氏名: `客 ${at % 700}`,
      メール: `l${at % 700}@example.jp`,
      チェックイン: "2026-12-01",
      チェックアウト: at === BAD ? "2026-11-01" : "2026-12-03",
    })),
  );
  const id = await queued(t.app, inn.accountId, inn.accountId, bytes);
  await runImport(t.app, inn.accountId, id);
  expect(await countsOf(t.app, inn.accountId, id)).toMatchObject({ status: "done", new: ROWS - 1, refused: 1 });
  const lines = await t.past.asSystem(
    (tx) => tx.all`select line_no from import_rejections where import_batch_id = ${id}`,
  );
  // The header is the first line.
  expect(lines).toEqual([{ line_no: BAD + 2 }]);
});

test("F06: and of ten batches of a feed", { timeout: 120_000 }, async () => {
  const inn = await openInn("十束の宿");
  const refused: unknown[] = [];
  let taken = 0;
  for (let batch = 0; batch < ROWS / 1_000; batch++) {
    const rows = Array.from({ length: 1_000 }, (_, n) => {
      const at = batch * 1_000 + n;
      return booking(`L-${at}`, {
        email: `l${at % 700}@example.jp`,
        ...(at === BAD && { check_out_date: "2026-10-01" }),
      });
    });
    const { status } = await fed(t, inn.accountId, inn.key, "/feeds/plain/reservations", rows);
    taken += Number(status.new);
    refused.push(...status.refused.map(({ index, reason }) => [batch * 1_000 + index, reason]));
  }
  expect([taken, refused]).toEqual([ROWS - 1, [[BAD, "check_out_before_check_in"]]]);
  expect(await inn.codes()).toHaveLength(ROWS - 1);
});

test("F09: a system nobody knows is kept by its name and never taken for one of ours; what is no name is refused", async () => {
  const inn = await openInn("知らない仕組みの宿");
  const named = {
    reservation_system_code: "ZZ9",
    reservation_system_name: "宇宙旅行社",
    reservation_system_virtual: "謎",
  };
  const { status } = await fed(t, inn.accountId, inn.key, "/feeds/plain/reservations", [
    booking("SYS-1", named),
    booking("SYS-2", { reservation_system_name: "x".repeat(10_000) }),
    booking("SYS-3", { reservation_system_code: "\u0000" }),
  ]);
  expect(status.refused.map(({ index, field, reason }) => [index, field, reason])).toEqual([
    [1, "reservation_system_name", "too_long"],
    [2, "reservation_system_code", "bad_character"],
  ]);
  const stored = await t.past.asSystem(
    (tx) => tx.all`select reservation_system, ${sql.join(Object.keys(named).map((name) => sql.ref(name)))}
    from stay_reservations where account_id = ${inn.accountId}`,
  );
  expect(stored).toEqual([{ reservation_system: "NONE", ...named }]);
  // Which of our systems it is, the address says and no row.
  const answer = await send(t, {
    key: inn.key,
    payload: { rows: [booking("SYS-4", { reservation_system: "DYN_DI" })] },
  });
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ["rows.0.reservation_system"]]);
});
