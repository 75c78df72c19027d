// @vitest-environment jsdom
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeCalls, refusal } from "../../test/fake-calls.fixture.ts";
import { until } from "../../test/mount.fixture.tsx";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";
import type { Check, ImportBatch, Preview } from "./imports.api.ts";

const uploaded: ImportBatch = {
  ...{ id: 7, state: "uploaded", kind: "reservations", file_name: "8月.csv", byte_size: 900, bytes_received: 900 },
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
const labels = { state: "状態", check_in_date: "チェックイン", room_type: "部屋タイプ", postcode: "郵便番号" };
const preview: Preview = {
  ...{ kind: "reservations", encoding: "utf-8", sheets: [], sheet: null, delimiter: ",", mapping_source: "suggested" },
  date_order: null,
  header: ["Status", "IN", "部屋", "〒", "備考"],
  rows: [["CXL", "08/11/2026", "TWN", "600001", "x"]],
  mapping: { state: "Status", check_in_date: "IN", room_type: "部屋", postcode: "〒" },
  values: { room_type: { SGL: "シングル" } },
  choices: { state: [{ value: "cancelled", label: "キャンセル" }] },
  fields: Object.entries(labels).map(([field, label]) => ({ field, label, required: field === "check_in_date" })),
};
const check: Check = {
  ...{ state: "done", rows_checked: 3, rows_new: 2, rows_changed: 0, rows_unchanged: 0, rows_refused: 1 },
  ...{
    rows_cancelled: 1,
    rows_with_zero: 2,
    rows_mail_unreachable: 1,
    consequences: null,
    tried_out: null,
    columns_unused: ["備考"],
    unknown_values: { state: ["CXL"] },
    answers: {},
    suggested: {},
  },
  ...{ house_words: { room_type: ["SGL", "TWN"] }, date_order: null, date_order_open: true, unmapped: ["state"] },
  refusal_groups: [
    { field: "check_in_date", message: "日付として読めません。", count: 37, values: 3, lines: [4, 5, 6, 9] },
  ],
  refusals: [{ line_no: 4, reasons: [{ field: "check_in_date", message: "日付として読めません。" }] }],
};

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
const sent = () => server.askedFor("imports.check").at(-1)?.body;

test("the check says what would happen and what would be lost, and asks; the start comes with the answers alone", async () => {
  const page = await openProduct("/customers/imports/new?import_id=7", server);
  await page.press("button", "ファイル全体を調べる");
  for (const words of [
    "まだ何も登録していません",
    "「状態」に入れる列がありません。",
    "使わない列: 備考",
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
  expect(server.askedFor("imports.start").map(({ body }) => body)).toEqual([sent()]);
});

test("what the last file of these headings was told of its dates stands there already, and can be changed", async () => {
  server.answer("imports.preview", { ...preview, date_order: "dmy" });
  const page = await openProduct("/customers/imports/new?import_id=7", server);
  await page.press("button", "ファイル全体を調べる");
  await page.says("まだ何も登録していません");
  expect(server.askedFor("imports.check").map(({ body }) => body.date_order)).toEqual([undefined, "dmy"]);
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
    const told = (body as { values?: Check["answers"] }).values ?? {};
    return {
      ...{ ...check, date_order_open: false, unknown_values: told.state ? {} : { state: ["Not_Canceled"] } },
      answers: { state: { Canceled: "valid", ...told.state } },
      suggested: told.state ? {} : { state: { Not_Canceled: "valid" } },
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

const choose = async (name: string, content: string) => {
  const input = await until(
    () => document.querySelector<HTMLInputElement>("input[type=file]") ?? undefined,
    "the file",
  );
  Object.defineProperty(input, "files", { configurable: true, value: [new File([content], name)] });
  await act(async () => void input.dispatchEvent(new Event("change", { bubbles: true })));
};

test("one row for each column of the file, what is not used first, with its values beside it; a field moves to the column it is given to", async () => {
  const page = await openProduct("/customers/imports/new?import_id=7", server);
  await page.says("使わない列が先に並んでいます");
  const rows = () => page.all("row", /./).map((one) => one.textContent ?? "");
  expect(rows().map((text) => ["Status", "IN", "部屋", "〒", "備考"].find((name) => text.startsWith(name)))).toEqual([
    ...[undefined, "備考", "Status", "IN", "部屋", "〒"],
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
  await page.find("link", "「チェックイン」に入れる列を選んでください。");
});

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
  expect(server.asked.filter(({ method }) => method !== "GET")).toEqual([]);
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
    ...{ ...uploaded, state: "done" as const, bytes_done: 900, rows_read: 399, rows_unchanged: 399 },
    ...{ started_at: "2026-11-20T03:00:00Z", finished_at: "2026-11-20T03:01:00Z" },
  });
  server.answer("imports.rejections", { items: [], total: 0, page: 1, size: 50, groups: [] });
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
    ...{ reservations_removed: 0, reservations_restored: 0, customers_removed: 0, customers_restored: 0 },
    ...{ companions_removed: 0, handed_on: 0, effect: "none" },
    ...{ points_taken: 0, points_short: 0, guests_short: 0, kept: { later_import: 482, by_hand: 0, in_use: 1 } },
    kept_rows: [...Array.from({ length: 99 }, (_, n) => row(n + 1, "later_import")), row(100, "in_use")],
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
    ...{ reservations_removed: 0, reservations_restored: 0, customers_removed: 0, customers_restored: 0 },
    ...{ companions_removed: 0, handed_on: 1, effect: "handed_on" },
    ...{ points_taken: 0, points_short: 0, guests_short: 0, kept: { later_import: 1, by_hand: 0, in_use: 0 } },
    kept_rows: [{ kind: "companion", id: 3, name: "連れ 二", customer_id: null, reason: "later_import" }],
  });
  const again = await openProduct("/customers/imports/7", server);
  await again.press("button", "取り込みを取り消す");
  await again.says("あとの取り込みも取り消したときに");
  const handed = await again.find("dialog", "この取り込みを取り消しますか?");
  expect(handed.textContent).toContain("同伴者 連れ 二");
  expect(handed.textContent).not.toContain("取り込む前の状態に戻します");
  expect((await again.find<HTMLButtonElement>("button", "取り込みを取り消す", handed)).disabled).toBe(false);
  server.answer("imports.undoPreview", {
    ...{ reservations_removed: 1, reservations_restored: 0, customers_removed: 0, customers_restored: 0 },
    ...{ companions_removed: 0, handed_on: 0, effect: "taken_back" },
    ...{ points_taken: 0, points_short: 0, guests_short: 0, kept: { later_import: 0, by_hand: 0, in_use: 0 } },
    kept_rows: [],
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
