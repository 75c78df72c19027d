// @vitest-environment jsdom
import { expect, test } from "vitest";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";
import type { ImportBatch } from "./imports.api.ts";
import { uploaded } from "./imports.fixture.ts";

const done: ImportBatch = { ...uploaded, state: "done" };

test("the result says how many questions the file raised that wait, and leads to them alone", async () => {
  const server = serverFor(administrator);
  server.answer("imports.get", done);
  server.answer("merges.count", { waiting: 12 });
  server.answer("merges.list", { items: [], total: 0, page: 1, size: 50 });
  const page = await openProduct("/customers/imports/7", server);
  await page.says("12件");
  expect(server.callsOf("merges.count").at(-1)?.query).toMatchObject({ import_batch_id: "7" });
  await page.press("link", "この取り込みの名寄せ待ちを見る");
  await page.at("/customers/merges?import_batch_id=7");
  await page.says("取り込み・受信:番号 7");
  expect(server.callsOf("merges.list").at(-1)?.query).toMatchObject({ import_batch_id: "7" });
});
