// @vitest-environment jsdom
import { expect, test } from "vitest";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";
import type { ImportBatch } from "./imports.api.ts";

const done: ImportBatch = {
  ...{ id: 7, state: "done", kind: "reservations", file_name: "8月.csv", byte_size: 900, bytes_received: 900 },
  ...{
    chunk_bytes: 1_000,
    bytes_done: 0,
    encoding: "utf-8",
    sheet: null,
    facility_name: "本館",
    facility_account_id: 1,
  },
  ...{ rows_read: 0, rows_new: 0, rows_changed: 0, rows_unchanged: 0, rows_refused: 0, customers_new: 0 },
  ...{
    stays_applied: 0,
    cancel_requested: false,
    error: null,
    created_by_name: "田中",
    undo_until: null,
    undo_total: 0,
  },
  ...{ created_at: "2026-11-20T03:00:00Z", started_at: null, finished_at: null, rows_undone: 0 },
  ...{ undone_by_name: null, undone_at: null },
};

test("the result says how many questions the file raised that wait, and leads to them alone", async () => {
  const server = serverFor(administrator);
  server.answer("imports.get", done);
  server.answer("merges.count", { waiting: 12 });
  server.answer("merges.list", { items: [], total: 0, page: 1, size: 50 });
  const page = await openProduct("/customers/imports/7", server);
  await page.says("12件");
  expect(server.askedFor("merges.count").at(-1)?.query).toMatchObject({ import_batch_id: "7" });
  await page.press("link", "この取り込みの名寄せ待ちを見る");
  await page.at("/customers/merges?import_batch_id=7");
  await page.says("取り込み・受信:番号 7");
  expect(server.askedFor("merges.list").at(-1)?.query).toMatchObject({ import_batch_id: "7" });
});
