import { calendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FULL_MOON, makeMoonCampaign, moonlit, rise } from "../../pushes/events.fixture.ts";
import { pushJobs } from "../../pushes/pushes.jobs.ts";
import {
  AROUND_STAY,
  all,
  EVERYBODY,
  handlersFor,
  mailAction,
  makeGuests,
  pointAction,
  promotion,
} from "../campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// Campaigns around a stay ask and tell of one reservation of several (docs/adr/0505). Today is 2026-11-20.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

type Booked = { plan?: string; price?: number | null; room?: string; cancelled?: string; reserved?: string };

/** A reservation of the guest at the inn, by the days of check-in and check-out. */
async function booked(customer: number, [from, to]: readonly [string, string], over: Booked = {}): Promise<number> {
  const { plan = "", price = null, room, cancelled = null, reserved = null } = over;
  const [row] = await p.query<{
    id: number;
  }>(sql`insert into stay_reservations (account_id, facility_account_id, customer_id,
      original_reservation_code, check_in_date, check_out_date, plan_code, reserved_price, cancel_date, reserved_date)
    values (${p.inn.accountId}, ${p.inn.accountId}, ${customer}, ${`${customer}-${from}`}, ${from}, ${to}, ${plan}, ${price}, ${cancelled},
      ${reserved})
    returning id`);
  const id = row?.id ?? 0;
  if (room !== undefined)
    await p.query(sql`insert into stay_rooms (account_id, stay_reservation_id, seq, room_type, stay_start_date, stay_end_date)
      values (${p.inn.accountId}, ${id}, 1, ${room}, ${from}, ${to})`);
  return id;
}

const BODY = `{{ name }}様
{{ facility_name }} {{ check_in_on }}から{{ check_out_on }}まで{{ nights }}泊
プランは{{ plan }}
お部屋は{{ room_type }}
{{ reserved_price }}円`;
const linesOf = async (address: string) => ((await p.sink.parsed(address)).text ?? "").split("\n").slice(0, 6);

test("a mail tells of the reservation that is its occasion; lines drop out of which nothing is known, and a stranger's is not told", async () => {
  const [guest = 0, other = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "stay" });
  await booked(guest, ["2026-11-22", "2026-11-23"], { plan: "素泊まり", price: 9_000, room: "洋室" });
  const second = await booked(guest, ["2026-12-24", "2026-12-26"], { plan: "朝食付き", price: 48_000, room: "和室" });
  const bare = await booked(other, ["2026-11-30", "2026-12-01"]);
  const campaign = await makeMoonCampaign(p, [mailAction({ title: "{{ check_in_on }}のご予約", body: BODY })]);
  const happened = [
    { key: "a", customerId: guest, stayReservationId: second, date: calendarDate("2026-12-24"), offsetDays: 3 },
    { key: "b", customerId: other, stayReservationId: bare },
  ];
  await rise(p, campaign, happened);
  // Of somebody else's reservation nothing is said: its subject alone could not be, so no mail goes out.
  await rise(p, campaign, [{ key: "c", customerId: other, stayReservationId: second }]);
  await p.t.app.jobs.drain(handlersFor(p.t.app, FAST, pushJobs(moonlit(p.t.app))));
  expect(p.sink.received.toSorted()).toEqual(["stay1@example.jp", "stay2@example.jp"]);
  expect((await p.sink.parsed("stay1@example.jp")).subject).toBe("2026年12月24日のご予約");
  expect((await linesOf("stay1@example.jp")).slice(1)).toEqual([
    "宿 2026年12月24日から2026年12月26日まで2泊",
    "プランは朝食付き",
    "お部屋は和室",
    "48,000円",
    "",
  ]);
  expect((await linesOf("stay2@example.jp")).slice(1, 3)).toEqual(["宿 2026年11月30日から2026年12月01日まで1泊", ""]);
  const [skipped] = await p.query(sql`select target.outcome, target.reason
    from push_action_targets target
    join push_actions push on push.account_id = target.account_id and push.id = target.push_action_id
    where push.started_by = ${FULL_MOON} and push.trigger_key = 'c'`);
  expect(skipped).toEqual({ outcome: "skipped", reason: "nothing_to_say" });
});

