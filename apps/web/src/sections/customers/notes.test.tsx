// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeCalls, refusal } from "../../test/fake-calls.fixture.ts";
import { guest } from "../../test/guest.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";

const note = {
  id: 3,
  body: "枕は低め",
  version: 1,
  created_at: "2026-11-01T03:00:00Z",
  updated_at: "2026-11-01T03:00:00Z",
  written_by: "花田 千冬",
};

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("customers.get", { ...guest, page_actions: ["read", "edit"] });
  server.answer("customers.notes", { items: [note] });
  server.answer("customers.consents", { items: [] });
  server.answer("customers.suppressions", { current: null, items: [] });
  server.answer("merges.ofCustomer", { items: [] });
});

test("a note that somebody else rewrote meanwhile is not lost: theirs comes beneath, and one's own is saved over it", async () => {
  const page = await openProduct("/customers/7", server);
  await page.press("button", "書き直す");
  const list = (await page.find("button", "やめる")).closest("li") as HTMLElement;
  await page.type("メモの内容", "枕は低め、窓側", list);
  server.answer("customers.notes", { items: [{ ...note, body: "枕は高め", version: 2 }] });
  server.answer("customers.changeNote", ({ body }) =>
    body.version === 2
      ? { ...note, version: 3 }
      : refusal(412, { message: "ほかの人が先に変更しました", changed: null }),
  );
  await page.press("button", "保存する", list);
  await page.says("ほかの人が先に変更しました");
  await page.press("button", "最新の内容を読み込む");
  await page.says(/ほかの人も次の項目を変更していました.*メモの内容/);
  await page.press("button", "保存する", list);
  await page.gone("button", "やめる");
  expect(server.callsOf("customers.changeNote").map(({ body }) => [body.version, body.body])).toEqual([
    [1, "枕は低め、窓側"],
    [2, "枕は低め、窓側"],
  ]);
});

test("a new note that is refused stays as it was typed", async () => {
  const page = await openProduct("/customers/7", server);
  await page.type("メモの内容", "アレルギー: そば");
  server.answer("customers.addNote", () => refusal(400, { message: "入力内容をご確認ください。" }));
  await page.press("button", "メモを残す");
  await page.says("入力内容をご確認ください。");
  expect((await page.find<HTMLInputElement>("field", "メモの内容")).value).toBe("アレルギー: そば");
  server.answer("customers.addNote", note);
  await page.press("button", "メモを残す");
  expect((await page.find<HTMLInputElement>("field", "メモの内容")).value).toBe("");
});
