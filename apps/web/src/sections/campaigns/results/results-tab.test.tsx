// @vitest-environment jsdom
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { beforeEach, expect, test, vi } from "vitest";
import type { FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { administrator, menuWithout, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import type { CampaignDetail } from "../campaigns.api.ts";
import { campaignOf, pushOf, resultRow, resultsAnswer, segment } from "../campaigns.fixture.ts";

const TOTAL = {
  sent: 5_826,
  delivered: 5_741,
  opened: 2_184,
  machine_opened: 1_367,
  clicked: 612,
  clicks: 700,
  reserved: 214,
  reserved_price: 11_000_000,
  transacted: 168,
  use_price: 9_072_000,
  cost: 432_000,
};
const figures = {
  sends: 3,
  targets: 7_000,
  reached: 5_741,
  benefits_only: 0,
  omitted: 1_174,
  failed: 69,
  unknown: 16,
  waiting: 0,
  called_off: 0,
  opened: 2_184,
  machine_opened: 1_367,
  clicked: 612,
  unsubscribed: 0,
  bounced: 4,
  complained: 0,
};
const sent = (overrides: Partial<CampaignDetail> = {}) =>
  campaignOf({
    figures,
    pushes: [pushOf({ push_status: "done", targets: 7_000, sent: 5_741 })],
    totals: [{ type: "mail", targets: 7_000, waiting: 0, sent: 5_741, skipped: 1_174, failed: 69, unknown: 16 }],
    commands: ["decide_unknown"],
    ...overrides,
  });
const send = (at: string, n: number) => ({ at, sent: n });
const days = resultsAnswer(TOTAL, {
  sends: [
    send("2026-11-01T01:00:00Z", 2_011),
    send("2026-11-05T01:00:00Z", 1_934),
    send("2026-11-09T01:00:00Z", 1_881),
  ],
  rows: [resultRow("2026-11-02", { reserved: 214, transacted: 168 })],
});
const parts = resultsAnswer(TOTAL, {
  rows: [
    resultRow(31, { type: "mail", name: "秋のご案内", priority_seq: 1, ...TOTAL, reserved: 151 }),
    resultRow(32, {
      type: "coupon",
      name: "秋の割引",
      priority_seq: 0,
      delivered: 9,
      opened: null,
      clicked: null,
      reserved: 63,
    }),
  ],
});

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("campaigns.get", () => sent());
  server.answer("campaigns.results", ({ query }) => (query.by === "day" ? days : parts));
  server.answer("campaigns.resultGuests", { items: [], total: 0, page: 1, size: 50 });
  server.answer("campaigns.lift", { lift: null, standing_lift: null });
});

test("the results tell each step with its rate, what the chosen one counts, and lead to its guests and back", async () => {
  server.answer("campaigns.resultGuests", ({ query }) => ({
    items: [
      { customer_id: 11, customer_name: "山田 花子", at: "2026-11-02", amount: 54_000, reservation_id: 5 },
      { customer_id: null, customer_name: null, at: null, amount: 9_018_000, reservation_id: null },
    ],
    total: 60,
    page: Number(query.page),
    size: 50,
  }));
  const page = await openProduct("/campaigns/7", server);
  for (const sentence of [
    "送った5,826人3回の配信",
    "届いた5,741人送った方の 98.5%",
    "開封(自動開封を除く)2,184人届いた方の 38.0%",
    "クリック612人届いた方の 10.7%",
    "予約214件届いた100人に 3.7件",
    "宿泊168件予約の 78.5%",
    "宿泊1件あたり 54,000円費用 432,000円費用1円あたり 21円",
    "自動開封 1,367人は数えていません",
  ])
    await page.says(sentence);
  await page.press("button", /^利用金額9,072,000円/);
  await page.press("button", "9,072,000円を見る");
  await page.at(/figure=use_price/);
  const dialog = await page.find("dialog", /利用金額/);
  const guest = await page.find("link", "山田 花子", dialog);
  expect(guest.getAttribute("href")).toBe("/customers/11/reservations/5");
  await page.says("お客様が分からないもの");
  await page.press("button", "次のページ", dialog);
  await page.at(/page=2/);
  expect(server.callsOf("campaigns.resultGuests").at(-1)?.query).toEqual({
    by: "action",
    figure: "use_price",
    page: "2",
    size: "50",
  });
  await page.press("button", "閉じる", dialog);
  await page.gone("dialog");
  await page.at("/campaigns/7");
});

