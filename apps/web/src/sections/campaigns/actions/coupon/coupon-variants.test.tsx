// @vitest-environment jsdom
import type { CouponEdit } from "@okaeri/contract/coupons";
import { blankCoupon } from "@okaeri/domain/coupons/coupon";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { FakeCalls } from "../../../../test/fake-calls.fixture.ts";
import { until } from "../../../../test/mount.fixture.tsx";
import { administrator, openProduct, serverFor } from "../../../../test/product.fixture.tsx";
import { audienceAnswer, campaignOf, reviewAnswer, segment } from "../../campaigns.fixture.ts";

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  localStorage.clear();
  server = serverFor(administrator);
  server.answer("customers.list", { items: [], total: 0, page: 1, size: 20 } as never);
  server.answer("campaigns.review", reviewAnswer());
  server.answer("campaigns.audience", audienceAnswer([{ matched: 20, will_receive: 20, benefits_for: 20 }]));
  server.answer("coupons.ofCampaign", { items: [] });
});

const COUPON: CouponEdit = {
  ...blankCoupon(),
  name: "紅葉の割引",
  type: "code",
  code: "MOMIJI",
  discount_absolute: 3_000,
  without_end: true,
};
const withVariants = (variant: "A" | "B" | "C", share: number, overrides: Partial<CouponEdit> = {}): CouponEdit => ({
  ...COUPON,
  variant,
  share,
  ...overrides,
});

function campaign(coupon: CouponEdit, other_coupons: CouponEdit[] = [], others: Parameters<typeof segment>[0] = []) {
  const saved = campaignOf({
    type: "repeat_promotion",
    action_types: ["coupon"],
    segments: [segment([{ id: 12, seq: 1, type: "coupon", coupon, other_coupons }, ...others])],
  });
  server.answer("campaigns.get", saved);
  server.answer("campaigns.update", ({ body }) => ({ ...saved, version: body.version + 1 }) as never);
}
const lastCoupons = (meets: (coupons: CouponEdit[]) => boolean): Promise<CouponEdit[]> =>
  until(() => {
    const action = server.callsOf("campaigns.update").at(-1)?.body.segments[0].actions[0];
    const coupons: CouponEdit[] = action === undefined ? [] : [action.coupon, ...action.other_coupons];
    return meets(coupons) ? coupons : undefined;
  }, "it saves itself so");
const saying = (coupons: CouponEdit[]) =>
  coupons.map(({ variant, share, name, discount_absolute }) => [variant, share, name, discount_absolute]);
const confirmDialog = async (words: string) => {
  const button = await until(
    () => [...document.querySelectorAll("[role=dialog] button")].find((one) => one.textContent === words),
    `the question ${words}`,
  );
  await act(async () => (button as HTMLButtonElement).click());
};

test("a second coupon begins as the first with a code of its own, for half of the guests; what is typed, its share and its end are its own", async () => {
  campaign(COUPON);
  const page = await openProduct("/campaigns/7/edit?card=what", server);
  await page.press("button", "クーポンを比べる");
  await page.says("A 50%、B 50%に分けて渡します。同じお客様には、いつも同じクーポンを渡します。");
  await page.type("割引額", "5000");
  await page.press("button", "20%ずつ先に渡し、残りはあとで選ぶ");
  await page.says(
    "A 20%、B 20%に渡し、残り60%は結果を見て選びます。選ぶまで、残りの方にはポイントもメールも届きません。",
  );
  await page.type("Bを渡す割合", "30");
  const coupons = await lastCoupons((all) => all.some(({ share }) => share === 30));
  expect(saying(coupons)).toEqual([
    ["A", 20, "紅葉の割引", 3_000],
    ["B", 30, "紅葉の割引", 5_000],
  ]);
  expect(coupons.map(({ code }) => code)).toEqual(["MOMIJI", expect.stringMatching(/^[2-9A-Z]{12}$/)]);
  await page.press("field", "A");
  expect((await page.find<HTMLInputElement>("field", "割引額")).value).toBe("3,000");
  await page.press("field", "B");
  await page.press("button", "クーポンBを外す");
  await page.says("すでに届けたクーポンは、使えなくなります。");
  await confirmDialog("クーポンBを外す");
  expect(saying(await lastCoupons((all) => all.length === 1))).toEqual([["A", null, "紅葉の割引", 3_000]]);
  await page.press("button", "クーポンを比べる");
});

test("the first coupon can be taken out as well, and the one that is left is for everybody", async () => {
  campaign(withVariants("A", 50), [withVariants("B", 50, { name: "冬の割引" })]);
  const page = await openProduct("/campaigns/7/edit?card=what", server);
  await page.press("button", "クーポンAを外す");
  await confirmDialog("クーポンAを外す");
  expect(saying(await lastCoupons((all) => all.length === 1))).toEqual([["B", null, "冬の割引", 3_000]]);
});

