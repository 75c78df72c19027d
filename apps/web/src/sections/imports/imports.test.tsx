// @vitest-environment jsdom
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { FakeCalls } from "../../test/fake-calls.fixture.ts";
import { until } from "../../test/mount.fixture.tsx";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";
import { check, preview, uploaded } from "./imports.fixture.ts";

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("imports.get", uploaded);
  server.answer("imports.preview", preview);
  server.answer("imports.check", check);
  server.answer("imports.places", {
    items: [
      { id: 2, name: "本館", is_house: true },
      { id: 3, name: "別館", is_house: true },
      { id: 1, name: "本部", is_house: false },
    ],
  });
  server.answer("merges.count", { waiting: 0 });
});
const choose = async (name: string, content: string) => {
  const input = await until(
    () => document.querySelector<HTMLInputElement>("input[type=file]") ?? undefined,
    "the file",
  );
  Object.defineProperty(input, "files", { configurable: true, value: [new File([content], name)] });
  await act(async () => void input.dispatchEvent(new Event("change", { bubbles: true })));
};

test("bookings go into houses alone; a list of customers may be brought to headquarters", async () => {
  const page = await openProduct("/customers/imports/new", server);
  const options = async () => {
    await page.press("field", /^どの施設のデータですか/);
    return page.all("[role=option]", /館|本部/).map((one) => one.textContent);
  };
  expect(await options()).toEqual(["本館", "別館"]);
  await page.press("[role=option]", "別館");
  await page.press("field", /^ファイルの内容/);
  await page.press("[role=option]", "お客様の名簿");
  expect(await options()).toEqual(["本館", "別館", "本部"]);
  await page.press("[role=option]", "本部");
  // What no longer fits is asked again.
  await page.press("field", /^ファイルの内容/);
  await page.press("[role=option]", "宿泊・精算");
  expect((await page.find<HTMLInputElement>("field", /^どの施設のデータですか/)).value).toBe("");
});