test("a figure of a row leads to its guests, in the period that is chosen; the last row is what all come to", async () => {
  const page = await openProduct("/campaigns/7?from=2026-11-01&to=2026-11-30", server);
  await page.find("button", "メール 予約 151件");
  const table = await page.find("table", /内容ごとの結果/);
  expect([...table.querySelectorAll("tbody tr")].map((row) => row.textContent)).toEqual([
    "メール秋のご案内 優先 15,826人5,741人2,184人612人151件168件9,072,000円432,000円",
    "クーポン秋の割引 外したセグメント0人9人——63件0件0円0円",
    "合計5,826人5,741人2,184人612人214件168件9,072,000円432,000円",
  ]);
  await page.press("button", "メール 予約 151件");
  await page.at(/key=31/);
  await page.find("dialog", "メール 予約");
  await page.says("当てはまるお客様はいません。");
  const period = { from: "2026-11-01", to: "2026-11-30" };
  expect(server.callsOf("campaigns.resultGuests").at(-1)?.query).toMatchObject({
    key: "31",
    figure: "reserved",
    ...period,
  });
  expect(server.callsOf("campaigns.results").map(({ query }) => query)).toEqual([
    { by: "day", lift: "false", ...period },
    { by: "action", lift: "false", ...period },
  ]);
  await page.says("行ごとに1人、合計では1人と数えています。");
  // Of a part of the time a stay may come of an earlier booking.
  expect(page.text()).not.toContain("予約の 78.5%");
});

test("what is to be done stands with its way; what the steps do not tell is told of all sends, and nothing twice", async () => {
  const page = await openProduct("/campaigns/7", server);
  const todo = await page.find("section", "やること");
  expect([...todo.querySelectorAll("li")].map((one) => one.textContent)).toEqual([
    "16通のメールの結果がわかりません自動では送り直しません決める",
    "69通のメールが届きませんでしたお客様ごとに理由が分かります確かめる",
  ]);
  const ways = [...todo.querySelectorAll("a")].map((one) => one.getAttribute("href"));
  expect(ways).toEqual(["/campaigns/7?tab=recipients&outcome=unknown", "/campaigns/7?tab=recipients&outcome=failed"]);
  const rest = await page.find("section", "これまでの配信の内訳");
  expect([...rest.querySelectorAll("dl > div")].map((one) => one.textContent)).toEqual([
    "対象(延べ)7,000人",
    "対象外1,174人",
    "戻ってきた4人",
  ]);
  server.answer("campaigns.recipients", { items: [], total: 0, page: 1, size: 50, omitted_ended: 0 });
  await page.press("button", "4人");
  await page.at(/tab=recipients/);
  await page.says("この結果のお客様はいません。");
  expect(server.callsOf("campaigns.recipients").at(-1)?.query).toMatchObject({ reaction: "bounced" });
});

test("a campaign of which nothing needs a person has no such part, and one without cost or stays divides by nothing", async () => {
  server.answer("campaigns.get", () =>
    sent({ totals: [{ type: "mail", targets: 1, waiting: 0, sent: 1, skipped: 0, failed: 0, unknown: 0 }] }),
  );
  server.answer(
    "campaigns.results",
    resultsAnswer({ sent: 1, delivered: 1 }, { sends: [send("2026-11-01T01:00:00Z", 1)] }),
  );
  const page = await openProduct("/campaigns/7", server);
  await page.says("送った1人1回の配信");
  await page.says("この期間の結果はありません。");
  expect(page.all("section", "やること")).toEqual([]);
  expect(page.text()).not.toMatch(/あたり|NaN|Infinity/);
  expect(page.all("button", /を見る$/)).toEqual([]);
});

test("days are seen as a table, sends among them; the results are told by day, and figures that fail can be asked again", async () => {
  const page = await openProduct("/campaigns/7", server);
  await page.press("field", "表で見る");
  const table = await page.find("table", /^日ごとの予約/);
  const lines = [...table.querySelectorAll("tbody tr")].map((row) => row.textContent);
  expect(lines.slice(0, 2)).toEqual(["11月1日0件0件2,011通", "11月2日214件168件0通"]);
  expect(lines).toHaveLength(20);
  await page.press("field", "日");
  await page.at(/by=day/);
  await page.find("table", /日ごとの結果/);
  await page.press("button", "2026年11月02日(月) 予約 214件");
  await page.at(/key=2026-11-02/);
});

test("results that do not come say so and can be asked for again", async () => {
  server.refuse("campaigns.results", 500, { message: "数えられませんでした" });
  const page = await openProduct("/campaigns/7", server);
  await page.find("alert");
  server.answer("campaigns.results", ({ query }) => (query.by === "day" ? days : parts));
  await page.press("button", "もう一度読み込む");
  await page.says("送った5,826人");
});

test("what each send came to has a tab of its own", async () => {
  server.answer("campaigns.pushes", {
    items: [pushOf({ push_status: "done", targets: 9, sent: 8 })],
    total: 1,
    page: 1,
    size: 50,
  });
  const page = await openProduct("/campaigns/7?tab=sends", server);
  await page.find("table", /^配信ごと/);
  expect(page.all("tab").map((one) => one.textContent)).toEqual(["結果", "配信ごと", "届け先", "予約・宿泊", "内容"]);
});

