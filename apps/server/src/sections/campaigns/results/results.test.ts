import { FIGURE_WORDS } from "@okaeri/contract/campaigns/results/figure-words";
import {
  RESULT_DIMENSIONS,
  RESULT_FIGURES,
  type ResultFigure,
} from "@okaeri/contract/campaigns/results/result-figures";
import { SPENT, SPENT_WORDS } from "@okaeri/contract/campaigns/results/spent-words";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser } from "../../../test/app.ts";
import { recomputeAttributions } from "../../conversions/conversions.jobs.ts";
import { type MessageEvent, recordMessageEvents } from "../../messaging/events/record-message-events.ts";
import { recordLateFailures } from "../../pushes/record-late-failures.ts";
import { all, couponAction, mailAction, makeGuests, pointAction, promotion } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// One campaign in which everything happens: two sends, one of which is taken back, an address that refuses, one that comes back late, opens
// of people and machines, clicks, an unsubscription, coupons used with and without a guest, points used and given back, bookings at two
// facilities, of which one is cancelled, and a merge. Six guests get points, a coupon and a mail; two more get points alone.

type Figures = Record<ResultFigure, number>;
type Row = Record<ResultFigure, number | null> & { key: string | number; name: string | null; priority_seq: number };
type Sent = { push_action_id: number; customer_id: number; at: Date };

let now: Date;
let p: Pipeline;
let annex: Facility;
let boss: Caller;
let clerk: Caller;
let id: number;
let [g1, g2, g3, g6, g7, g8] = [0, 0, 0, 0, 0, 0];
/** A draft that was never sent. */
let draft: number;

beforeAll(async () => {
  now = new Date("2026-11-02T01:00:00Z");
  p = await openPipeline({ clock: { now: () => now } });
  p.verdict = (recipient) => (recipient.startsWith("guest5@") ? { refuseRecipient: 550 } : "take");
  const { accountId } = p.inn;
  annex = await makeAccount(p.t.app, { name: "別館", above: p.inn, option: null });
  [g1 = 0, g2 = 0, g3 = 0, , , g6 = 0] = await makeGuests(p.t.app, accountId, {
    count: 6,
    mail: "guest",
    stays: 1,
  });
  [g7 = 0, g8 = 0] = await makeGuests(p.t.app, accountId, { count: 2, mail: null });
  await p.query(sql`insert into customer_facilities (account_id, facility_account_id, customer_id, first_seen_on)
    select ${accountId}, ${annex.accountId}, id, '2026-01-05' from unnest(${[g2, g3, g7]}::bigint[]) id`);
  await p.rules({ quiet_from: null, quiet_until: null, grace_above_count: null });
  const segments = [
    {
      ...promotion().segments[0]!,
      name: "常連のお客様",
      target: all({ field: "stay_count", operator: ">=", value: 1 }),
      benefits_to_reached: false,
      actions: [pointAction(500), mailAction({ title: "秋のご案内" }), couponAction()],
    },
    { ...promotion().segments[0]!, priority_seq: 2, actions: [pointAction(100)] },
  ];
  id = await p.started(promotion({ segments }));
  await p.drain();
  const first = await sentMails();
  now = new Date("2026-11-05T14:59:00Z"); // The last minute of the day in Japan.
  await p.call("POST", `/campaigns/${id}/activate`, { version: (await p.detail(id)).version });
  await p.drain();
  const second = (await sentMails()).filter((one) => !first.some((a) => a.push_action_id === one.push_action_id));
  await recordReactions(first, second);
  now = new Date("2026-11-10T03:00:00Z");
  await spent();
  await booked();
  now = new Date("2026-11-20T03:00:00Z");
  const [part] = (await p.detail(id)).returnable;
  await p.call("POST", `/campaigns/${id}/revoke`, { push_action_id: part.push_action_id, remarks: "二重に配信" });
  await p.drain();
  await recomputeAttributions(p.t.app, { signal: new AbortController().signal });
  ({ id: draft } = await p.call("POST", "/campaigns", promotion({ name: "下書き" })));
  boss = await p.t.as(await makeUser(p.t.app, p.inn, "role_admin", ["*"]));
  clerk = await p.t.as(await makeUser(p.t.app, annex, "role_user", ["campaigns/read", "reports/read"]));
});
afterAll(() => p.close());

