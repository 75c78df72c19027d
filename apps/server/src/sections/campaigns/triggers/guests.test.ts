import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pointAction } from "../campaigns.fixture.ts";
import { mailAction, openTriggers, type TriggerWorld } from "./triggers.fixture.ts";

// Occasions of guests: days of their lives, stays, points and ranks.

let w: TriggerWorld;
beforeEach(async () => {
  w = await openTriggers("2026-11-14T09:00");
});
afterEach(() => w.close());

const born = (guest: number, birthday: string | null) =>
  w.query(sql`update customers set birthday = ${birthday} where id = ${guest}`);
const YEARLY = { base: "birthday", offset_days: 14, time: "10:00", once_per: "year", once_days: null } as const;

test("a birthday is met once a year, 29 February on 28 February, and a date of birth that is corrected brings no second one", async () => {
  await w.campaign(YEARLY);
  const [leap, plain, fixed, unknown] = (await w.guests("b", 4)) as [number, number, number, number];
  await born(leap, "2004-02-29");
  await born(plain, "1990-02-28");
  await born(fixed, "1985-01-05");
  expect(unknown).toBeGreaterThan(0);
  await w.at("2026-12-22T10:00");
  expect(w.mailed()).toEqual(["b3"]);
  await born(fixed, "1985-03-05");
  await w.at("2027-02-14T10:00");
  expect(w.mailed().toSorted()).toEqual(["b1", "b2", "b3"]);
  await w.at("2027-02-19T10:00");
  expect(w.mailed()).toHaveLength(3);
  await w.at("2028-02-14T10:00");
  await w.at("2028-02-15T10:00");
  await w.at("2028-02-20T10:00");
  expect(w.mailed().slice(3)).toEqual(["b2", "b1", "b3"]);
});

test("a guest with two records is met once when they are one, also after the records are parted", async () => {
  await w.campaign(YEARLY);
  const [a, b] = (await w.guests("m", 2)) as [number, number];
  await born(a, "1990-12-05");
  await w.at("2026-11-21T10:00");
  await w.query(sql`update customers set merged_into = ${b}, active_status = 'inactive' where id = ${a}`);
  await born(b, "1990-12-05");
  await w.at("2026-11-21T11:00");
  await w.query(sql`update customers set merged_into = null, active_status = 'active' where id = ${a}`);
  await born(b, null);
  await w.at("2026-11-21T12:00");
  expect(w.mailed()).toEqual(["m1"]);
});

test("days after the last stay: a later stay puts it off, and it comes once in so many days", async () => {
  await w.campaign({ base: "last_stay", offset_days: 30, once_per: "days", once_days: 40 });
  const [away, back] = (await w.guests("l", 2)) as [number, number];
  const last = (guest: number, day: string) =>
    w.query(sql`update customer_totals set last_stay_on = ${day} where customer_id = ${guest}`);
  await last(away, "2026-10-21");
  await last(back, "2026-10-21");
  await last(back, "2026-11-10");
  await w.at("2026-11-20T10:00");
  expect(w.mailed()).toEqual(["l1"]);
  await w.at("2026-12-10T10:00");
  expect(w.mailed()).toEqual(["l1", "l2"]);
  // 39 and 40 days after it was met.
  await last(away, "2026-11-29");
  await w.at("2026-12-29T10:00");
  expect(w.mailed()).toHaveLength(2);
  await last(away, "2026-11-30");
  await w.at("2026-12-30T10:00");
  expect(w.mailed()).toEqual(["l1", "l2", "l1"]);
});

test("points that run out on a day are one occasion, however many grants they are; what was spent is none", async () => {
  await w.campaign({ base: "points_expire", offset_days: 7, once_per: "days", once_days: 1 });
  const [rich, spent] = (await w.guests("p", 2)) as [number, number];
  const lot = (guest: number, remaining: number, until: string) =>
    w.query(sql`with granted as (
        insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type, expiration_date,
          idempotency_key)
        values (${w.inn.accountId}, ${w.inn.accountId}, ${guest}, 100, '2026-01-01', 'date', ${until}, gen_random_uuid()::text)
        returning id
      )
      insert into point_lots (account_id, grant_point_id, customer_id, granted, remaining, expires_on)
      select ${w.inn.accountId}, id, ${guest}, 100, ${remaining}, ${until} from granted`);
  await lot(rich, 100, "2026-11-27");
  await lot(rich, 50, "2026-11-27");
  await lot(rich, 50, "2026-11-28");
  await lot(spent, 0, "2026-11-27");
  await w.at("2026-11-20T10:00");
  expect(w.mailed()).toEqual(["p1"]);
  await w.at("2026-11-21T10:00");
  expect(w.mailed()).toEqual(["p1", "p1"]);
});