const BEFORE = [{ base: "before_check_in", offset_days: 3 }];
const asksPlan = (plan: string) => all({ field: "reservation_plan_code", operator: "in", value: [plan] });
const matched = async (occasions: object[], target: object = EVERYBODY) =>
  (await p.call("POST", "/campaigns/audience", { segments: [{ target, types: ["mail"], occasions }] })).all.matched;

test("who has an occasion within a week is counted, with the reservation that it is about", async () => {
  const [soon = 0, late = 0, gone = 0, never = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 4, mail: "g" });
  await booked(soon, ["2026-11-29", "2026-11-30"], { plan: "A", reserved: "2026-11-14" });
  await booked(soon, ["2027-03-01", "2027-03-02"], { plan: "B", reserved: "2026-09-01" });
  await booked(late, ["2026-12-01", "2026-12-04"], { plan: "A", reserved: "2026-11-12" });
  await booked(gone, ["2026-11-25", "2026-11-26"], { cancelled: "2026-11-18" });
  expect(await matched([], EVERYBODY)).toBe(4);
  // 29 November less three days is the 26th; 1 December less three is the 28th.
  expect(await matched(BEFORE)).toBe(1);
  expect(await matched([{ base: "before_check_in", offset_days: 4 }])).toBe(2);
  expect(await matched([{ base: "before_check_in", offset_days: 730 }])).toBe(0);
  expect(await matched(BEFORE, asksPlan("A"))).toBe(1);
  expect(await matched(BEFORE, asksPlan("B"))).toBe(0);
  expect(await matched([{ base: "after_check_out", offset_days: 0 }])).toBe(0);
  expect(await matched([{ base: "before_check_out", offset_days: 10 }])).toBe(2);
  expect(await matched([{ base: "reserved", offset_days: 30 }])).toBe(1);
  expect(await matched([{ base: "cancelled", offset_days: 0 }])).toBe(1);
  const question = { target: asksPlan("A"), type: "customer_service", occasions: BEFORE };
  expect(await p.call("POST", "/campaigns/rule-counts", question)).toEqual({ counts: { "": 1, "rules.0": 1 } });
  const refused = await p.staff({
    method: "POST",
    url: "/api/campaigns/rule-counts",
    payload: { ...question, occasions: [] },
  });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["target.rules.0.field"]]);

  const verdict = async (customer_id: number, target: object) => {
    const segments = [{ target, types: ["mail"], occasions: BEFORE }];
    return (await p.call("POST", "/campaigns/audience-explanation", { segments, customer_id })).segments[0];
  };
  expect(await verdict(soon, asksPlan("A"))).toEqual({ matches: true, rules: { "rules.0": true } });
  expect(await verdict(soon, asksPlan("B"))).toMatchObject({ matches: false });
  expect(await verdict(never, EVERYBODY)).toEqual({ matches: false, rules: {} });
});

test("a preview is of a guest with an occasion, or of an invented one; a chosen guest's next reservation stands in it", async () => {
  const [, chosen = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "v" });
  const detail = mailAction({ body: BODY }).mail;
  const preview = (over: object) =>
    p.call("POST", "/campaigns/preview", {
      target: EVERYBODY,
      occasions: BEFORE,
      mail: detail,
      points: null,
      coupon: null,
      customer_id: null,
      ...over,
    });
  const nobody = await preview({});
  expect(nobody.customer).toBeNull();
  expect(nobody.text).toContain("見本の宿 2026年04月01日から2026年04月03日まで2泊");
  await booked(chosen, ["2026-11-25", "2026-11-28"], { plan: "朝食付き" });
  const shown = await preview({});
  expect(shown.customer.id).toBe(chosen);
  expect(shown.text).toContain("宿 2026年11月25日から2026年11月28日まで3泊");
  expect(shown.omitted_lines.map(({ missing }: { missing: string[] }) => missing)).toEqual([
    ["room_type"],
    ["reserved_price"],
  ]);
  await booked(chosen, ["2026-11-21", "2026-11-22"]);
  expect((await preview({ customer_id: chosen })).text).toContain("2026年11月21日から");
  const { items } = await p.call("POST", "/campaigns/preview-samples", { target: EVERYBODY, occasions: BEFORE });
  expect(new Set(items.map(({ customer_id }: { customer_id: number }) => customer_id))).toEqual(new Set([chosen]));
  // Without an occasion there is no reservation to tell of.
  const plain = await preview({ occasions: [] });
  expect(plain.omitted_lines[0].missing).toEqual(["check_in_on", "check_out_on", "nights"]);
});

