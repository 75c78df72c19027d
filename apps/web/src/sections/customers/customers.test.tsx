// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf, FakeCalls } from "../../test/fake-calls.fixture.ts";
import { guest, guestRow } from "../../test/guest.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";

const row = guestRow({ use_price_total: 30_000 });

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("customers.list", ({ query }) =>
    query.q === "nobody" ? { items: [], total: 0, page: 1, size: 50 } : { items: [row], total: 1, page: 1, size: 50 },
  );
  server.answer("customers.filters", { rfm_groups: [], rfms: [], ranks: [], customer_types: [], facilities: [] });
});

test("the tabs above the list set conditions, and a condition of one's own is named as such", async () => {
  const page = await openProduct("/customers", server);
  const tab = (name: RegExp) => page.find("tab", name);
  expect((await tab(/^すべて/)).getAttribute("aria-selected")).toBe("true");
  // The demo's today is the 20th of November.
  await page.press("tab", /^来月誕生日/);
  await page.at("/customers?birthday_month=12");
  await page.find("button", "誕生月:12月");
  expect((await tab(/^来月誕生日/)).getAttribute("aria-selected")).toBe("true");
  await page.go("/customers?birthday_month=12&stay_count_min=1");
  expect((await tab(/^絞り込み結果/)).getAttribute("aria-selected")).toBe("true");
  await page.press("tab", /^すべて/);
  await page.at("/customers");
});

test("nobody found: one sentence and the way back", async () => {
  const page = await openProduct("/customers?q=nobody", server);
  await page.says("条件に当てはまるものはありません");
  await page.press("button", "条件をすべて外す");
  await page.at("/customers");
  await page.find("link", /山田 花子/);
});

test("grants of points that wait for an approval are one press away, and only while there are any", async () => {
  server.answer("points.programmeRequests", { items: [], total: 0, page: 1, size: 20 });
  const none = await openProduct("/customers", server);
  await none.find("link", /山田 花子/);
  expect(none.all("button", /承認待ち/)).toEqual([]);
  server.answer("points.programmeRequests", { items: [], total: 2, page: 1, size: 20 });
  const page = await openProduct("/customers", server);
  await page.press("button", "ポイントの承認待ち 2件");
  await page.at("/customers/point-requests");
  expect(server.callsOf("points.programmeRequests")[0]?.query).toMatchObject({ state: "waiting" });
});

test("the choice of columns stays in this browser", async () => {
  const heading = "th";
  const before = await openProduct("/customers", server);
  await before.find(heading, "会員番号");
  await before.press("button", "表示項目");
  await before.press("field", "会員番号");
  await before.gone(heading, "会員番号");
  const later = await openProduct("/customers", server);
  await later.find(heading, /氏名/);
  expect(later.all(heading, "会員番号")).toEqual([]);
  await later.press("button", "表示項目");
  await later.press("field", "会員番号");
  await later.find(heading, "会員番号");
});

test("§2: ids that are no digits or belong to nobody are page-not-found", async () => {
  server.refuse("customers.get", 404);
  for (const path of ["/customers/abc", "/customers/999999999999", "/customers/1x/use-points"]) {
    const page = await openProduct(path, server);
    await page.says("お探しのページが見つかりませんでした");
  }
});

const detail = { ...guest, ...row };

test("a stay leads to its booking, where what it caused stands", async () => {
  server.answer("customers.get", detail);
  const stay: AnswerOf<"customers.stays">["items"][number] = {
    id: 4,
    transaction_code: "D-1",
    facility_name: "本館",
    check_in_date: "2026-11-01",
    check_out_date: "2026-11-03",
    nights: 2,
    use_price: 80_000,
    payment_price: null,
    confirmed_date: null,
    is_online_check_in: false,
    is_online_check_out: false,
    granted_points: 0,
    stay_reservation_id: 12,
    original_reservation_code: "R-1",
  };
  server.answer("customers.stays", { items: [stay], total: 1, page: 1, size: 20 });
  const page = await openProduct("/customers/7?tab=stays", server);
  expect((await page.find<HTMLAnchorElement>("link", "R-1")).getAttribute("href")).toBe("/customers/7/reservations/12");
});

