// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeCalls, refusal } from "../../test/fake-calls.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";
import type { Check } from "./imports.api.ts";
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
const sent = () => server.callsOf("imports.check").at(-1)?.body;

test("the check says what would happen and what would be lost, and asks; the start comes with the answers alone", async () => {
  const page = await openProduct("/customers/imports/new?import_id=7", server);
  await page.press("button", "ファイル全体を調べる");
  for (const words of [
    "まだ何も登録していません",
    "「状態」に入れる列がありません。",
    "使わない列: 備考",
    "3行は、1件の予約の2室目以降として登録します",
    "先頭の0が消えた郵便番号や電話番号(2行)",
    "届かない形のメールアドレス(a@bなど、1行)",
    "37行日付として読めません。 (ほか2種類の値)4〜6行目、9行目、ほか",
    "上の質問に答えて調べ直すと、この件数は変わります。",
  ])
    await page.says(words);
  expect(page.all("button", "取り込みを始める")).toEqual([]);
  await page.press("field", /^「CXL」はどの状態ですか/);
  await page.press("[role=option]", "キャンセル");
  await page.press("field", /^日付の順番/);
  await page.press("[role=option]", "日/月/年(2015年11月8日)");
  server.answer("imports.check", { ...check, unknown_values: {}, date_order: "dmy", date_order_open: false });
  await page.press("button", "ファイル全体を調べる");
  await page.find("button", "取り込みを始める");
  expect(sent()).toMatchObject({ values: { state: { CXL: "cancelled" } }, date_order: "dmy" });
  server.answer("imports.start", { ...uploaded, state: "queued" });
  server.answer("imports.get", { ...uploaded, state: "queued" });
  await page.press("button", "取り込みを始める");
  await page.at("/customers/imports/7");
  expect(server.callsOf("imports.start").map(({ body }) => body)).toEqual([sent()]);
});

test("what the last file of these headings was told of its dates stands there already, and can be changed", async () => {
  server.answer("imports.preview", { ...preview, date_order: "dmy" });
  const page = await openProduct("/customers/imports/new?import_id=7", server);
  await page.press("button", "ファイル全体を調べる");
  await page.says("まだ何も登録していません");
  expect(server.callsOf("imports.check").map(({ body }) => body.date_order)).toEqual([undefined, "dmy"]);
  expect((await page.find<HTMLInputElement>("field", /^日付の順番/)).value).toBe("日/月/年(2015年11月8日)");
  await page.press("field", /^日付の順番/);
  await page.press("[role=option]", "月/日/年(2015年8月11日)");
  await page.press("button", "ファイル全体を調べる");
  await page.says("まだ何も登録していません");
  expect(sent()).toMatchObject({ date_order: "mdy" });
});

const months = [
  { month: "2026-09", stays: 2, use_price: 20_000 },
  { month: "2026-10", stays: 1, use_price: 1_234_567 },
];
const becomes = { reservations: 4, stays: 3, cancelled: 2, no_shows: 1, no_shows_by_date: 0, months };
const tried_out = { rows: 3, guests_new: 7, guests_joined: 8, guests_waiting: 9, points: 1_250 };
const nothingOpen = { unknown_values: {}, date_order_open: false };

test("the check says what bookings become, what they cost by month, and what it does to guests and points", async () => {
  server.answer("imports.check", { ...check, ...nothingOpen, consequences: becomes, tried_out });
  const page = await openProduct("/customers/imports/new?import_id=7", server);
  await page.press("button", "ファイル全体を調べる");
  for (const words of [
    "宿泊3件",
    "予約(これから・滞在中)4件",
    "キャンセル2件",
    "ノーショー1件",
    "2026年10月",
    "¥1,234,567",
  ])
    await page.says(words);
  for (const words of ["新しいお客様7人", "登録済みのお客様8人", "確認待ちの宿泊者9人", "付くポイント1,250ポイント"])
    await page.says(words);
  expect(page.all("alert", /ノーショー/)).toEqual([]);
  await page.no("先頭の3行を試した結果");
});

test("days gone by without a stay warn in red; a large file says how many lines were tried", async () => {
  const none = { ...becomes, stays: 0, no_shows: 1_687, no_shows_by_date: 1_687, months: [] };
  server.answer("imports.check", { ...check, ...nothingOpen, rows_new: 50_000, consequences: none, tried_out });
  const page = await openProduct("/customers/imports/new?import_id=7", server);
  await page.press("button", "ファイル全体を調べる");
  await page.says("先頭の3行を試した結果");
  const alert = await page.find("alert", /日付の過ぎた予約が1,687件ありますが、宿泊になるものがありません/);
  expect(alert.dataset.outcome).toBe("failed");
});

