// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf, FakeCalls } from "../../test/fake-calls.fixture.ts";
import { guest } from "../../test/guest.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";

const booking = (id: number, check_in_date: string, check_out_date: string, payable: number | null) => ({
  id,
  original_reservation_code: `R-${id}`,
  check_in_date,
  check_out_date,
  facility_account_id: 3,
  payable,
});
const summary: AnswerOf<"points.standing"> = {
  balance: 2_935,
  debt: 0,
  granted: 2_935,
  revoked: 0,
  used: 0,
  expired: 0,
  expected: { points: 0, reservations: 0 },
  expiring: [{ expires_on: null, remaining: 2_935 }],
  rank_name: "ゴールド",
  use_point_unit: 100,
  min_use_point: 500,
  max_use_point: null,
  facilities: [
    { id: 3, name: "箱根" },
    { id: 1, name: "本部" },
  ],
  reservations: [booking(9, "2026-12-24", "2026-12-25", null), booking(8, "2026-11-19", "2026-11-21", 1_250)],
  approval_above: null,
  today: "2026-11-20",
  page_actions: ["read", "edit"],
};

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("customers.get", guest);
  server.answer("points.standing", summary);
  server.answer("points.uses", { items: [], total: 0, page: 1, size: 20 });
});

async function opened() {
  const page = await openProduct("/customers/7/use-points", server);
  await page.press("button", "ポイントを使う");
  return page;
}

test("what can be used is said before anything is asked: in the rank's units, of the booking's price, first for today's stay", async () => {
  const page = await opened();
  await page.says("100ポイント単位で、500〜1,200ポイントまで使えます(残高 2,935ポイント)");
  for (const [points, refusal] of [
    ["2935", "100ポイント単位で入力してください"],
    ["400", "1回に500ポイント以上の利用が必要です"],
    ["1300", "この予約に利用できるのは、あと1,250ポイントです"],
  ] as const) {
    await page.type("使うポイント", points);
    await page.press("button", "確認する");
    await page.says(refusal);
  }
  expect(server.callsOf("points.use")).toEqual([]);
  await page.type("使うポイント", "1200");
  await page.press("button", "確認する");
  await page.says("残高は1,735ポイントになります");
});

test("a balance below the least says why nothing can be used", async () => {
  server.answer("points.standing", { ...summary, balance: 480 });
  const page = await opened();
  await page.says("いまは使えません。100ポイント単位で500ポイントからですが、使えるのは400ポイントまでです");
});
