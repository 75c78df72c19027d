// @vitest-environment jsdom
import { blankCoupon } from "@okaeri/domain/coupons/coupon";
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf, FakeCalls } from "../../../../test/fake-calls.fixture.ts";
import { administrator, menuWithout, openProduct, serverFor } from "../../../../test/product.fixture.tsx";
import { audienceAnswer, campaignOf, pushOf, savedActions, segment } from "../../campaigns.fixture.ts";

const coupon = { ...blankCoupon(), name: "春の割引", type: "code" as const, without_end: true };
const action = { id: 4, seq: 1, type: "coupon" as const, coupon };
const campaign = campaignOf({
  id: 9,
  name: "春のご案内",
  type: "repeat_promotion",
  action_types: ["coupon"],
  segments: [segment([action])],
});
const stands = (left: number, given: number, alarm_at: number | null): AnswerOf<"coupons.ofCampaign"> => ({
  items: [
    {
      id: 3,
      campaign_action_id: 4,
      variant: "A",
      name: "春の割引",
      type: "code",
      code: null,
      state: "issued",
      acquired: given,
      used: 2,
      acquire_amount_limit: null,
      use_amount_limit: null,
      plan_figure: null,
      pool: { left, given, alarm_at },
    },
  ],
});

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("campaigns.get", campaign);
  server.answer("campaigns.audience", audienceAnswer([]));
  server.answer("coupons.ofCampaign", stands(3, 7, 5));
});

test("the campaign's page says how many codes are left, adds pasted ones, makes new ones and keeps the alarm", async () => {
  const page = await openProduct("/campaigns/9", server);
  await page.says("残り少なくなっています");
  await page.says("3件");
  server.answer("couponCodes.add", {
    added: 2,
    left: 5,
    refused_count: 1,
    refused: [{ line: 2, code: "code_twice", message: "1行目と同じコードです" }],
  });
  await page.press("button", "コードを追加する");
  const dialog = await page.find("dialog", /コードを追加する/);
  await page.type("コードを貼り付ける", "A-1\nA-1\nA-2");
  await page.press("button", "追加する", dialog);
  await page.says("2件追加しました。");
  await page.says("2行目: 1行目と同じコードです");
  expect(server.callsOf("couponCodes.add").map(({ path, body }) => ({ path, body }))).toEqual([
    { path: { id: "9", coupon_id: "3" }, body: { text: "A-1\nA-1\nA-2", first_line: 1 } },
  ]);
  server.answer("coupons.ofCampaign", stands(5, 7, 5));
  await page.press("button", "閉じる", dialog);

  server.answer("couponCodes.make", { added: 100, left: 105 });
  await page.press("button", "コードを作成する");
  await page.type("作成する数", "100");
  await page.press("button", "作成する");
  await page.says("コードを100件作成しました");
  expect(server.callsOf("couponCodes.make")[0]?.body).toMatchObject({ count: 100 });

  server.answer("couponCodes.setAlarm", { alarm_at: 20 });
  await page.type("残りがこの数になったら知らせる", "20");
  await page.press("button", "この数で知らせる");
  await page.says("残数の通知を変更しました");
  expect(server.callsOf("couponCodes.setAlarm")[0]?.body).toEqual({ alarm_at: 20 });
});

test("in the form one code for all takes the place of guests' own, and those who may not edit see the counts alone", async () => {
  const page = await openProduct("/campaigns/9/edit?card=what", server);
  await page.says("まだ渡していないコード");
  await page.press("field", /^共通コード/);
  await page.type("クーポンコード", "SPRING");
  await page.no("まだ渡していないコード");

  const menu = menuWithout().map((entry) => ({ ...entry, page_actions: ["read"] }));
  server.answer("menu.list", menu);
  const reading = await openProduct("/campaigns/9", server);
  await reading.says("まだ渡していないコード");
  expect((await reading.find("button", /^コードを追加する/)).getAttribute("aria-disabled")).toBe("true");
});

test("once there are codes, nothing is missing any more: the review asks anew", async () => {
  const path = "segments.0.actions.0.coupon.code";
  const message = "コードを入力するか、お一人ずつのコードを追加してください";
  const sound = { ...coupon, discount_absolute: 1_000 };
  const [segment] = campaign.segments;
  const segments = [{ ...segment, actions: savedActions([{ ...action, coupon: sound }]) }] as typeof campaign.segments;
  server.answer("campaigns.get", { ...campaign, segments, missing: [{ path, message }] });
  server.answer("coupons.ofCampaign", stands(0, 0, null));
  const page = await openProduct("/campaigns/9/edit?card=review", server);
  await page.says(message);
  await page.go("/campaigns/9/edit?card=what");
  server.answer("couponCodes.make", { added: 5, left: 5 });
  server.answer("campaigns.get", { ...campaign, segments, missing: [] });
  server.answer("coupons.ofCampaign", stands(5, 0, null));
  await page.press("button", "コードを作成する");
  await page.type("作成する数", "5");
  await page.press("button", "作成する");
  await page.says("コードを5件作成しました");
  await page.go("/campaigns/9/edit?card=review");
  await page.says("春のご案内");
  await page.no(message);
});

test("when a send that is watched ends, the codes it gave away are no longer said to be there", async () => {
  const push = pushOf({ id: 5, campaign_action_id: 4, type: "coupon", targets: 8, waiting: 7, sent: 1 });
  server.answer("campaigns.get", { ...campaign, sending: true, pushes: [push] });
  server.answer("coupons.ofCampaign", stands(8, 0, null));
  const page = await openProduct("/campaigns/9", server);
  await page.says("8件");
  server.answer("coupons.ofCampaign", stands(0, 8, 3));
  server.answer("campaigns.get", { ...campaign, pushes: [{ ...push, push_status: "done", waiting: 0, sent: 8 }] });
  await page.says("残り少なくなっています");
});