test("a file that can be told to be none is refused before anything is sent", async () => {
  const page = await openProduct("/customers/imports/new", server);
  for (const [name, content, says] of [
    ["empty.csv", "", "ファイルが空です"],
    ["book.xls", "x", "この形式のファイルは読み取れません"],
  ] as const) {
    await choose(name, content);
    await page.press("button", "ファイルを送る");
    await until(() => page.all("alert").find((one) => one.textContent?.includes(says)), says);
  }
  expect(server.calls.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("a file that cannot be taken as a whole: why, what to do, and the way to another one", async () => {
  server.refuse("imports.preview", 400, { message: "CSVファイルではありません" });
  const page = await openProduct("/customers/imports/new?import_id=7", server);
  const alert = await until(
    () => page.all("alert").find((one) => one.textContent?.includes("このファイルは取り込めません")),
    "the refusal",
  );
  for (const words of ["CSVファイルではありません", "名前を付けて保存"]) expect(alert.textContent).toContain(words);
  await page.press("button", "別のファイルを選ぶ");
  await page.at("/customers/imports/new");
  const failed = { ...uploaded, file_name: "絵.csv", state: "failed" as const, error: "CSVファイルではありません" };
  server.answer("imports.list", { items: [failed], total: 1, page: 1, size: 50 });
  await page.go("/customers/imports");
  const row = await page.find("row", /絵\.csv/);
  expect(row.textContent).toContain("取り込めません");
});

test("a file of a known form says so, and one that brings nothing new too", async () => {
  server.answer("imports.preview", { ...preview, mapping_source: "remembered" });
  await (await openProduct("/customers/imports/new?import_id=7", server)).says("前回と同じ形のファイル");
  server.answer("imports.get", {
    ...uploaded,
    state: "done" as const,
    bytes_done: 900,
    rows_read: 399,
    rows_unchanged: 399,
    started_at: "2026-11-20T03:00:00Z",
    finished_at: "2026-11-20T03:01:00Z",
  });
  server.answer("imports.rejections", { items: [], total: 0, page: 1, size: 50, groups: [], ended: false });
  await (await openProduct("/customers/imports/7", server)).says("新しい予約はありませんでした");
});

test("before an undo each reason for what stays is said once, with how many and what to do", async () => {
  server.answer("imports.get", {
    ...uploaded,
    state: "done",
    undo_until: "2026-12-20",
    finished_at: "2026-11-20T03:00:00Z",
  });
  const row = (id: number, reason: "later_import" | "in_use") => {
    return { kind: "reservation" as const, id, name: `R-${id}`, customer_id: null, reason };
  };
  server.answer("imports.undoPreview", {
    reservations_removed: 0,
    reservations_restored: 0,
    customers_removed: 0,
    customers_restored: 0,
    companions_removed: 0,
    handed_on: 0,
    effect: "none",
    points_taken: 0,
    points_short: 0,
    guests_short: 0,
    retained: { later_import: 482, by_hand: 0, in_use: 1 },
    retained_rows: [...Array.from({ length: 99 }, (_, n) => row(n + 1, "later_import")), row(100, "in_use")],
  });
  const page = await openProduct("/customers/imports/7", server);
  await page.press("button", "取り込みを取り消す");
  await page.says("あとの取り込みや受信でも届いたもの: 482件");
  const dialog = (await page.find("dialog", "この取り込みを取り消しますか?")).textContent ?? "";
  expect(dialog.split("あとの取り込みや受信でも").length - 1).toBe(1);
  expect(dialog).toContain("あとのファイルの取り込みを取り消すと、取り込む前に戻ります。");
  expect(dialog).toContain("使われているもの: 1件予約 R-100");
  expect([dialog.includes("R-20"), dialog.includes("R-21"), dialog.includes("先頭の20件")]).toEqual([
    true,
    false,
    true,
  ]);
  expect(dialog).not.toContain("人が変更したもの");
  // All of it stays: there is nothing to confirm.
  expect(dialog).toContain("いま取り消しても、元に戻るものはありません");
  const first = await page.find("dialog", "この取り込みを取り消しますか?");
  expect((await page.find<HTMLButtonElement>("button", "取り込みを取り消す", first)).disabled).toBe(true);
  // All of it is a later file's from then on: that is something to begin, and the words promise no more.
  server.answer("imports.undoPreview", {
    reservations_removed: 0,
    reservations_restored: 0,
    customers_removed: 0,
    customers_restored: 0,
    companions_removed: 0,
    handed_on: 1,
    effect: "handed_on",
    points_taken: 0,
    points_short: 0,
    guests_short: 0,
    retained: { later_import: 1, by_hand: 0, in_use: 0 },
    retained_rows: [{ kind: "companion", id: 3, name: "連れ 二", customer_id: null, reason: "later_import" }],
  });
  const again = await openProduct("/customers/imports/7", server);
  await again.press("button", "取り込みを取り消す");
  await again.says("あとの取り込みも取り消したときに");
  const handed = await again.find("dialog", "この取り込みを取り消しますか?");
  expect(handed.textContent).toContain("同伴者 連れ 二");
  expect(handed.textContent).not.toContain("取り込む前の状態に戻します");
  expect((await again.find<HTMLButtonElement>("button", "取り込みを取り消す", handed)).disabled).toBe(false);
  server.answer("imports.undoPreview", {
    reservations_removed: 1,
    reservations_restored: 0,
    customers_removed: 0,
    customers_restored: 0,
    companions_removed: 0,
    handed_on: 0,
    effect: "revoked",
    points_taken: 0,
    points_short: 0,
    guests_short: 0,
    retained: { later_import: 0, by_hand: 0, in_use: 0 },
    retained_rows: [],
  });
  const other = await openProduct("/customers/imports/7", server);
  await other.press("button", "取り込みを取り消す");
  await other.says("予約・宿泊の取り消し");
  const asked = await other.find("dialog", "この取り込みを取り消しますか?");
  expect(asked.textContent).toContain("取り込む前の状態に戻します");
  expect((await other.find<HTMLButtonElement>("button", "取り込みを取り消す", asked)).disabled).toBe(false);
});

test("a word for which the facility has nothing to choose from is said, and not asked with an empty list", async () => {
  server.answer("imports.get", uploaded);
  server.answer("imports.preview", {
    ...preview,
    choices: { ...preview.choices, booking_channel: [] },
  });
  server.answer("imports.check", { ...check, unknown_values: { booking_channel: ["JLN", "ikyu"] } });
  const page = await openProduct("/customers/imports/new?import_id=7", server);
  await page.press("button", "ファイル全体を調べる");
  await page.says("(JLN、ikyu)は、この施設にまだ登録がない");
  await page.no("「JLN」の意味");
});
