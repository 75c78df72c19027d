import { addDays, type CalendarDate, calendarDate, todayInTokyo } from "@okaeri/domain/calendar-date";
import { REACTIONS } from "@okaeri/domain/pushes/reactions";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeGrant, makeStay, makeUse, within } from "../customers/customers.fixture.ts";

// Every number of the report, added up a second time from the raw rows, one by one and without SQL's help: over a year's worth of
// rows that fall on month ends and on either side of Tokyo's midnight. Today is 2026-11-20.

let t: TestApp;
let hotel: Facility;
let annex: Facility;
let staff: Caller;
let clerk: Caller;

const EDGES = [
  "2025-12-31",
  "2026-01-01",
  "2026-02-28",
  "2026-03-01",
  "2026-04-30",
  "2026-05-01",
  "2026-10-31",
  "2026-11-01",
  "2026-11-20",
];
let seed = 20_261_120;
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};
const someDay = (): CalendarDate =>
  random(2) === 0
    ? calendarDate(EDGES[random(EDGES.length)] ?? "2026-01-01")
    : addDays(calendarDate("2025-12-01"), random(355));
const later = (day: CalendarDate): CalendarDate => {
  const then = addDays(day, random(60));
  return then > "2026-11-20" ? calendarDate("2026-11-20") : then;
};

beforeAll(async () => {
  t = await testApp();
  hotel = await makeAccount(t.app, { name: "本館", option: "crm_option_parent" });
  annex = await makeAccount(t.app, { name: "別館", above: hotel, option: null });
  staff = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
  clerk = await t.as(await makeUser(t.app, annex, "role_user", ["reports/read"]));
  const account = hotel.accountId;
  await within(t.app, [account, annex.accountId], async (tx) => {
    const actions: number[] = [];
    for (const name of ["春", "秋"]) {
      const made = await tx.one<{
        id: number;
      }>`with c as (insert into campaigns (account_id, name, type, status, activated_at)
          values (${account}, ${name}, 'repeat_promotion', 'active', '2025-12-31T15:00:00Z') returning id),
        s as (insert into campaign_segments (account_id, campaign_id, priority_seq) select ${account}, id, 1 from c returning id)
        insert into campaign_actions (account_id, campaign_segment_id, seq, type) select ${account}, id, 1, 'mail' from s returning id`;
      actions.push(made.id);
    }
    for (let n = 0; n < 30; n++) {
      const customer = await makeCustomer(tx, account, { name: `客 ${n}` });
      const facilityId = random(2) === 0 ? account : annex.accountId;
      const checkOut = someDay();
      await makeStay(tx, account, customer, {
        code: `S${n}`,
        facilityId,
        checkIn: addDays(checkOut, -1),
        checkOut,
        usePrice: 1_000 + random(50_000),
      });
      if (n % 7 === 0)
        await sql`update stay_transactions set reversed_at = now() where account_id = ${account} and transaction_code = ${`S${n}`}`.execute(
          tx.db,
        );
      const on = someDay();
      const point = 100 + random(900);
      const grantId = await makeGrant(tx, account, customer, {
        point,
        on,
        facilityId,
        ...(n % 5 > 0 ? { actionId: actions[n % 2] ?? 0 } : {}),
      });
      const useOn = later(on);
      const used = 1 + random(50);
      const useAt = random(2) === 0 ? account : annex.accountId;
      await makeUse(tx, account, customer, {
        grantId,
        point: used,
        on: useOn,
        facilityId: useAt,
        ...(n % 4 === 0 ? { cancelledOn: later(useOn) } : {}),
      });
      const kind = (["expired", "reversed", "debt_paid"] as const)[n % 3] ?? "expired";
      const gone = 1 + random(40);
      const goneOn = later(on);
      // Taken back with its entry: a grant as such, or so many points by hand; of some a part was spent and is owed.
      const reverses = n % 2 === 0 ? grantId : null;
      const owed = reverses !== null && n % 4 === 0 ? random(30) : 0;
      const entry =
        kind === "reversed"
          ? await tx.one<{
              id: number;
            }>`insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date,
              expiration_type, action_id, campaign_id, reverses_grant_point_id, remarks, created_by, idempotency_key)
            select account_id, facility_account_id, customer_id, ${-(gone + owed)}::bigint, ${goneOn}::date, 'none',
              case when ${reverses !== null} then action_id end, case when ${reverses !== null} then campaign_id end, ${reverses}::bigint,
                '訂正', (select min(person.id) from users person), ${`taken ${n}`}
            from grant_points where account_id = ${account} and id = ${grantId} returning id`
          : null;
      await sql`insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on, cause_grant_point_id)
        values (${account}, ${customer}, ${grantId}, ${kind}, ${gone}, ${goneOn}, ${entry?.id ?? null})`.execute(tx.db);
      if (entry && owed > 0)
        await sql`insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on, cause_grant_point_id)
          values (${account}, ${customer}, ${entry.id}, 'debt_incurred', ${owed}, ${later(goneOn)}, ${entry.id})`.execute(
          tx.db,
        );
      // Cancelled and un-cancelled: some of what had expired turns out not to have, all of it, or less, on that day or later.
      const back = kind === "expired" && n % 2 === 0 ? 1 + random(gone) : 0;
      if (back > 0)
        await sql`insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on)
          select account_id, customer_id, grant_point_id, 'revived', ${back}, ${later(on)}::date from point_adjustments
          where account_id = ${account} and grant_point_id = ${grantId} and kind = 'expired'`.execute(tx.db);
      const less = gone - back;
      await sql`update point_lots set remaining = remaining - ${less} where account_id = ${account}
        and grant_point_id = ${grantId}`.execute(tx.db);
      await sql`update point_accounts set balance = balance - ${less} where account_id = ${account} and customer_id = ${customer}`.execute(
        tx.db,
      );
    }
    for (const [n, day] of EDGES.entries())
      for (const [time, sent] of [
        ["00:00:00", 3],
        ["23:59:59", 5],
      ] as const)
        await sql`insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by,
          push_status,
            push_scheduled_time, push_sent_time, trigger_key, target_count, sent_count, failed_count)
          select ${account}, segment.campaign_id, segment.id, action.id, action.type, 'by_hand', 'done',
            ${`${day}T${time}+09:00`}::timestamptz,
            ${`${day}T${time}+09:00`}::timestamptz, ${`${day} ${time}`}, ${sent + 1}::int, ${sent}::int, 1
          from campaign_actions action join campaign_segments segment on segment.account_id = action.account_id
            and segment.id = action.campaign_segment_id
          where action.account_id = ${account} and action.id = ${actions[n % 2]}`.execute(tx.db);
  });
});
afterAll(() => t.close());

