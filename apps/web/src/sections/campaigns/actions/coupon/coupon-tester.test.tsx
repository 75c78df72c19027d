// @vitest-environment jsdom
import { blankCoupon } from "@okaeri/domain/coupons/coupon";
import { beforeEach, expect, test, vi } from "vitest";
import type { FakeCalls } from "../../../../test/fake-calls.fixture.ts";
import { administrator, openProduct, serverFor } from "../../../../test/product.fixture.tsx";
import { audienceAnswer, campaignOf, segment } from "../../campaigns.fixture.ts";

const action = { id: 4, seq: 1, type: "coupon" as const, coupon: blankCoupon() };
const campaign = campaignOf({
  id: 9,
  name: "冬のご案内",
  type: "repeat_promotion",
  action_types: ["coupon"],
  page_actions: ["read"],
  commands: [],
  segments: [segment([action])],
});
const guest = { id: 7, member_number: "M-7", name: "山田 花子" };

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("campaigns.get", campaign);
  server.answer("campaigns.audience", audienceAnswer([]));
  server.answer("coupons.ofCampaign", {
    items: [
      {
        id: 3,
        name: "冬の3,000円割引",
        type: "acquire",
        code: null,
        state: "draft",
        acquired: 0,
        used: 12,
        variant: "A",
        campaign_action_id: 4,
        pool: null,
        acquire_amount_limit: 500,
        use_amount_limit: null,
        plan_figure: null,
      },
    ],
  });
  server.answer("customers.list", { items: [guest as never], total: 1, page: 1, size: 20 });
  server.answer("coupons.choices", {
    to_give: [],
    to_use: [],
    page_actions: ["read"],
    today: "2026-11-20",
    reservations: [
      {
        id: 5,
        original_reservation_code: "R-5",
        facility_account_id: 1,
        check_in_date: "2026-12-04",
        check_out_date: "2026-12-05",
      },
    ],
  });
  server.answer("coupons.quote", ({ query }) =>
    query.stay_reservation_id === undefined
      ? {
          applicable: true,
          discount: 3_000,
          price: 20_000,
          cancellation_fee_basis: 20_000,
          reasons: [],
          grounds: [{ code: "fits_held", message: "このお客様が獲得しています" }],
        }
      : {
          applicable: false,
          discount: null,
          price: 20_000,
          cancellation_fee_basis: null,
          grounds: [],
          reasons: [
            { code: "coupon_not_issued", message: "まだ配信されていないクーポンです" },
            { code: "coupon_other_plan", message: "対象のプランではありません" },
          ],
        },
  );
});

test("on the campaign's page: this guest, this stay; no with every reason, yes with why", async () => {
  const page = await openProduct("/campaigns/9", server);
  await page.says("0 / 500人");
  await page.press("button", "使えるか試す");
  const dialog = await page.find("dialog", /クーポンが使えるか試す/);
  await page.says("すべて入力すると");
  await page.press("field", "お客様", dialog);
  await page.press("[role=option]", "山田 花子 (M-7)");
  await page.press("field", "予約", dialog);
  await page.press("[role=option]", /^R-5/);
  await page.says("まだ配信されていないクーポンです");
  await page.says("対象のプランではありません");
  await page.press("field", "日程を入力する", dialog);
  await page.type("到着日", "2026/12/4", dialog);
  await page.type("出発日", "2026/12/6", dialog);
  await page.type(/^料金/, "20,000", dialog);
  await page.type("プランコード", "BB", dialog);
  await page.says("¥3,000割引になります。");
  await page.says("このお客様が獲得しています");
  expect(server.callsOf("coupons.quote").at(-1)).toMatchObject({
    path: { id: "7" },
    query: {
      coupon_id: "3",
      quantity: "1",
      check_in_date: "2026-12-04",
      check_out_date: "2026-12-06",
      price: "20000",
      plan_code: "BB",
    },
  });
});
