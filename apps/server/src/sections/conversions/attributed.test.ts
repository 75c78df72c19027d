import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeUser } from "../../test/app.ts";
import { sender } from "../accounts/hostile-settings.fixture.ts";
import { couponAction, mailAction, makeGuests, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { recordMessageEvents } from "../messaging/events/record-message-events.ts";
import { proveConversions, recomputeAttributions } from "./conversions.jobs.ts";

// What a campaign brought, through the calls: its page, list, report and file say the same, and the bookings behind it are told.

let p: Pipeline;
let now: Date;
let guests: number[];
let id: number;
beforeEach(async () => {
  now = new Date("2026-11-02T01:00:00Z");
  p = await openPipeline({ clock: { now: () => now } });
  guests = await makeGuests(p.t.app, p.inn.accountId, { count: 4, mail: "guest" });
  await p.rules({ quiet_from: null, quiet_until: null, grace_above_count: null });
  const segments = promotion().segments.map((one) => ({ ...one, actions: [couponAction(), mailAction()] }));
  id = await p.started(promotion({ segments }));
  await p.drain();
  now = new Date("2026-11-20T03:00:00Z");
});
afterEach(() => p.close());

const settle = () => recomputeAttributions(p.t.app, { signal: new AbortController().signal });
const manager = async () => p.t.as(await makeUser(p.t.app, p.inn, "role_admin", ["*"]));
let serial = 0;
/** A booking of the guest, and the stay that came of it. */
async function book(guest: number, day: string, price: number, stayed?: { until: string; price: number }) {
  const { accountId } = p.inn;
  serial += 1;
  const code = `R${serial}`;
  const [row] = await p.query<{
    id: number;
  }>(sql`insert into stay_reservations (account_id, facility_account_id, customer_id,
      original_reservation_code, reserved_date, reserved_price, check_in_date, check_out_date)
    values (${accountId}, ${accountId}, ${guest}, ${code}, ${day}, ${price}, ${stayed?.until ?? "2026-12-30"},
      ${stayed?.until ?? "2026-12-31"}) returning id`);
  if (stayed)
    await p.query(sql`insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id, transaction_code,
        confirmed_date, use_price, check_in_date, check_out_date)
      values (${accountId}, ${accountId}, ${row?.id}, ${guest}, ${code}, ${stayed.until}, ${stayed.price}, ${stayed.until},
        ${stayed.until})`);
  return row?.id ?? 0;
}

async function figures() {
  const [ofList] = (await p.call("GET", "/campaigns")).items;
  const { campaigns } = await p.call("GET", "/reports?from=2026-11-01&to=2026-12-31");
  return {
    page: (await p.detail(id)).attributed,
    list: ofList.attributed,
    report: campaigns.find((one: { id: number }) => one.id === id)?.attributed,
  };
}
const all = (sums: object) => ({ page: sums, list: sums, report: sums });

test("page, list, report and file tell the same bookings and stays, and a cancelled booking is gone from all", async () => {
  const [first = 0, second = 0, third = 0] = guests;
  const stayed = await book(first, "2026-11-05", 20_000, { until: "2026-11-18", price: 25_000 });
  const cancelled = await book(second, "2026-11-06", 30_000);
  await book(third, "2026-10-20", 40_000);
  await settle();
  expect(await figures()).toEqual(all({ reserved: 2, reserved_price: 50_000, transacted: 1, use_price: 25_000 }));
  await p.query(sql`update stay_reservations set cancel_date = '2026-11-19' where id = ${cancelled}`);
  await settle();
  expect(await figures()).toEqual(all({ reserved: 1, reserved_price: 20_000, transacted: 1, use_price: 25_000 }));
  expect(
    await p.query(sql`select action.type, conversion.stat_date::text, conversion.account_id::int
      from conversions conversion join campaign_actions action on action.id = conversion.campaign_action_id order by 2`),
  ).toEqual(
    ["2026-11-05", "2026-11-18"].map((stat_date) => ({ type: "mail", stat_date, account_id: p.inn.accountId })),
  );
  const file = await (await manager())({
    method: "GET",
    url: "/api/reports/export.csv?table=campaigns&from=2026-11-01&to=2026-12-31",
  });
  const [head = "", line = ""] = file.body.split("\r\n");
  const at = head.split(",").findIndex((cell) => cell.includes("予約") && !cell.includes("金額"));
  expect(line.split(",").slice(at, at + 4)).toEqual(["1", "20000", "1", "25000"]);
  const { items, total } = await p.call("GET", `/campaigns/${id}/bookings`);
  expect([total, items]).toEqual([
    1,
    [
      {
        reservation_id: stayed,
        customer_id: first,
        customer_name: "山田 太郎",
        facility_name: expect.any(String),
        touch: "delivery",
        touched_at: expect.stringMatching(/^2026-11-02T/),
        variant: null,
        coupon_name: null,
        reserved_on: "2026-11-05",
        reserved_price: 20_000,
        transacted_on: "2026-11-18",
        use_price: 25_000,
      },
    ],
  ]);
});

test("a coupon that was used on the booking is named, and bookings are narrowed by what they are credited for", async () => {
  const fourth = guests[3] ?? 0;
  const booking = await book(fourth, "2026-11-07", 10_000);
  await p.query(sql`insert into use_coupon_cases (account_id, facility_account_id, customer_id, coupon_id, acquire_coupon_id,
      stay_reservation_id, use_date, discount, idempotency_key)
    select account_id, account_id, customer_id, coupon_id, id, ${booking}, '2026-11-07', 2000, 'x'
    from acquire_coupons where customer_id = ${fourth}`);
  await settle();
  const named = async (touch: string) =>
    (await p.call("GET", `/campaigns/${id}/bookings?touch=${touch}`)).items.map(
      (one: { reservation_id: number; coupon_name: string | null }) => [one.reservation_id, one.coupon_name],
    );
  expect(await named("use")).toEqual([[booking, "秋の2,000円割引"]]);
  expect((await named("delivery")).flat()).not.toContain(booking);
  await p.query(sql`update stay_reservations set cancel_date = '2026-11-19' where id = ${booking}`);
  await settle();
  expect(await named("use")).toEqual([]);
});

test("the days for which bookings are credited are a rule of the programme, and earlier bookings follow it", async () => {
  const [first = 0] = guests;
  const late = await book(first, "2026-11-16", 5_000);
  await settle();
  const has = async () =>
    (await p.call("GET", `/campaigns/${id}/bookings`)).items.some(
      (one: { reservation_id: number }) => one.reservation_id === late,
    );
  expect(await has()).toBe(true);
  const save = async (conversion_days: number) => {
    const { version } = await p.call("GET", `/accounts/${p.inn.accountId}/sender`);
    await p.call("PUT", `/accounts/${p.inn.accountId}/sender`, sender({ version, conversion_days }));
    await settle();
  };
  await save(13);
  expect(await has()).toBe(false);
  await save(14);
  expect(await has()).toBe(true);
});

test("a rule that is set with a programme's first settings asks for all of its guests too", async () => {
  await p.query(sql`delete from account_settings`);
  await p.query(sql`delete from attribution_queue`);
  await p.query(sql`insert into account_settings (account_id, conversion_days) values (${p.inn.accountId}, 14)`);
  const [unsettled] = await p.query<{ n: number }>(sql`select count(*)::int as n from attribution_queue`);
  expect(unsettled).toEqual({ n: guests.length });
});

test("a booking stays credited to its click when what happened to mails of then has ended", async () => {
  const [first = 0] = guests;
  const booking = await book(first, "2026-11-10", 8_000);
  const [push] = await p.query<{ id: number }>(sql`select id from push_actions where channel = 'mail'`);
  const clicked = { kind: "clicked", providerEventId: "c1", linkNo: 1, customerId: first } as const;
  await p.t.app.database.inScope({ accountIds: [p.inn.accountId] }, (tx) =>
    recordMessageEvents(tx, p.inn.accountId, [
      { ...clicked, pushActionId: push?.id ?? 0, happenedAt: new Date("2026-11-09T03:00:00Z") },
    ]),
  );
  await settle();
  const credited = () =>
    p.query(sql`select touch, touched_at, reserved_price::int as price from conversion_attributions
      where stay_reservation_id = ${booking}`);
  const click = { touch: "click", touched_at: new Date("2026-11-09T03:00:00Z") };
  expect(await credited()).toEqual([{ ...click, price: 8_000 }]);
  await p.t.past.asSystem((tx) => tx.run`update message_events set created_at = now() - interval '4 years'`);
  await p.query(sql`select end_message_events(${p.inn.accountId}, now(), 1000)`);
  await proveConversions(p.t.app, { signal: new AbortController().signal }, p.inn.accountId);
  expect(await credited()).toEqual([{ ...click, price: 8_000 }]);
  // What is told of the booking itself still counts.
  await p.query(sql`update stay_reservations set reserved_price = 9000 where id = ${booking}`);
  await settle();
  expect(await credited()).toEqual([{ ...click, price: 9_000 }]);
  await p.query(sql`update stay_reservations set reserved_date = '2026-11-08' where id = ${booking}`);
  await settle();
  expect(await credited()).toEqual([expect.objectContaining({ touch: "delivery" })]);
});

test("a campaign of nobody's has no bookings", async () => {
  expect((await (await manager())({ method: "GET", url: "/api/campaigns/999999/bookings" })).statusCode).toBe(404);
});