// biome-ignore lint/suspicious/noExplicitAny: raw rows, looked at column by column.
type Raw = any;
const raw = (table: string): Promise<Raw[]> =>
  within(t.app, [hotel.accountId], async (tx) => (await sql`select * from ${sql.table(table)}`.execute(tx.db)).rows);
const sum = (rows: Raw[], of: (row: Raw) => number) => rows.reduce((all, row) => all + of(row), 0);

async function recomputed(from: string, to: string, facility: number | null) {
  const [grants, uses, parts, adjustments, stays] = await Promise.all(
    ["grant_points", "use_point_cases", "use_points", "point_adjustments", "stay_transactions"].map(raw),
  );
  const here = (id: number) => facility === null || id === facility;
  const grantOf = new Map((grants ?? []).map((grant: Raw) => [grant.id, grant]));
  const caseOf = new Map((uses ?? []).map((use: Raw) => [use.id, use]));
  const granted = (grants ?? []).filter((grant: Raw) => here(grant.facility_account_id));
  const adjusted = (adjustments ?? []).filter((one: Raw) => here(grantOf.get(one.grant_point_id).facility_account_id));
  const byHand = (one: Raw) =>
    one.kind === "reversed" && grantOf.get(one.cause_grant_point_id).reverses_grant_point_id === null;
  /** What entered and left in the months that `inside` takes. */
  const flows = (inside: (month: string) => boolean) => {
    const at = (day: string | null) => day !== null && inside(day.slice(0, 7));
    const gone = (kinds: string[]) =>
      sum(adjusted, (one) => (kinds.includes(one.kind) && at(one.happened_on) ? one.point : 0));
    const entered = (counts: (grant: Raw) => boolean) =>
      sum(granted, (grant) => (counts(grant) && at(grant.grant_date) ? grant.grant_point : 0));
    const net = (use: Raw, point: number) => (at(use.use_date) ? point : 0) - (at(use.cancel_date) ? point : 0);
    return {
      granted: entered((grant) => grant.grant_point > 0),
      reversed: 0 - entered((grant) => grant.reverses_grant_point_id !== null),
      deducted: sum(adjusted, (one) => (byHand(one) && at(one.happened_on) ? one.point : 0)),
      debt_incurred: sum(adjusted, (one) =>
        one.kind === "debt_incurred" && at(grantOf.get(one.grant_point_id).grant_date) ? one.point : 0,
      ),
      debt_paid: gone(["debt_paid"]),
      retained: entered((grant) => grant.grant_point > 0) - gone(["reversed", "debt_paid"]),
      used: sum(uses ?? [], (use) => (here(use.facility_account_id) ? net(use, use.use_point) : 0)),
      drawn: sum(parts ?? [], (part) =>
        here(grantOf.get(part.grant_point_id).facility_account_id)
          ? net(caseOf.get(part.use_point_case_id), part.use_point)
          : 0,
      ),
      expired: gone(["expired"]) - gone(["revived"]),
    };
  };
  const months: string[] = [];
  for (let day = calendarDate(from); day <= to; day = addDays(day, 1))
    if (!months.includes(day.slice(0, 7))) months.push(day.slice(0, 7));
  return {
    points: months.map((month) => {
      const { drawn: _drawn, retained: _retained, ...flow } = flows((each) => each === month);
      const until = flows((each) => each <= month);
      return { month, ...flow, outstanding: until.retained - until.drawn - until.expired };
    }),
    stays: months.map((month) => {
      const counted = (stays ?? []).filter(
        (stay: Raw) =>
          stay.reversed_at === null && here(stay.facility_account_id) && stay.confirmed_date.slice(0, 7) === month,
      );
      return { month, stays: counted.length, use_price: sum(counted, (stay) => stay.use_price) };
    }),
  };
}