test("what a word suggests stands there with what comes of it; an answer of before is shown, and can be changed", async () => {
  const valid = { value: "valid", label: "有効: 過ぎた日は宿泊、先の日は予約" };
  const cancelled = { value: "cancelled", label: "キャンセル" };
  server.answer("imports.preview", { ...preview, choices: { state: [valid, cancelled] } });
  server.answer("imports.check", ({ body }) => {
    const chosen = (body as { values?: Check["answers"] }).values ?? {};
    return {
      ...check,
      date_order_open: false,
      unknown_values: chosen.state ? {} : { state: ["Not_Canceled"] },
      answers: { state: { Canceled: "valid", ...chosen.state } },
      suggested: chosen.state ? {} : { state: { Not_Canceled: "valid" } },
    };
  });
  const page = await openProduct("/customers/imports/new?import_id=7", server);
  await page.press("button", "ファイル全体を調べる");
  await page.find("button", "取り込みを始める");
  expect(sent()).toMatchObject({ values: { state: { Not_Canceled: "valid" } } });
  const value = async (word: string) =>
    (await page.find<HTMLInputElement>("field", new RegExp(`^「${word}」はどの状態ですか`))).value;
  expect([await value("Not_Canceled"), await value("Canceled")]).toEqual([valid.label, valid.label]);
  await page.says("前回の答えです");
  await page.press("field", /^「Canceled」はどの状態ですか/);
  await page.press("[role=option]", "キャンセル");
  await page.press("button", "ファイル全体を調べる");
  await page.find("button", "取り込みを始める");
  expect(sent()).toMatchObject({ values: { state: { Not_Canceled: "valid", Canceled: "cancelled" } } });
});

test("a room gets the house's name; one that was remembered is taken back by emptying it", async () => {
  const page = await openProduct("/customers/imports/new?import_id=7", server);
  await page.press("button", "ファイル全体を調べる");
  expect((await page.find<HTMLInputElement>("field", "部屋タイプ「SGL」")).value).toBe("シングル");
  await page.type("部屋タイプ「TWN」", "洋室ツイン");
  await page.type("部屋タイプ「SGL」", "");
  // Names are never asked for a second time above.
  expect(page.all("field", /どの状態ですか/).length).toBe(1);
  await page.press("button", "ファイル全体を調べる");
  await page.says("まだ何も登録していません");
  expect(sent().values).toEqual({ room_type: { TWN: "洋室ツイン", SGL: "SGL" } });
});

test("what the server refuses of a name stands above, and what was typed is still there", async () => {
  const page = await openProduct("/customers/imports/new?import_id=7", server);
  await page.press("button", "ファイル全体を調べる");
  await page.type("部屋タイプ「TWN」", "洋".repeat(65));
  server.answer("imports.check", () =>
    refusal(400, {
      message: "入力内容をご確認ください。",
      fields: { "values.room_type": "64文字以内にしてください。" },
    }),
  );
  await page.press("button", "ファイル全体を調べる");
  await page.says("64文字以内にしてください。");
  expect((await page.find<HTMLInputElement>("field", "部屋タイプ「TWN」")).value).toBe("洋".repeat(65));
});

test("whoever leaves is asked about answers and names that were given, not about a look alone", async () => {
  const page = await openProduct("/customers/imports/new?import_id=7", server);
  await page.press("button", "ファイル全体を調べる");
  await page.type("部屋タイプ「TWN」", "洋室ツイン");
  await page.press("field", /^「CXL」はどの状態ですか/);
  await page.press("[role=option]", "キャンセル");
  await page.press("link", "ランク管理");
  const dialog = await page.find("dialog", "保存していない変更があります");
  expect(dialog.textContent).toContain("ファイルだけでは分からないこと、部屋タイプ・プランの呼び名");
  await page.press("button", "このページに戻る", dialog);
  await page.gone("dialog");
  expect((await page.find<HTMLInputElement>("field", "部屋タイプ「TWN」")).value).toBe("洋室ツイン");
});

test("one row for each column of the file, what is not used first, with its values beside it; a field moves to the column it is given to", async () => {
  const page = await openProduct("/customers/imports/new?import_id=7", server);
  await page.says("使わない列が先に並んでいます");
  const rows = () => page.all("row", /./).map((one) => one.textContent ?? "");
  expect(rows().map((text) => ["Status", "IN", "部屋", "〒", "備考"].find((name) => text.startsWith(name)))).toEqual([
    undefined,
    "備考",
    "Status",
    "IN",
    "部屋",
    "〒",
  ]);
  expect(rows()[1]).toContain("x");
  expect(rows()[3]).toContain("08/11/2026");
  const fieldOf = async (column: string) =>
    (await page.find<HTMLInputElement>("field", `「${column}」の列を入れる項目`)).value;
  expect([await fieldOf("備考"), await fieldOf("〒")]).toEqual(["", "郵便番号"]);
  const give = async (column: string, option: string) => {
    const row = await page.find("row", new RegExp(`^${column}`));
    await page.press("field", `「${column}」の列を入れる項目`, row);
    await page.press("[role=option]", option, row);
  };
  await give("備考", "郵便番号 ← いまは「〒」");
  expect([await fieldOf("備考"), await fieldOf("〒")]).toEqual(["郵便番号", ""]);
  await page.says("ファイルの5列のうち4列を使います");
  await page.press("button", "ファイル全体を調べる");
  await page.says("まだ何も登録していません");
  expect(sent().mapping).toEqual({ ...preview.mapping, postcode: "備考" });
  // What has to be there and lost its column is asked for, and leads to a column that is free.
  await give("〒", "チェックイン(必須) ← いまは「IN」");
  await give("〒", "郵便番号 ← いまは「備考」");
  await page.press("button", "ファイル全体を調べる");
  await page.find(
    "link",
    "チェックイン日の列がありません。年・月・日が別の列なら、1つの列にまとめて(例: 2026/05/01)送り直してください",
  );
});
