// @vitest-environment jsdom

import { blankCoupon } from "@okaeri/domain/coupons/coupon";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { beforeEach, expect, test, vi } from "vitest";
import type { FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { until } from "../../../test/mount.fixture.tsx";
import { administrator, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import { audienceAnswer, campaignOf, segment } from "../campaigns.fixture.ts";

const coupon = { ...blankCoupon(), name: "冬のおかえり券", type: "code" as const, discount_absolute: 3_000 };
const point = {
  grant_type: "absolute" as const,
  grant_absolute: 500,
  grant_rate: null,
  grant_condition: null,
  plan_code: [],
  expiration_type: "none" as const,
  expiration_days_from_grant: null,
  expiration_days_from_last_stay: null,
  expiration_date: null,
};
const mail = { ...blankMail(), title: "ご案内", body: "{{ name }}様" };
const draft = campaignOf({
  type: "repeat_promotion",
  action_types: ["mail", "coupon", "point"],
  segments: [
    segment([
      { id: 3, seq: 1, type: "mail", mail },
      { id: 4, seq: 2, type: "coupon", coupon },
      { id: 6, seq: 3, type: "point", point },
    ]),
  ],
});

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("campaigns.get", draft);
  server.answer("campaigns.update", ({ body }) => ({ ...draft, version: body.version + 1 }) as never);
  server.answer("customers.list", { items: [], total: 0, page: 1, size: 20 } as never);
  server.answer("accountSettings.sender", {} as never);
  server.answer(
    "campaigns.audience",
    audienceAnswer([{ matched: 20, will_receive: 20, benefits_for: 20, coupons: 2 }]),
  );
  server.answer("coupons.ofCampaign", {
    items: [{ id: 8, campaign_action_id: 4, ...coupon, state: "draft", pool: { left: 2, given: 0, alarm_at: null } }],
  } as never);
});

test("what is given stands before what is told, is moved among its own alone, and codes that lack are made with one press", async () => {
  const page = await openProduct("/campaigns/7/edit?card=what", server);
  await page.says("渡すものをすべて渡してから、伝えるものを送ります。");
  const parts = () => page.all("heading", /^(クーポン|ポイント|メール)$/).map((one) => one.textContent);
  expect(parts()).toEqual(["クーポン", "ポイント", "メール"]);

  await page.says("コードが18枚足りません");
  server.answer("couponCodes.make", { left: 20, added: 18 });
  await page.press("button", "18枚を作る");
  await until(() => server.callsOf("couponCodes.make")[0], "codes are made");
  expect(server.callsOf("couponCodes.make")[0]?.body).toMatchObject({ count: 18, known: 2 });

  await page.press("button", "クーポンの操作");
  await page.press("menuitem", "下へ移動する");
  expect(parts()).toEqual(["ポイント", "クーポン", "メール"]);
  const saved = await until(() => server.callsOf("campaigns.update").at(-1), "it saves itself");
  expect(saved.body.segments[0].actions.map(({ type }: { type: string }) => type)).toEqual(["mail", "point", "coupon"]);
});

test("of a schedule the points, the ticket and the outline show the last day of what the first run gives", async () => {
  const schedule = { minute: "0", hour: "10", day_of_month: "1", month: "*", day_of_week: "*", year: "*" };
  const given = { schedule, schedule_once: null, trigger: null };
  const days = { ...point, expiration_type: "days_from_grant" as const, expiration_days_from_grant: 365 };
  const acquired = { ...coupon, type: "acquire" as const, code: null, valid_days_from_acquire: 60 };
  const at = "2027-02-01T01:00:00.000Z";
  server.answer("campaigns.nextRuns", { runs: [{ at }], quiet: null, problem: null } as never);
  server.answer("campaigns.get", {
    ...draft,
    segments: [
      segment([
        { id: 4, seq: 1, type: "coupon", coupon: acquired, ...given } as never,
        { id: 6, seq: 2, type: "point", point: days, ...given } as never,
      ]),
    ],
  });
  const page = await openProduct("/campaigns/7/edit?card=what", server);
  await page.says("初回の配信分は2027年04月02日まで");
  await page.says("初回の配信分は2028年02月01日まで");
  const outline = document.querySelector('nav[aria-label="キャンペーンの組み立て"]');
  expect(outline?.textContent).toContain("初回の配信分は2027年04月02日まで");
});