/** Of pushes that each stand alone in their segment and send. */
function figuresOf(sent: Raw[]) {
  const of = (name: string) => sum(sent, (one) => one[name]);
  const [targets, reached, failed] = [of("target_count"), of("sent_count"), of("failed_count")];
  const sends = new Set(sent.map((one) => one.trigger_key)).size;
  const reactions = Object.fromEntries(REACTIONS.map((name) => [name, of(`${name}_count`)]));
  const ended = {
    sends,
    targets,
    reached,
    benefits_only: 0,
    omitted: of("skipped_count"),
    failed,
    unknown: 0,
    waiting: 0,
    called_off: 0,
  };
  return { ...ended, ...reactions };
}

async function campaignsRecomputed(from: string, to: string) {
  const tables = [
    "campaigns",
    "campaign_segments",
    "campaign_actions",
    "push_actions",
    "grant_points",
    "point_adjustments",
  ];
  const [campaigns, segments, actions, pushes, grants, adjustments] = await Promise.all(tables.map(raw));
  const [parts, uses] = await Promise.all(["use_points", "use_point_cases"].map(raw));
  const within_ = (day: string) => day >= from && day <= to;
  return (campaigns ?? []).map((campaign: Raw) => {
    const segmentIds = (segments ?? []).filter((one: Raw) => one.campaign_id === campaign.id).map((one: Raw) => one.id);
    const ids = (actions ?? [])
      .filter((one: Raw) => segmentIds.includes(one.campaign_segment_id))
      .map((one: Raw) => one.id);
    const sent = (pushes ?? []).filter(
      (one: Raw) => ids.includes(one.campaign_action_id) && within_(todayInTokyo(one.push_sent_time)),
    );
    const given = (grants ?? []).filter((one: Raw) => ids.includes(one.action_id));
    const givenIds = given.map((one: Raw) => one.id);
    const noted = (adjustments ?? []).filter(
      (one: Raw) => givenIds.includes(one.grant_point_id) && within_(one.happened_on),
    );
    const causeOf = (one: Raw) => (grants ?? []).find((grant: Raw) => grant.id === one.cause_grant_point_id);
    const dated = given.filter((one: Raw) => within_(one.grant_date));
    const stands = (uses ?? []).filter((one: Raw) => one.cancel_date === null && within_(one.use_date));
    const used = sum(parts ?? [], (part) =>
      givenIds.includes(part.grant_point_id) && stands.some((one: Raw) => one.id === part.use_point_case_id)
        ? part.use_point
        : 0,
    );
    return {
      name: campaign.name,
      figures: sent.length === 0 ? null : figuresOf(sent),
      spent: { coupons_given: 0, coupons_used: 0, points_used: used, cost: used },
      points_granted: sum(dated, (one) => Math.max(0, one.grant_point)),
      points_reversed: 0 - sum(dated, (one) => (one.reverses_grant_point_id === null ? 0 : one.grant_point)),
      points_deducted: sum(noted, (one) =>
        one.kind === "reversed" && causeOf(one).reverses_grant_point_id === null ? one.point : 0,
      ),
      points_for_debt: sum(noted, (one) => (one.kind === "debt_paid" ? one.point : 0)),
    };
  });
}

describe.each([
  ["2025-12-01", "2026-11-20"],
  ["2025-12-31", "2026-01-01"],
  ["2026-02-28", "2026-02-28"],
  ["2026-03-01", "2026-04-30"],
  ["2026-10-31", "2026-10-31"],
  ["2026-11-01", "2026-11-20"],
])("%s to %s", (from, to) => {
  const report = async (caller: Caller) =>
    (await caller({ method: "GET", url: `/api/reports?from=${from}&to=${to}` })).json();

  it("points and stays by month, for the programme and for one facility", async () => {
    expect(await report(staff)).toMatchObject(await recomputed(from, to, null));
    expect(await report(clerk)).toMatchObject(await recomputed(from, to, annex.accountId));
  });

  it("what each campaign sent, granted and brought", async () => {
    const byName = (rows: Raw[]) => rows.sort((a, b) => a.name.localeCompare(b.name));
    const { campaigns } = await report(staff);
    const fromRows = await campaignsRecomputed(from, to);
    const shown = fromRows.filter(({ name }: Raw) => campaigns.some((one: Raw) => one.name === name));
    expect(byName(campaigns)).toMatchObject(byName(shown));
    const silent = fromRows.filter((one: Raw) => !shown.includes(one));
    expect(
      silent.map(({ name: _name, spent, ...figures }: Raw) =>
        Object.values({ ...figures, ...spent }).filter((figure) => figure !== 0),
      ),
    ).toEqual(silent.map(() => []));
  });
});