test("points of stays have results of their own, by facility too, without sends and bookings", async () => {
  server.answer("campaigns.get", () =>
    campaignOf({ type: "basic", status: "active", paid_guests: 12, points_granted: 8_000, page_actions: ["read"] }),
  );
  server.answer("campaigns.results", ({ query }) =>
    resultsAnswer(
      { points: 8_000, points_used: 2_000, cost: 2_000 },
      { rows: [resultRow(query.by === "facility" ? 6 : 31, { name: "本館", sent: null, points: 8_000 })] },
    ),
  );
  const page = await openProduct("/campaigns/7", server);
  await page.press("tab", "結果");
  await page.says("付与ポイント8,000ポイント");
  await page.says("使われたポイント2,000ポイント付与ポイントの 25.0%");
  await page.says("費用2,000円");
  await page.press("field", "施設");
  await page.find("button", "本館 付与ポイント 8,000ポイント");
  for (const word of ["送った", "予約", "宿泊"]) expect(page.all("button", new RegExp(`^${word}`))).toEqual([]);
  expect(page.all("table", /送った/)).toEqual([]);
});

test("a period that ends before it begins is refused with its reason; who may not read guests is told names without a way", async () => {
  server.refuse("campaigns.results", 400, { message: "入力を確かめてください", fields: { to: "終わりの日が先です" } });
  const page = await openProduct("/campaigns/7?from=2026-11-30&to=2026-11-01", server);
  await page.says("終わりの日が先です");
  server.answer("campaigns.results", ({ query }) => (query.by === "day" ? days : parts));
  const guest = { customer_id: 11, customer_name: "山田 花子", at: "2026-11-02", amount: 1, reservation_id: 5 };
  server.answer("campaigns.resultGuests", { items: [guest], total: 1, page: 1, size: 50 });
  server.answer("menu.list", menuWithout("customers"));
  const other = await openProduct("/campaigns/7?figure=reserved", server);
  await other.says("山田 花子");
  expect(other.all("link", "山田 花子")).toEqual([]);
});

test("texts that are compared are a way to tell the results, with the letter of each", async () => {
  const mails = {
    mail: { ...blankMail(), variant: "A" as const, share: 50 },
    other_mails: [{ ...blankMail(), variant: "B" as const, share: 50 }],
  };
  server.answer("campaigns.get", () => sent({ segments: [segment([{ id: 31, seq: 1, type: "mail", ...mails }])] }));
  server.answer("campaigns.results", ({ query }) =>
    query.by === "variant"
      ? resultsAnswer(TOTAL, {
          rows: [resultRow("31-B", { type: "mail", variant: "B", name: "{{ name }}様へ", clicked: 5 })],
        })
      : days,
  );
  const page = await openProduct("/campaigns/7", server);
  await page.press("field", "比較");
  await page.press("button", "文面B クリック 5人");
  await page.at(/key=31-B/);
  expect((await page.find("table", /比べた文面・クーポンごとの結果/)).textContent).toContain("氏名様へ");
});

test("a campaign whose triggers sent has its results, its sends and its recipients, although no send is under way", async () => {
  const server = serverFor(administrator);
  server.answer("campaigns.get", sent({ pushes: [], automatic: true, status: "active" }));
  server.answer("campaigns.results", days);
  server.answer("campaigns.lift", { lift: null, standing_lift: null });
  server.answer("campaigns.pushes", { items: [pushOf({ push_status: "done", sent: 5 })], total: 1, page: 1, size: 20 });
  const page = await openProduct("/campaigns/7", server);
  await page.find("tab", "結果");
  await page.find("tab", "届け先");
  await page.press("tab", "配信ごと");
  await page.at(/tab=sends/);
  await page.says("5通");
});

const paid = (overrides: Partial<CampaignDetail>) =>
  campaignOf({ type: "basic", status: "active", pushes: [], totals: [], ...overrides });
test.each<[string, CampaignDetail]>([
  ["a campaign sent once by hand", sent()],
  ["a campaign that was stopped after some had it", sent({ status: "stopped" })],
  ["a campaign whose triggers sent", sent({ pushes: [], automatic: true, status: "active" })],
  ["a basic campaign that paid stays", paid({ paid_guests: 3, points_granted: 300 })],
  ["a basic campaign whose points were all taken back", paid({ points_granted: 300, points_reversed: 300 })],
])("%s opens on its results", async (_, campaign) => {
  server.answer("campaigns.get", campaign);
  const page = await openProduct("/campaigns/7", server);
  expect((await page.find("tab", "結果")).getAttribute("aria-selected")).toBe("true");
  await page.find("tab", "内容");
});