const sentMails = () =>
  p.query(sql<Sent>`select target.push_action_id, target.customer_id, target.sent_at as at
    from push_action_targets target
    join push_actions push on push.account_id = target.account_id and push.id = target.push_action_id
    where push.channel = 'mail' and target.outcome = 'sent'`);

/** What guests did with their mails. */
async function recordReactions(first: readonly Sent[], second: readonly Sent[]) {
  let nth = 0;
  const event = (of: readonly Sent[], guest: number, kind: MessageEvent["kind"], seconds: number, linkNo?: number) => {
    const mail = of.find(({ customer_id }) => customer_id === guest)!;
    const { push_action_id: pushActionId, customer_id: customerId, at } = mail;
    const happenedAt = new Date(+at + seconds * 1_000);
    const more = linkNo === undefined ? {} : { linkNo };
    return { providerEventId: `e${++nth}`, kind, happenedAt, pushActionId, customerId, ...more };
  };
  const events: MessageEvent[] = [
    event(first, g1, "opened", 120),
    event(first, g1, "clicked", 180, 1),
    event(first, g1, "clicked", 200, 1),
    event(first, g1, "clicked", 220, 2),
    event(first, g1, "clicked", 2 * 86_400, 1),
    event(first, g2, "opened", 5),
    event(first, g2, "opened", 700),
    event(first, g2, "unsubscribed", 800),
    event(first, g3, "opened", 4),
    event(first, g6, "bounced", 40_000),
    event(second, g1, "opened", 300),
    event(second, g3, "clicked", 400, 1),
  ];
  const { accountId } = p.inn;
  await p.t.app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    await recordMessageEvents(tx, accountId, events);
    const late = first.filter(({ customer_id }) => customer_id === g6);
    const failed = { reason: "refused", detail: "" } as const;
    await recordLateFailures(
      tx,
      accountId,
      late.map((one) => ({ pushActionId: one.push_action_id, customerId: one.customer_id, ...failed })),
    );
  });
}

/** Points and coupons that guests used; g7 and g8 are one from then on. */
async function spent() {
  await p.call("POST", `/customers/${g1}/use-points`, { use_point: 300 });
  await p.call("POST", `/customers/${g2}/use-points`, { use_point: 200 });
  const { items } = await p.call("GET", `/customers/${g2}/use-points`);
  await p.call("POST", `/customers/${g2}/use-points/${items[0].id}/cancellation`, { remarks: "取りやめ" });
  const version = async (guest: number) => (await p.call("GET", `/customers/${guest}`)).version;
  await p.call("POST", "/merges/merge", {
    survivor_id: g7,
    survivor_version: await version(g7),
    fields: {},
    source_id: g8,
    source_version: await version(g8),
  });
  await p.call("POST", `/customers/${g7}/use-points`, { use_point: 250 });
}

/** Bookings after the first send, stays, and coupons used on them or by an engine for nobody it knows. */
async function booked() {
  const { accountId } = p.inn;
  const book = async (guest: number, at: number, day: string, price: number, until?: string) => {
    const [row] = await p.query<{
      id: number;
    }>(sql`insert into stay_reservations (account_id, facility_account_id, customer_id,
        original_reservation_code, reserved_date, reserved_price, check_in_date, check_out_date)
      values (${accountId}, ${at}, ${guest}, ${`R${guest}-${day}`}, ${day}, ${price}, ${until ?? "2026-12-30"}, ${until ?? "2026-12-31"})
      returning id`);
    if (until)
      await p.query(sql`insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id, transaction_code,
          confirmed_date, use_price, check_in_date, check_out_date)
        values (${accountId}, ${at}, ${row?.id}, ${guest}, ${`R${guest}-${day}`}, ${until}, ${price + 5_000}, ${until}, ${until})`);
    return row?.id ?? 0;
  };
  await book(g1, accountId, "2026-11-04", 20_000, "2026-11-09");
  const second = await book(g2, annex.accountId, "2026-11-06", 30_000, "2026-11-10");
  const cancelled = await book(g3, accountId, "2026-11-07", 40_000);
  await p.query(sql`update stay_reservations set cancel_date = '2026-11-08' where id = ${cancelled}`);
  const use = (guest: number | null, at: number, more: { booking?: number; quantity?: number; cancelled?: string }) =>
    p.query(sql`insert into use_coupon_cases (account_id, facility_account_id, customer_id, coupon_id, acquire_coupon_id,
        stay_reservation_id, use_date, quantity, discount, cancel_date, idempotency_key)
      select coupon.account_id, ${at}, ${guest}, coupon.id, acquired.id, ${more.booking ?? null}::bigint, '2026-11-08',
        ${more.quantity ?? 1}, ${2_000 * (more.quantity ?? 1)}, ${more.cancelled ?? null}::date, ${`use-${guest}-${at}`}
      from coupons coupon
      left join acquire_coupons acquired on acquired.account_id = coupon.account_id and acquired.coupon_id = coupon.id
        and acquired.customer_id = ${guest}
      where coupon.campaign_action_id is not null`);
  await use(g2, annex.accountId, { booking: second });
  await use(null, accountId, { quantity: 2 });
  await use(g3, accountId, { cancelled: "2026-11-09" });
}

