import { afterEach, beforeEach, expect, test } from "vitest";
import { countsOf, csvOf, queued, runImport } from "../../imports/imports.fixture.ts";
import { row } from "../../imports/undo/inn.fixture.ts";
import { undoImport } from "../../imports/undo/undo-import.ts";
import { openTriggers, type TriggerWorld } from "./triggers.fixture.ts";

// Reservations as files tell them, and take them back, around the moment of a trigger.

let w: TriggerWorld;
beforeEach(async () => {
  w = await openTriggers();
  await w.guests("s");
});
afterEach(() => w.close());

const booked = row("F1", {
  予約状態: "予約",
  チェックイン日: "2026-11-23",
  チェックアウト日: "2026-11-25",
  利用金額: "",
  メールアドレス: "s1@example.jp",
});

async function importFile(cells = booked): Promise<number> {
  const { accountId } = w.inn;
  const id = await queued(w.t.app, accountId, accountId, csvOf([cells]));
  await runImport(w.t.app, accountId, id);
  expect(await countsOf(w.t.app, accountId, id)).toMatchObject({ status: "done", refused: 0 });
  return id;
}

async function revoked(id: number): Promise<void> {
  await w.call("POST", `/imports/${id}/undo`);
  const signal = new AbortController().signal;
  await undoImport(w.t.app, { account_id: w.inn.accountId, import_batch_id: id }, { signal });
}

test("a file that is taken back before the moment meets nobody; told again it does, once, whatever comes back afterwards", async () => {
  await w.campaign({});
  const first = await importFile();
  await revoked(first);
  await w.at("2026-11-20T10:00");
  expect(w.mailed()).toEqual([]);
  const second = await importFile();
  await w.at("2026-11-20T10:05");
  expect(w.mailed()).toEqual(["s1"]);
  await revoked(second);
  await importFile();
  await w.at("2026-11-20T10:10");
  expect(w.mailed()).toEqual(["s1"]);
});

test("what waits for the morning does not leave when its file is taken back, and leaves when the file is told again", async () => {
  await w.campaign({ time: "22:30" });
  const first = await importFile();
  await w.at("2026-11-20T22:30");
  expect(await w.outcomes()).toEqual({ "mail waiting": 1 });
  await revoked(first);
  await w.at("2026-11-20T22:31");
  expect(await w.outcomes()).toEqual({ "mail skipped reservation_cancelled": 1 });
  await importFile();
  await w.at("2026-11-20T22:32");
  await w.at("2026-11-21T08:00");
  await w.wake();
  expect(w.mailed()).toEqual(["s1"]);
});
