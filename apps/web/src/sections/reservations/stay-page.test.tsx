// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { AnswerOf, FakeCalls } from "../../test/fake-calls.fixture.ts";
import { guest, guestRow } from "../../test/guest.fixture.ts";
import { administrator, openProduct, serverFor } from "../../test/product.fixture.tsx";

let server: FakeCalls;
beforeEach(() => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = serverFor(administrator);
  server.answer("customers.get", { ...guest, ...guestRow({ use_price_total: 30_000 }) });
});

type Stay = AnswerOf<"stays.get">;
type Reservation = AnswerOf<"customers.reservations">["items"][number];
type Amounts = Pick<Reservation, "reserved_price" | "reserved_payment_price" | "adult_count" | "child_count">;
const UNKNOWN: Amounts = { reserved_price: null, reserved_payment_price: null, adult_count: null, child_count: null };
const ZERO: Amounts = { reserved_price: 0, reserved_payment_price: 0, adult_count: 0, child_count: 0 };

const booked = {
  id: 12,
  original_reservation_code: "R-1",
  facility_name: "本館",
  state: "reserved",
  reservation_status: "reserved",
  reserved_date: null,
  check_in_date: "2026-12-01",
  check_out_date: "2026-12-03",
  reserved_min_room_count: 1,
  group_type: "individual",
  language_code: "ja",
  grant_status: "not_granted",
  cancel_date: null,
} as const;
const pageOf = ({ adult_count, child_count, ...prices }: Amounts): Stay => ({
  ...booked,
  ...prices,
  version: 1,
  page_actions: [],
  customer_id: 7,
  customer_name: "山田 花子",
  reservation_system: "NONE",
  code_space: "none",
  reservation_system_virtual: "",
  reservation_system_code: "",
  reservation_system_name: "",
  booking_channel_name: null,
  check_in_day: 2,
  check_out_day: 4,
  stay_days: 2,
  plan_code: "",
  tel: null,
  source_updated_at: null,
  linkages: [],
  is_reported_elsewhere: false,
  rooms: [
    {
      seq: 1,
      room_code: "301",
      room_type: "和室",
      adult_count,
      child_count,
      stay_start_date: booked.check_in_date,
      stay_end_date: booked.check_out_date,
    },
  ],
  guests: [],
  stay: null,
  points: [],
  judged_by: null,
  expected_points: [],
  ranks: [],
});

test.each([
  ["unknown", UNKNOWN, ["予約金額—", "予約時の支払金額—"], ["—", "—"]],
  ["a reported 0", ZERO, ["予約金額¥0", "予約時の支払金額¥0"], ["0", "0"]],
] as const)("the booking's page shows %s", async (_case, amounts, facts, people) => {
  server.answer("stays.get", pageOf(amounts));
  const page = await openProduct("/customers/7/reservations/12", server);
  await page.says("301");
  for (const fact of facts) expect(page.text()).toContain(fact);
  expect(page.text()).toContain(people.join(""));
  expect(page.text().includes("¥0")).toBe(amounts === ZERO);
  expect(page.text().includes("予約金額がわからないため")).toBe(amounts === UNKNOWN);
});

test.each([
  ["unknown", UNKNOWN, "和室"],
  ["a reported 0", ZERO, "和室大人0人"],
] as const)("the customer's history shows %s", async (_case, amounts, room) => {
  const items: Reservation[] = [{ ...booked, ...amounts, nights: 2, plan_code: null, room_type: "和室" }];
  server.answer("customers.reservations", { items, total: 1, page: 1, size: 20 });
  const page = await openProduct("/customers/7?tab=reservations", server);
  await page.says("R-1");
  const cells = page.all("td", /./).map((cell) => cell.textContent);
  expect(cells).toContain(room);
  expect(cells.at(-1)).toBe(amounts === ZERO ? "¥0" : "—");
});