test("a rank that was gained and is held, and one that is about to end", async () => {
  await w.campaign({ base: "rank_gained", offset_days: 0, once_per: "year" }, { name: "gained" });
  await w.campaign({ base: "rank_ends", offset_days: 10, once_per: "year" }, { name: "ends" });
  const { accountId } = w.inn;
  const [up, down, lost, ends] = (await w.guests("r", 4)) as [number, number, number, number];
  const [gold, silver] = await w.query<{ id: number }>(sql`with r as (
      insert into ranks (account_id, definition, active_month, base_month) values (${accountId}, 'stay', 12, 12) returning id
    )
    insert into rank_details (account_id, rank_id, name, total_stay, priority)
    select ${accountId}, r.id, t.name, t.stays, t.priority from r, (values ('金', 10, 1), ('銀', 5, 2)) t (name, stays, priority)
    returning id`);
  const history = (guest: number, now: number | undefined, before: number | undefined, cause = "stay") =>
    w.query(sql`insert into customer_rank_histories (account_id, customer_id, rank_detail_id, previous_rank_detail_id, rank_type, cause,
        changed_on)
      values (${accountId}, ${guest}, ${now ?? null}, ${before ?? null}, 'auto', ${cause}, '2026-11-20')`);
  const holds = (guest: number, rank: number | undefined, until: string) =>
    w.query(sql`insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, expiration_date, since_date)
      values (${accountId}, ${guest}, ${rank ?? null}, 'auto', ${until}, '2026-11-20')`);
  await history(up, silver?.id, undefined);
  await history(up, gold?.id, silver?.id);
  await holds(up, gold?.id, "2027-11-20");
  await history(down, silver?.id, gold?.id, "evaluation");
  await holds(down, silver?.id, "2027-11-20");
  await history(lost, gold?.id, silver?.id);
  await holds(ends, silver?.id, "2026-11-30");
  await w.at("2026-11-20T18:00");
  await w.at("2026-11-20T15:00");
  expect(w.mailed().toSorted()).toEqual(["r1", "r4"]);
});

test("the first stay is met after its check-out, and a stay told later that was before it makes it the second", async () => {
  await w.campaign({ base: "first_stay", offset_days: 1, once_per: "ever" });
  const [first, regular, earlier] = (await w.guests("f", 3)) as [number, number, number];
  const stayed = async (guest: number, out: string) =>
    w.stay(await w.reservation(guest, { check_in_date: "2026-01-01", check_out_date: out }));
  const stay = await stayed(first, "2026-11-19");
  await stayed(regular, "2026-11-19");
  await stayed(regular, "2026-03-01");
  await stayed(earlier, "2026-11-19");
  await w.at("2026-11-20T10:00");
  expect(w.mailed().toSorted()).toEqual(["f1", "f3"]);
  await stayed(earlier, "2026-11-18");
  await stayed(first, "2026-11-20");
  await w.at("2026-11-21T10:00");
  expect(w.mailed()).toHaveLength(2);
  const pushes = await w.query(sql`select count(*)::int as n from push_actions where stay_transaction_id = ${stay}`);
  expect(pushes).toEqual([{ n: 1 }]);
});

test("who becomes a customer is greeted on that day, in the evening too, and who came before the campaign is not", async () => {
  const registered = (guests: readonly number[], at: string) =>
    w.query(sql`update customers set created_at = ${at} where id = any(${guests}::bigint[])`);
  await registered(await w.guests("old"), "2026-11-13T23:59+09:00");
  await w.campaign({ base: "registered", offset_days: 0, once_per: "ever" });
  await w.at("2026-11-14T10:00");
  await registered(await w.guests("new"), "2026-11-14T18:30+09:00");
  await w.at("2026-11-14T18:31");
  await w.at("2026-11-15T10:00");
  expect(w.mailed()).toEqual(["new1"]);
});

test("a fact that nobody has means nobody", async () => {
  for (const base of ["birthday", "last_stay", "points_expire", "rank_gained", "rank_ends", "first_stay"] as const)
    await w.campaign({ base, offset_days: 0, once_per: "ever" });
  await w.guests("nobody", 3);
  await w.at("2026-11-20T10:00");
  expect(await w.outcomes()).toEqual({});
});