async function asked(caller: Caller, path: string) {
  const answer = await caller({ method: "GET", url: `/api${path}` });
  expect([path, answer.statusCode, answer.statusCode === 200 ? "" : answer.body]).toEqual([path, 200, ""]);
  return answer.json();
}
const results = (caller: Caller, by: string, days = "") => asked(caller, `/campaigns/${id}/results?by=${by}${days}`);

test("every figure is what happened, once", async () => {
  const { total, from, to, sends } = await results(boss, "action");
  expect(total).toEqual({
    // Six mails, and five when one address was known to refuse; twice two guests with points alone, who were two when it was sent.
    sent: 15,
    // One was refused, and one came back late.
    delivered: 13,
    opened: 3,
    machine_opened: 2,
    clicked: 2,
    unsubscribed: 1,
    clicks: 4,
    reserved: 2,
    reserved_price: 50_000,
    transacted: 2,
    use_price: 60_000,
    // Whatever was taken back.
    points: 2 * (6 * 500 + 2 * 100),
    points_used: 550,
    coupons_given: 6,
    coupons_used: 3,
    cost: 3 * 2_000 + 550,
  } satisfies Figures);
  expect([from, to]).toEqual(["2026-11-02", "2026-11-20"]);
  expect(sends).toEqual([
    { at: "2026-11-02T01:00:00.000Z", sent: 8 },
    { at: "2026-11-05T14:59:00.000Z", sent: 7 },
  ]);
});

test("list, page, report, its file and the results say the same, of all days and of some", async () => {
  const { items } = await asked(boss, "/campaigns");
  const ofList = items.find((one: { id: number }) => one.id === id);
  const page = await asked(boss, `/campaigns/${id}`);
  const single = ["02", "04", "05", "06", "08", "10"].map((day) => `&from=2026-11-${day}&to=2026-11-${day}`);
  for (const days of [
    "&from=2026-11-01&to=2026-11-30",
    "&from=2026-11-03&to=2026-11-05",
    "&from=2026-11-06&to=2026-11-30",
    ...single,
  ]) {
    const { total } = await results(boss, "day", days);
    const ofReport = (await asked(boss, `/reports?${days.slice(1)}`)).campaigns.find(
      (one: { id: number }) => one.id === id,
    );
    const same = (row: typeof ofList) => {
      const { reached, failed, unknown, opened, machine_opened, clicked, unsubscribed } = row.figures ?? NO_FIGURES;
      return {
        sent: reached + failed + unknown,
        delivered: reached,
        opened,
        machine_opened,
        clicked,
        unsubscribed,
        ...row.attributed,
        ...row.spent,
        points: row.points_granted,
      };
    };
    expect([days, total]).toMatchObject([days, same(ofReport)]);
    if (days === "&from=2026-11-01&to=2026-11-30") {
      expect(total).toMatchObject(same(ofList));
      expect(total).toMatchObject(same(page));
    }
    const file = (await boss({ method: "GET", url: `/api/reports/export.csv?table=campaigns${days}` })).body;
    const [head = "", ...lines] = file.replace("\ufeff", "").split("\r\n");
    const line = lines.find((one) => one.startsWith(page.name))?.split(",") ?? [];
    const cell = (word: { ja: string }) => Number(line[head.split(",").indexOf(word.ja)] || 0);
    expect(cell(FIGURE_WORDS.reached)).toBe(total.delivered);
    expect(cell(FIGURE_WORDS.opened)).toBe(total.opened);
    expect(cell({ ja: "付与ポイント" })).toBe(total.points);
    for (const name of SPENT) expect([name, cell(SPENT_WORDS[name])]).toEqual([name, total[name]]);
  }
});
const NO_FIGURES = { reached: 0, failed: 0, unknown: 0, opened: 0, machine_opened: 0, clicked: 0, unsubscribed: 0 };