test("what one of several lacks, and shares that come to too much, are told with its letter and lead there", async () => {
  campaign(withVariants("A", 60), [withVariants("B", 60, { name: "" })]);
  const page = await openProduct("/campaigns/7/edit?card=review", server);
  await page.says("割合の合計が120%です。100%以下にしてください");
  await page.says("割合(%)(クーポンB)");
  await page.press("button", "クーポンの名前(クーポンB)");
  await until(
    () => (document.activeElement?.id === "campaign-segments-0-actions-0-other_coupons-0-name" ? true : undefined),
    "the cursor is in the field",
  );
});

test("each of several has its own codes, wanted for its share of the guests", async () => {
  const own = { code: null };
  campaign(withVariants("A", 40, own), [withVariants("B", 60, own)]);
  const stand = (id: number, variant: "A" | "B", left: number) => ({
    ...withVariants(variant, 50, own),
    id,
    campaign_action_id: 12,
    state: "draft",
    pool: { left, given: 0, alarm_at: null },
  });
  server.answer("coupons.ofCampaign", { items: [stand(8, "A", 3), stand(9, "B", 12)] } as never);
  const page = await openProduct("/campaigns/7/edit?card=what", server);
  await page.says("コードが5枚足りません");
  await page.says("用意 3枚 / 必要 8枚");
  await page.says("コードは少し多めに用意してください。");
  await page.press("field", "B");
  await page.says("コードは足りています(用意 12枚 / 必要 12枚)。");
});

test("to be read, each of several stands with its letter and whom it goes to", async () => {
  const own = { code: null };
  campaign(withVariants("A", 20, own), [withVariants("B", 20, { ...own, name: "冬の割引", discount_absolute: 5_000 })]);
  const page = await openProduct("/campaigns/7?tab=content", server);
  await page.says("A 20%、B 20%に渡し、残り60%は結果を見て選びます。");
  expect(page.text()).toMatch(/クーポンA.*紅葉の割引.*3,000円.*クーポンB.*冬の割引.*5,000円/s);
});

test("the cards of the editor tell what each of several takes off", async () => {
  campaign(withVariants("A", 50), [withVariants("B", 50, { discount_absolute: 5_000 })]);
  const page = await openProduct("/campaigns/7/edit?card=when", server);
  await page.says("クーポン 3,000円");
  await page.says("クーポン 5,000円");
});

test("a mail is previewed with the coupon that is open, and opening another one leaves the text as it is", async () => {
  const mail = { ...blankMail(), title: "秋の便り", body: "{{ coupon_name }}" };
  const text = (variant: "A" | "B") => ({ ...mail, variant, share: 50 });
  campaign(
    withVariants("A", 30),
    [
      withVariants("B", 30, { name: "冬の割引" }),
      withVariants("C", 40, { name: "すぐ終わる割引", without_end: false, stay_end_date: "2026-12-01" }),
    ],
    [{ id: 13, seq: 2, type: "mail", mail: text("A"), other_mails: [text("B")] }],
  );
  server.answer("campaigns.previewSamples", { items: [] });
  server.answer("campaigns.testRecipients", { items: [] });
  server.answer("campaigns.testSends", { items: [] });
  server.answer("campaigns.preview", ({ body }) => ({
    customer: null,
    subject: "",
    html: `<p>${body.mail.variant} ${body.coupon.name} ${body.coupon.variant}</p>`,
    text: "",
    from: "",
    coupon_is_example: true,
    coupon_given: null,
    omitted_lines: [],
    omitted_blocks: [],
    problems: [],
  }));
  const asked = (overrides: object) =>
    until(() => {
      const { mail: shown, coupon } = server.callsOf("campaigns.preview").at(-1)?.body ?? {};
      const seen = JSON.stringify([shown?.variant, coupon?.name, coupon?.variant]);
      return seen === JSON.stringify(overrides) ? true : undefined;
    }, "the preview of it is asked for");
  const page = await openProduct("/campaigns/7/edit?card=what", server);
  await asked(["A", "紅葉の割引", "A"]);
  await page.press("field", "B");
  await asked(["A", "冬の割引", "B"]);
  await page.press("field", "B", await page.find("[role=radiogroup]", "比べる文面"));
  await asked(["B", "冬の割引", "B"]);
});

test("how coupons stand is told of each by its name and letter", async () => {
  campaign(withVariants("A", 50), [withVariants("B", 50)]);
  const stand = (id: number, variant: "A" | "B") => ({
    ...withVariants(variant, 50),
    id,
    campaign_action_id: 12,
    state: "issued",
    acquired: 3,
    used: 1,
    pool: null,
    plan_figure: null,
  });
  server.answer("coupons.ofCampaign", { items: [stand(8, "A"), stand(9, "B")] } as never);
  const page = await openProduct("/campaigns/7", server);
  await page.says("紅葉の割引(クーポンA)");
  await page.says("紅葉の割引(クーポンB)");
});
