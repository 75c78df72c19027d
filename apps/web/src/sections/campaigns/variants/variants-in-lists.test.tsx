// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf, FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { administrator, openProduct, serverFor } from "../../../test/product.fixture.tsx";
import { audienceAnswer, campaignOf, pushOf, segment } from "../campaigns.fixture.ts";

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("campaigns.get", campaignOf({ pushes: [pushOf({})], segments: [segment([])] }));
  server.answer("campaigns.audience", audienceAnswer([]));
});

type Booking = AnswerOf<"campaigns.bookings">["items"][number];
const booking = (reservation_id: number, overrides: Partial<Booking>): Booking => ({
  reservation_id,
  customer_id: 11,
  customer_name: "山田 花子",
  facility_name: "山の宿",
  touch: "use",
  touched_at: "2026-11-20",
  variant: null,
  coupon_name: null,
  reserved_on: "2026-11-20",
  reserved_price: 30_000,
  transacted_on: null,
  use_price: 0,
  ...overrides,
});

test("a booking names the coupon that brought it, of several with its letter, and the text by its letter", async () => {
  const items = [
    booking(1, { coupon_name: "紅葉の割引", variant: "B" }),
    booking(2, { coupon_name: "春の割引" }),
    booking(3, { touch: "click", variant: "A" }),
  ];
  server.answer("campaigns.bookings", { items, total: 3, page: 1, size: 50 });
  const page = await openProduct("/campaigns/7?tab=bookings", server);
  await page.says("紅葉の割引(クーポンB)");
  await page.says("文面A");
  expect(page.text()).not.toContain("春の割引(");
});

test("a booking's unknown price is a dash, a reported 0 is not", async () => {
  const items = [booking(1, { reserved_price: null }), booking(2, { reserved_price: 0 })];
  server.answer("campaigns.bookings", { items, total: 2, page: 1, size: 50 });
  const page = await openProduct("/campaigns/7?tab=bookings", server);
  await page.says("0円");
  const rows = page.all("row", /山田 花子/).map((row) => row.textContent);
  expect(rows.map((text) => text?.includes("0円"))).toEqual([false, true]);
});

type Recipient = AnswerOf<"campaigns.recipients">["items"][number];
const recipient = (customer_id: number, overrides: Partial<Recipient>): Recipient => ({
  push_action_id: 3,
  customer_id,
  customer_name: "山田 花子",
  type: "mail",
  variant: null,
  outcome: "sent",
  reactions: [],
  reason: null,
  address: null,
  at: null,
  message_id: null,
  guest_message_id: null,
  ...overrides,
});

test("each guest stands with the letter of the text or the coupon that they got", async () => {
  const items = [recipient(11, { variant: "A" }), recipient(12, { type: "coupon", variant: "C" })];
  server.answer("campaigns.recipients", { items, total: 2, page: 1, size: 50, omitted_ended: 0 });
  const page = await openProduct("/campaigns/7?tab=recipients", server);
  await page.says("メール文面A");
  await page.says("クーポンクーポンC");
});