test("gifts come before the message, and where they go to those alone whom it reaches, to nobody else", async () => {
  const actions = [pointAction(100), mailAction()];
  const segments = [{ id: null, priority_seq: 1, target: { combinator: "and" as const, rules: [] }, actions }];
  await w.campaign(YEARLY, { segments });
  const [reached, bounced] = (await w.guests("g", 2)) as [number, number];
  await born(reached, "1990-12-04");
  await born(bounced, "1990-12-04");
  await w.query(sql`update customers set email_state = 'bounced' where id = ${bounced}`);
  await w.at("2026-11-20T10:00");
  expect(await w.outcomes()).toEqual({
    "mail sent": 1,
    "mail skipped bounced": 1,
    "point sent": 1,
    "point skipped bounced": 1,
  });
});

test("the clock goes back an hour, the campaign is stopped and resumed, its period ends: nothing is met twice or outside of it", async () => {
  const campaign = await w.campaign(YEARLY);
  const guests = await w.guests("c", 3);
  for (const [n, guest] of guests.entries()) await born(guest, `1990-12-0${4 + n}`);
  await w.at("2026-11-20T10:00");
  await w.at("2026-11-20T09:00");
  await w.at("2026-11-20T10:00");
  expect(w.mailed()).toEqual(["c1"]);
  await w.call("POST", `/campaigns/${campaign}/stop`);
  await w.at("2026-11-21T10:00");
  expect(w.mailed()).toEqual(["c1"]);
  await w.query(sql`update campaigns set status = 'active', campaign_end_dt = '2026-11-21' where id = ${campaign}`);
  await w.at("2026-11-21T12:00");
  await w.at("2026-11-22T10:00");
  expect(w.mailed()).toEqual(["c1", "c2"]);
});

test("who switched it on has lost the right: nothing is made, and the campaign is stopped with the reason", async () => {
  const campaign = await w.campaign(YEARLY);
  const [guest = 0] = await w.guests("s");
  await born(guest, "1990-12-04");
  await w.t.past.asSystem((tx) => tx.run`update account_users set permissions = '{}'`);
  await w.at("2026-11-20T10:00");
  expect(await w.outcomes()).toEqual({});
  expect(await w.query(sql`select status from campaigns where id = ${campaign}`)).toEqual([{ status: "stopped" }]);
  const lines = await w.query(
    sql`select action, after from audit_logs where entity_id = ${campaign} and action = 'stop'`,
  );
  expect(lines).toEqual([{ action: "stop", after: { reason: "initiator_lost_right" } }]);
  await w.t.past.asSystem((tx) => tx.run`update account_users set permissions = '{*}'`);
  expect((await w.detail(campaign)).missed).toMatchObject([
    { at: "2026-11-20T01:00:00.000Z", reason: expect.stringContaining("権限がなくなっていました") },
  ]);
  await w.call("POST", `/campaigns/${campaign}/resume`);
  await w.at("2026-11-20T11:00");
  expect([w.mailed(), (await w.detail(campaign)).missed]).toEqual([["s1"], []]);
});

test.each<[string, string, string]>([
  ["a sender without a legal address", "update account_settings set legal_sender_address = $1", "箱根町1"],
  ["a rank that is gone", "update campaign_segments set target = $1", '{"combinator": "and", "rules": []}'],
])(
  "%s: nobody is met, the page says so, and who was due is met when it is put right in time",
  async (what, put, right) => {
    const campaign = await w.campaign(YEARLY);
    const [guest = 0] = await w.guests("s");
    await born(guest, "1990-12-04");
    const gone = '{"combinator": "and", "rules": [{"field": "rank_detail_id", "operator": "in", "value": [999999]}]}';
    await w.t.past.pool.query(put, [what.startsWith("a rank") ? gone : ""]);
    await w.at("2026-11-20T10:00");
    await w.at("2026-11-20T10:01");
    expect(await w.outcomes()).toEqual({});
    expect((await w.detail(campaign)).missed).toMatchObject([{ at: "2026-11-20T01:00:00.000Z" }]);
    await w.t.past.pool.query(put, [right]);
    await w.at("2026-11-20T11:00");
    expect([w.mailed(), (await w.detail(campaign)).missed]).toEqual([["s1"], []]);
  },
);

test("a programme out of its contract meets nobody, and goes on within the hours when the contract does", async () => {
  await w.campaign(YEARLY);
  const [guest = 0] = await w.guests("s");
  await born(guest, "1990-12-04");
  const ends = (day: string | null) =>
    w.t.past.pool.query("update accounts set contract_ended_at = $1 where id = $2", [day, w.inn.accountId]);
  await ends("2026-11-19");
  await w.at("2026-11-20T10:00");
  expect(await w.outcomes()).toEqual({});
  await ends(null);
  await w.at("2026-11-20T10:30");
  expect(w.mailed()).toEqual(["s1"]);
});