const BIRTHDAY = { base: "birthday", offset_days: 14, time: "10:00", once_per: "year", once_days: null } as const;
const MONTHLY = { minute: "0", hour: "10", day_of_month: "1", month: "*", day_of_week: "*", year: "*" };
const FIELD = "segments.0.target.rules.0.field";
const SCRIPT = { lua: 'reservation_plan_code == "A"' };

test.each([
  ["each is about a reservation", [{ trigger: AROUND_STAY }, { trigger: { ...AROUND_STAY, base: "cancelled" } }], true],
  ["one has no timing yet", [{ trigger: AROUND_STAY }, {}], true],
  ["none has a timing", [{}], false],
  ["one is about a birthday", [{ trigger: AROUND_STAY }, { trigger: BIRTHDAY }], false],
  ["one has a schedule", [{ trigger: AROUND_STAY }, { schedule: MONTHLY }], false],
] as const)(
  "facts of the reservation are asked where every timed action is about one: %s",
  async (_, timings, accepted) => {
    const save = async (target: object, type = "customer_service") => {
      const actions = timings.map((timing, at) => ({ ...pointAction(), ...timing, seq: at + 1 }));
      // In a segment of its own, so that the whole campaign is asked.
      const segments = actions.map((action, at) => ({ id: null, priority_seq: at + 1, target, actions: [action] }));
      const payload = promotion({ type: type as "customer_service", segments: segments as never });
      const answer = await p.staff({ method: "POST", url: "/api/campaigns", payload });
      return [answer.statusCode, Object.keys(answer.json().fields ?? {})[0]];
    };
    expect(await save(asksPlan("A"))).toEqual(accepted ? [200, undefined] : [400, FIELD]);
    expect(await save(SCRIPT)).toEqual(accepted ? [200, undefined] : [400, "segments.0.target"]);
    expect((await save(asksPlan("A"), "basic"))[0]).toBe(400);
  },
);

test("a saved campaign around a stay is reviewed, copied and tried with its occasions, and lacks something where its words tell of none", async () => {
  const [guest = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "r" });
  await booked(guest, ["2026-11-25", "2026-11-28"], { plan: "A" });
  const save = (over: object) => {
    const actions = [{ ...mailAction({ body: BODY }), seq: 1, ...over }];
    const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions }];
    return p.call("POST", "/campaigns", promotion({ type: "customer_service", segments: segments as never }));
  };
  const { id } = await save({ trigger: AROUND_STAY });
  expect((await p.call("GET", `/campaigns/${id}/review`)).audience.all.matched).toBe(1);
  const missing = async (campaign: number) =>
    (await p.detail(campaign)).missing
      .map(({ path }: { path: string }) => path)
      .filter((path: string) => path.endsWith("body"));
  expect(await missing(id)).toEqual([]);
  const [action] = (await p.detail(id)).segments[0].actions;
  const test = { action_id: action.id, customer_id: null, to: null };
  await p.call("POST", `/campaigns/${id}/test-send`, test);
  const [tried] = await p.query<{ body: string }>(sql`select body from message_jobs_mails`);
  expect(tried?.body).toContain("2026年11月25日から2026年11月28日まで3泊");
  const { id: copy } = await p.call("POST", `/campaigns/${id}/copy`);
  expect(await missing(copy)).toEqual([]);
  const { id: byHand } = await save({});
  expect(await missing(byHand)).toEqual(["segments.0.actions.0.mail.body"]);
});
