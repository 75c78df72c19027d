// @vitest-environment jsdom
import { blankCoupon } from "@okaeri/domain/coupons/coupon";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { until } from "../../../test/mount.fixture.tsx";
import { administrator, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import type { CampaignDetail, Comparison } from "../campaigns.api.ts";
import { campaignOf, pushOf, resultsAnswer, segment } from "../campaigns.fixture.ts";
import { telling } from "./compared-variants.ts";

const mail = (variant: "A" | "B", title: string) => ({ ...blankMail(), variant, share: 20, title, body: "本文" });
const entry = (
  variant: "A" | "B",
  overrides: Partial<Comparison["variants"][number]> = {},
): Comparison["variants"][number] => ({
  variant,
  share: 20,
  sent: 402,
  delivered: 400,
  opened: 120,
  clicked: 10,
  unsubscribed: 1,
  opened_interval: { low: 0.257, high: 0.3467 },
  clicked_interval: { low: 0.0136, high: 0.0454 },
  given: 0,
  used: 0,
  used_interval: null,
  reserved: 3,
  transacted: 2,
  ...overrides,
});
const REST = {
  push_action_id: 55,
  waiting: 1_204,
  may_choose: true,
  chosen: null,
  chosen_by_name: null,
  chosen_at: null,
} as const;
const compared = (overrides: Partial<Comparison> = {}): Comparison => ({
  action_id: 12,
  type: "mail",
  priority_seq: 1,
  variants: [entry("A"), entry("B", { opened: 200, opened_interval: { low: 0.4512, high: 0.5488 }, clicked: 12 })],
  rest: REST,
  ...overrides,
});
const campaign = (overrides: Partial<CampaignDetail> = {}) =>
  campaignOf({
    status: "active",
    sending: true,
    held: "variant",
    pushes: [
      pushOf({
        id: 55,
        push_status: "doing",
        targets: 2_008,
        sent: 800,
        waiting: 1_204,
        held: { for: "variant", until: null },
      }),
    ],
    segments: [
      segment([
        {
          id: 12,
          seq: 1,
          type: "mail",
          mail: mail("A", "秋の便り"),
          other_mails: [mail("B", "{{ name }}様、紅葉です")],
        },
      ]),
    ],
    ...overrides,
  });

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("campaigns.get", () => campaign());
  server.answer("campaigns.results", resultsAnswer({}));
  server.answer("campaigns.variants", () => ({ items: [compared()] }));
});

test("each text stands with its subject, its figures and how sure they are, and what can be told of them in words", async () => {
  const page = await openProduct("/campaigns/7", server);
  for (const sentence of [
    "比較の選択待ち",
    "1,204人が待っています。比べた結果を見て、どれを送るか決めてください。",
    "A 20%、B 20%に送り、残り60%は結果を見て選びます。",
    "開封は、文面Bがほかより多いと言えます。",
    "クリックの差は、まだはっきりしません。",
    "文面A割合 20%秋の便り",
    "氏名様、紅葉です",
    "開封120人30.0%(95%の確かさで 25.7〜34.7%)",
    "残りの1,204人が、決まるのを待っています。",
    "残りのお客様に何を届けるか選んでください",
  ])
    await page.says(sentence);
});

test("the choice is asked about once more, names whom it is for, and is told with who made it", async () => {
  const page = await openProduct("/campaigns/7", server);
  const decided = {
    ...REST,
    may_choose: false,
    chosen: "B" as const,
    chosen_by_name: "山田 太郎",
    chosen_at: "2026-11-20T03:00:00Z",
  };
  server.answer("campaigns.chooseVariant", () => {
    server.answer("campaigns.variants", () => ({ items: [compared({ rest: decided })] }));
    return campaign({ held: null, pushes: [pushOf({ id: 55, push_status: "doing" })] });
  });
  await page.press("button", "文面Bに決めて送る");
  await page.says("文面Bを、残りの1,204人に送りますか?");
  const confirmButton = await until(
    () =>
      [...document.querySelectorAll<HTMLElement>("[role=dialog] button")].find(
        ({ textContent }) => textContent === "文面Bに決めて送る",
      ),
    "the question",
  );
  await act(async () => confirmButton.click());
  await page.says("残りの方に送るものを文面Bに決めました(山田 太郎、");
  expect(page.text()).not.toContain("結果を見て選びます");
  const [sent] = server.callsOf("campaigns.chooseVariant");
  expect(sent?.body).toMatchObject({ push_action_id: 55, variant: "B" });
  expect(page.text()).not.toContain("に決めて送る");
});