/** What the guests behind a figure add up to, over all pages. */
async function behind(caller: Caller, query: string) {
  const sum = async (page: number): Promise<number> => {
    const { items, total, size } = await asked(caller, `/campaigns/${id}/results/guests?${query}&size=20&page=${page}`);
    const here = items.reduce((n: number, one: { amount: number }) => n + one.amount, 0);
    return here + (page * size < total ? await sum(page + 1) : 0);
  };
  return sum(1);
}

test.each(RESULT_DIMENSIONS.flatMap((by) => (["boss", "clerk"] as const).map((who) => [by, who] as const)))(
  "told by %s, to the %s: the guests behind each figure are as many, and rows add up to the total",
  async (by, who) => {
    const caller = who === "boss" ? boss : clerk;
    const { rows, total } = (await results(caller, by)) as { rows: Row[]; total: Figures };
    expect(rows.length).toBeGreaterThan(0);
    for (const figure of RESULT_FIGURES) {
      const shown = rows.filter((row) => row[figure] !== null);
      const sum = shown.reduce((n, row) => n + (row[figure] ?? 0), 0);
      const once = by === "day" || by === "segment" || (figure !== "sent" && figure !== "delivered");
      if (once && by !== "variant" && shown.length > 0) expect([figure, sum]).toEqual([figure, total[figure]]);
      if (by === "facility")
        expect([figure, await behind(caller, `figure=${figure}`)]).toEqual([figure, total[figure]]);
      for (const { key, [figure]: n } of shown)
        if (n !== 0)
          expect([figure, key, await behind(caller, `by=${by}&figure=${figure}&key=${key}`)]).toEqual([figure, key, n]);
    }
  },
);

test("a facility's people are told of their guests, and of what happened at the facility", async () => {
  const { total, sends } = await results(clerk, "facility");
  expect(total).toEqual({
    sent: 6,
    delivered: 6,
    opened: 1,
    machine_opened: 2,
    clicked: 1,
    unsubscribed: 1,
    clicks: 1,
    reserved: 1,
    reserved_price: 30_000,
    transacted: 1,
    use_price: 35_000,
    points: 0,
    points_used: 550,
    coupons_given: 2,
    coupons_used: 1,
    cost: 2_550,
  } satisfies Figures);
  expect(sends.map((one: { sent: number }) => one.sent)).toEqual([3, 3]);
});