test("the address of a merged guest leads to who lives on, tab and all", async () => {
  server.answer("customers.get", detail);
  server.answer("customers.stays", { items: [], total: 0, page: 1, size: 20 });
  const page = await openProduct("/customers/3?tab=stays", server);
  await page.find("heading", /山田 花子/);
  await page.at("/customers/7?tab=stays");
});

const [soon, later] = ["2027-02-15", "2027-07-16"];
test.each([
  ["all points end on one day", 900, 0, [[soon, 900]], "2027年02月15日まで有効"],
  [
    "some end sooner than others",
    900,
    0,
    [
      [soon, 300],
      [later, 600],
    ],
    "うち300は2027年02月15日まで",
  ],
  [
    "some never end",
    900,
    0,
    [
      [soon, 300],
      [null, 600],
    ],
    "うち300は2027年02月15日まで",
  ],
  ["none ends", 900, 0, [[null, 900]], "失効予定はありません"],
  ["the guest has a debt", 0, 1200, [], "次の付与から1,200を差し引きます"],
] as const)("what stands beneath the balance is true of it: %s", async (_case, balance, debt, lots, words) => {
  const expiring = lots.map(([expires_on, remaining]) => ({ expires_on, remaining }));
  const next = lots.find(([day]) => day !== null)?.[0] ?? null;
  server.answer("customers.get", {
    ...detail,
    point_balance: balance,
    point_debt: debt,
    next_point_expiry: next,
    expiring_points: expiring,
  });
  server.answer("customers.stays", { items: [], total: 0, page: 1, size: 20 });
  const page = await openProduct("/customers/7?tab=stays", server);
  await page.says(words);
});

const waitingNextTo = (...scores: [number, number]) => {
  const one = { id: 7, name: "山田 花子", name_kana: null, member_number: null, email: null, tel: null };
  const waits = {
    id: 5,
    name: "山田 ハナ",
    name_kana: null,
    email: null,
    tel: null,
    guest_type: "representative" as const,
  };
  server.answer("merges.get", {
    id: 21,
    kind: "guest",
    decision: "open",
    score: scores[0],
    reasons: [],
    customer: one,
    other: null,
    guest: { ...waits, original_reservation_code: "R-1", check_in_date: "2026-11-01", facility_name: "本館" },
    import_batch_id: null,
    created_at: "2026-11-20T00:00:00Z",
    decided_at: null,
    decided_by_name: null,
    page_actions: ["read", "edit"],
    details: {},
    merge_id: null,
    alike: [
      { ...one, score: scores[0], candidate_id: 21 },
      { ...one, id: 8, name: "山田 華", score: scores[1], candidate_id: 22 },
    ],
  });
  server.answer("merges.markSeparate", { id: 22, customer_id: null });
  server.answer("merges.list", { items: [], total: 0, page: 1, size: 50 });
  server.answer("merges.count", { waiting: 0 });
};

test("below the threshold nobody is chosen, and no button is the one to press, until a person picks", async () => {
  waitingNextTo(30, 15);
  const page = await openProduct("/customers/merges/21", server);
  await page.says("誰も選んでいません");
  const chosen = () => page.all("field").filter((field) => (field as HTMLInputElement).checked);
  const primary = () =>
    page.all("button").flatMap((button) => (button.dataset.variant === "filled" ? [button.textContent] : []));
  expect([chosen(), primary(), page.all("button", "選んだ顧客に加える")]).toEqual([[], [], []]);
  await page.press("field", /山田 華/);
  await page.find("button", "選んだ顧客に加える");
  expect(primary()).toEqual(["選んだ顧客に加える"]);
  waitingNextTo(60, 40);
  const other = await openProduct("/customers/merges/21", server);
  await other.find("button", "選んだ顧客に加える");
  expect(chosen()).toHaveLength(1);
});

test("a waiting guest can be told apart from one of those who are similar", async () => {
  waitingNextTo(60, 40);
  const page = await openProduct("/customers/merges/21", server);
  await page.press("field", /山田 華/);
  await page.press("button", "選んだ顧客とは別人とする");
  await page.at("/customers/merges");
  expect(server.calls.find(({ name }) => name === "merges.markSeparate")?.path).toEqual({ id: "22" });
});