test("who may not choose sees the figures alone; a campaign with one text compares nothing", async () => {
  server.answer("campaigns.variants", () => ({ items: [compared({ rest: { ...REST, may_choose: false } })] }));
  const page = await openProduct("/campaigns/7", server);
  await page.says("文面の比較");
  await page.says("残りの1,204人が、決まるのを待っています。");
  expect(page.text()).not.toContain("に決めて送る");
  const one = segment([
    { id: 12, seq: 1, type: "mail", mail: { ...mail("A", "秋の便り"), share: null }, other_mails: [] },
  ]);
  server.answer("campaigns.get", () => campaign({ segments: [one], held: null }));
  const other = await openProduct("/campaigns/7", server);
  await other.says("送ってから、お泊まりまで");
  expect(other.text()).not.toContain("文面の比較");
});

const coupon = (variant: "A" | "B", discount_absolute: number) => ({
  ...blankCoupon(),
  variant,
  share: 20,
  name: "紅葉の割引",
  discount_absolute,
});
const givenVariant = (variant: "A" | "B", used: number, used_interval: { low: number; high: number }) =>
  entry(variant, { given: 400, used, used_interval, reserved: used, transacted: 0 });

test("coupons are compared by how many of those who have one used it, and one is chosen for the others", async () => {
  server.answer("campaigns.get", () =>
    campaign({
      segments: [
        segment([{ id: 12, seq: 1, type: "coupon", coupon: coupon("A", 3_000), other_coupons: [coupon("B", 5_000)] }]),
      ],
    }),
  );
  const variants = [
    givenVariant("A", 20, { low: 0.0327, high: 0.0759 }),
    givenVariant("B", 60, { low: 0.1184, high: 0.1884 }),
  ];
  server.answer("campaigns.variants", () => ({ items: [compared({ type: "coupon", variants })] }));
  const page = await openProduct("/campaigns/7", server);
  for (const sentence of [
    "クーポンの比較",
    "A 20%、B 20%に渡し、残り60%は結果を見て選びます。",
    "利用は、クーポンBがほかより多いと言えます。",
    "クーポンA割合 20%紅葉の割引、3,000円",
    "紅葉の割引、5,000円",
    "受け取った400人使った60人15.0%(95%の確かさで 11.8〜18.8%)予約60件",
  ])
    await page.says(sentence);
  expect(page.text()).not.toContain("開封の差");
  await page.press("button", "クーポンBに決めて送る");
  await page.says("クーポンBを、残りの1,204人に送りますか?");
});

test("a letter tells itself from the others only where its difference from each of them leaves out nothing", () => {
  const many = (variant: "A" | "B", opened: number, delivered = 400) => entry(variant, { opened, delivered });
  expect(telling([many("A", 120), many("B", 200)], "opened", "delivered")).toBe("B");
  expect(telling([many("A", 120), many("B", 125)], "opened", "delivered")).toBe(null);
  expect(telling([many("A", 12, 40), many("B", 20, 40)], "opened", "delivered")).toBe(null);
  expect(telling([many("A", 120), many("B", 200), { ...many("A", 195), variant: "C" }], "opened", "delivered")).toBe(
    null,
  );
  expect(telling([many("A", 0, 0), many("B", 200)], "opened", "delivered")).toBe(null);
  expect(telling([many("A", 0), many("B", 0)], "opened", "delivered")).toBe(null);
});