test("each kind of row has the figures that it can have, and the name that tells it apart", async () => {
  const byAction = (await results(boss, "action")).rows;
  expect(byAction.map((row: Row & { type: string }) => [row.type, row.name, row.priority_seq])).toEqual([
    ["point", null, 1],
    ["mail", "秋のご案内", 1],
    ["coupon", "秋の2,000円割引", 1],
    ["point", null, 2],
  ]);
  const [points, mail, coupon] = byAction;
  // Points went to all, whatever became of their mails.
  expect(points).toMatchObject({ sent: 12, delivered: 12, opened: null, reserved: null, points: 6_000, clicks: null });
  expect(mail).toMatchObject({ sent: 11, delivered: 9, opened: 3, reserved: 1, clicks: 4, points: null, cost: null });
  expect(coupon).toMatchObject({ reserved: 1, coupons_given: 6, coupons_used: 3, cost: 6_000, points_used: null });
  const bySegment = (await results(boss, "segment")).rows;
  expect(bySegment.map((row: Row) => [row.name, row.priority_seq, row.sent, row.points])).toEqual([
    ["常連のお客様", 1, 11, 6_000],
    [null, 2, 4, 400],
  ]);
  const byFacility = (await results(boss, "facility")).rows;
  expect(
    byFacility.map((row: Row) => [row.name, row.sent, row.reserved, row.coupons_used, row.cost]).toSorted(),
  ).toEqual([
    ["別館", null, 1, 1, 2_550],
    ["宿", null, 1, 2, 4_000],
  ]);
  const byDay = (await results(boss, "day")).rows;
  expect(byDay.map((row: Row) => [row.key, row.sent, row.reserved, row.clicks])).toEqual([
    ["2026-11-02", 8, 0, 2],
    ["2026-11-04", 0, 1, 1],
    ["2026-11-05", 7, 0, 0],
    ["2026-11-06", 0, 1, 1],
    ["2026-11-08", 0, 0, 0],
    ["2026-11-09", 0, 0, 0],
    ["2026-11-10", 0, 0, 0],
  ]);
});

test("behind a figure stands who the guest is today, with the booking; nobody's use is nobody's", async () => {
  const guests = async (figure: string) =>
    (await asked(boss, `/campaigns/${id}/results/guests?figure=${figure}&by=day`)).items;
  const used = await guests("points_used");
  expect(used.map((one: { customer_id: number; amount: number }) => [one.customer_id, one.amount])).toEqual(
    expect.arrayContaining([
      [g1, 300],
      [g7, 100],
    ]),
  );
  expect(used).toHaveLength(4);
  const seen = (await asked(clerk, `/campaigns/${id}/results/guests?figure=points_used`)).items;
  // A guest of another facility, who used points here.
  expect(seen.map((one: { customer_id: number }) => one.customer_id).toSorted()).toEqual([g7, g7, g7, null]);
  const coupons = await guests("coupons_used");
  expect(coupons.map((one: { customer_id: number; amount: number }) => [one.customer_id, one.amount])).toEqual(
    expect.arrayContaining([
      [null, 2],
      [g2, 1],
    ]),
  );
  expect(await guests("reserved")).toMatchObject([
    { customer_id: g2, customer_name: "山田 太郎", at: "2026-11-06", amount: 1, reservation_id: expect.any(Number) },
    { customer_id: g1, at: "2026-11-04", amount: 1 },
  ]);
  const delivered = await guests("delivered");
  expect(delivered.filter((one: { customer_id: number }) => one.customer_id === g7)).toHaveLength(4);
  expect(delivered[0].at).toMatch(/^2026-11-05T14:59/);
});

test("clicks whose events have ended are told as a sum alone", async () => {
  const ended = sql`delete from message_events where happened_at < '2026-11-03'`;
  await p.t.past.asSystem((tx) => ended.execute(tx.db));
  const { items } = await asked(boss, `/campaigns/${id}/results/guests?figure=clicks&by=day&key=2026-11-02`);
  expect(items).toEqual([
    { customer_id: null, customer_name: null, at: "2026-11-02", amount: 2, reservation_id: null },
  ]);
  expect(await behind(boss, "figure=clicks")).toBe(4);
});

test("a draft has no results, another programme's campaign is not found, and days end after they begin", async () => {
  const { rows, sends, total, from, to } = await asked(boss, `/campaigns/${draft}/results?by=day`);
  expect([rows, sends, from, to]).toEqual([[], [], "2026-11-20", "2026-11-20"]);
  expect(new Set(Object.values(total))).toEqual(new Set([0]));
  const other = await makeAccount(p.t.app, { name: "よその宿" });
  const stranger = await p.t.as(await makeUser(p.t.app, other, "role_admin", ["*"]));
  for (const path of ["results", "results/guests?figure=sent"])
    expect((await stranger({ method: "GET", url: `/api/campaigns/${id}/${path}` })).statusCode).toBe(404);
  const wrong = await boss({ method: "GET", url: `/api/campaigns/${id}/results?from=2026-11-03&to=2026-11-02` });
  expect(wrong.statusCode).toBe(400);
});
