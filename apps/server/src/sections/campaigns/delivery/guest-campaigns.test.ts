import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser } from "../../../test/app.ts";
import { countStatements } from "../../customers/count-statements.fixture.ts";
import { keepSurvivor } from "../../merges/merges.fixture.ts";
import { makeEverySort } from "../audience/audience.fixture.ts";
import {
  all,
  couponAction,
  EVERYBODY,
  mailAction,
  makeGuests,
  makeInn,
  pointAction,
  promotion,
} from "../campaigns.fixture.ts";
import { openRuns, type RunsPipeline, running, scheduled, segment } from "../schedule/runs.fixture.ts";
import { WHY_OF } from "./why-not.ts";

// Why a guest got a campaign or did not (docs/adr/0567). One programme; each test has guests of its own, told apart by their stays.

const NOON = "2026-11-20 12:00";
let p: RunsPipeline;
beforeAll(async () => {
  p = await openRuns(NOON);
});
afterAll(() => p.close());

let stays = 100;
let reader: Promise<Caller> | undefined;
/** Sets the clock; whoever was signed in has to sign in again. */
const at = (moment: string) => {
  p.at(moment);
  reader = undefined;
};
beforeEach(async () => {
  at(NOON);
  p.verdict = () => "take";
  stays += 10;
  await p.query(sql`update account_settings set frequency_cap_count = null`);
});

/** Guests whom `theirs` means, and nobody else. */
const guestsOf = (count: number, spec: Partial<Parameters<typeof makeGuests>[2]> = {}) =>
  makeGuests(p.t.app, p.inn.accountId, { count, mail: `g${stays}-`, stays, ...spec });
const theirs = () => all({ field: "stay_count", operator: "=", value: stays });
const toThem = (...actions: Parameters<typeof segment>[0]) => promotion({ segments: [segment(actions, 1, theirs())] });

type Item = Record<"key" | "reason" | "detail" | "judged_by" | "campaign_name" | "action_type", string | null> & {
  campaign_id: number;
  action_id: number;
  got: boolean;
  at: string;
  points: number | null;
  guest_message_id: number | null;
  unmet: unknown[];
};
async function itemsOf(guest = 0, more = ""): Promise<Item[]> {
  reader ??= makeUser(p.t.app, p.inn, "role_user", ["customers/read", "campaigns/read"]).then(p.t.as);
  const answer = await (await reader)({ method: "GET", url: `/api/customers/${guest}/campaigns?size=100${more}` });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().items;
}
/** What a campaign's parts say of a guest, in the order of its actions. */
async function of(campaign: number, guest = 0) {
  const items = (await itemsOf(guest)).filter((one) => one.campaign_id === campaign);
  return items.toSorted((a, b) => a.action_id - b.action_id).map((one) => [one.got, one.reason, one.judged_by]);
}
/** The first guest's only word about a campaign. */
async function only(campaign: number, guest = 0) {
  const found = (await itemsOf(guest)).filter((one) => one.campaign_id === campaign);
  expect(found).toHaveLength(1);
  return found[0] as Item;
}
const sent = async (document: ReturnType<typeof promotion>) => {
  const id = await p.started(document);
  await p.drain();
  return id;
};

test("of a send everybody is told what the recipients and the funnel say, and who is none of them what the segments say", async () => {
  const sorts = await makeEverySort(p);
  const [refused = 0, lost = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "bad" });
  const [nobody = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "mid", stays: 2 });
  p.verdict = (to) => (to.startsWith("bad1") ? { refuseData: 554 } : to.startsWith("bad2") ? "drop_after_dot" : "take");
  const few = all({ field: "stay_count", operator: "<", value: 2 });
  const many = all({ field: "stay_count", operator: "=", value: 5 });
  const id = await sent(promotion({ segments: [segment([mailAction()], 1, many), segment([mailAction()], 2, few)] }));

  const { no_consent, opted_out, no_address, bounced, capped, mailed, fresh } = sorts;
  const second = { no_consent: [...no_consent, ...opted_out], no_address: [...no_address, ...bounced] };
  for (const [reason, guests] of Object.entries(second))
    for (const guest of guests)
      expect(await of(id, guest)).toEqual([
        [false, "segment", null],
        [false, reason, null],
      ]);
  const got = [true, null, null];
  expect(await of(id, mailed[0])).toEqual([got, [false, "rule", null]]);
  expect(await of(id, capped[0])).toEqual([
    [false, "capped", null],
    [false, "rule", null],
  ]);
  expect(await of(id, fresh[0])).toEqual([[false, "segment", null], got]);
  expect((await of(id, refused))[1]).toEqual([false, "failed", null]);
  expect((await of(id, lost))[1]).toEqual([false, "unknown", null]);
  expect(await of(id, nobody)).toEqual([
    [false, "segment", "then"],
    [false, "segment", "then"],
  ]);
  // The same words as the recipients' list, and as many of each reason as the funnel of the send.
  const { items } = await p.call("GET", `/campaigns/${id}/recipients?size=100`);
  const counts: Record<string, number> = {};
  for (const one of items) {
    const item = (await itemsOf(one.customer_id)).find(({ key }) => key === `push-${one.push_action_id}`);
    expect([one.customer_id, item?.detail, item?.guest_message_id]).toEqual([
      one.customer_id,
      one.reason,
      one.guest_message_id,
    ]);
    if (one.outcome === "skipped") counts[item?.reason ?? ""] = (counts[item?.reason ?? ""] ?? 0) + 1;
  }
  const funnels = await p.query<{ reasons: Record<string, number> }>(
    sql`select funnel -> 'reasons' as reasons from push_actions where campaign_id = ${id}`,
  );
  const funnel: Record<string, number> = {};
  for (const [code, n] of funnels.flatMap(({ reasons }) => Object.entries(reasons)))
    if (n > 0) funnel[WHY_OF[code as keyof typeof WHY_OF]] = (funnel[WHY_OF[code as keyof typeof WHY_OF]] ?? 0) + n;
  expect(counts).toEqual(funnel);
});

test("who is left out to be compared with is told so, and who comes into the send of a schedule again that it is once", async () => {
  const [compared = 0] = await guestsOf(1);
  const { id } = await p.call("POST", "/campaigns", toThem(mailAction()));
  await p.query(sql`update campaigns set control_rate = 1 where id = ${id}`);
  await p.query(sql`insert into control_guests (account_id, campaign_id, customer_id, since)
    values (${p.inn.accountId}, ${id}, ${compared}, '2026-11-01')`);
  await p.call("POST", `/campaigns/${id}/activate`, { version: 1 });
  await p.drain();
  expect(await only(id, compared)).toMatchObject({ got: false, reason: "control", judged_by: null });

  const once = { once_per: "ever", once_days: null } as const;
  const daily = await p.started(running([segment([scheduled(pointAction(100), {}, once)], 1, theirs())]));
  for (const day of ["2026-11-21", "2026-11-22"]) {
    at(`${day} 10:00`);
    await p.minute();
  }
  const runs = (await itemsOf(compared)).filter((one) => one.campaign_id === daily);
  expect(runs.map(({ got, reason, at, points }) => [got, reason, at.slice(0, 10), points])).toEqual([
    [false, "once_per", "2026-11-22", null],
    [true, null, "2026-11-21", 100],
  ]);
  await p.call("POST", `/campaigns/${daily}/stop`);
});

test("coupons that are all gone, quiet hours, a stop and what is still to be found each say so", async () => {
  const [first = 0, second = 0] = await guestsOf(2);
  const coupons = await sent(toThem(couponAction({ acquire_amount_limit: 1 })));
  const both = [await only(coupons, first), await only(coupons, second)];
  expect(both.map(({ got, reason }) => [got, reason])).toEqual([
    [true, null],
    [false, "benefit"],
  ]);
  at("2026-11-20 22:00");
  const late = await sent(toThem(mailAction()));
  expect(await only(late, first)).toMatchObject({
    got: false,
    reason: "quiet",
    detail: expect.stringContaining("待っ"),
  });
  await p.call("POST", `/campaigns/${late}/stop`);
  expect(await only(late, first)).toMatchObject({ got: false, reason: "stopped" });
  const open = await p.started(toThem(mailAction()));
  expect(await only(open, first)).toMatchObject({ got: false, reason: "waiting", judged_by: null });
  await p.call("POST", `/campaigns/${open}/stop`);
  expect(await only(open, first)).toMatchObject({ got: false, reason: "stopped" });
});

test("others are judged by the conditions of then and by what is known today; where those were not kept, by those of today", async () => {
  const [guest = 0] = await guestsOf(1);
  const more = all({ field: "stay_count", operator: "=", value: stays + 1 });
  const id = await sent(
    promotion({ segments: [segment([pointAction(10)], 1, more), segment([mailAction()], 2, theirs())] }),
  );
  const missed = await sent(promotion({ segments: [segment([mailAction()], 1, more)] }));
  expect(await of(missed, guest)).toEqual([[false, "segment", "then"]]);
  // Its target becomes another one, and so does the guest.
  await p.query(
    sql`update campaign_segments set target = ${JSON.stringify(EVERYBODY)}::jsonb where campaign_id = ${missed}`,
  );
  expect((await only(missed, guest)).detail).toContain("条件に合っていません");
  await p.query(sql`update customers set stay_count = ${stays + 1} where id = ${guest}`);
  expect(await only(missed, guest)).toMatchObject({ reason: "segment", judged_by: "then" });
  expect((await only(missed, guest)).detail).toContain("いまは条件に合っていますが");
  expect(await of(id, guest)).toEqual([
    [false, "segment", null],
    [true, null, null],
  ]);
  await p.query(sql`update customers set stay_count = ${stays + 2} where id = ${guest}`);
  await p.query(sql`update push_actions set definition_digest = null where campaign_id = ${missed}`);
  expect(await only(missed, guest)).toMatchObject({ reason: "segment", judged_by: "today" });
  await p.query(sql`update campaign_segments set target = '{"combinator":"none"}' where campaign_id = ${missed}`);
  expect(await only(missed, guest)).toMatchObject({
    reason: "segment",
    detail: expect.stringContaining("読み取れません"),
  });
});

test("the conditions that are not met are named, of groups those that would have been enough", async () => {
  const [guest = 0] = await guestsOf(1);
  const is = (value: number) => ({ field: "stay_count", operator: "=", value });
  const women = { field: "gender", operator: "in", value: ["female"] };
  const target = {
    combinator: "and" as const,
    rules: [
      is(stays),
      women,
      { combinator: "or" as const, rules: [is(stays), is(7)] },
      { combinator: "or" as const, rules: [is(8), is(9)] },
      { combinator: "or" as const, not: true, rules: [is(stays)] },
    ],
  };
  const id = await sent(promotion({ segments: [segment([mailAction()], 1, target)] }));
  expect((await only(id, guest)).unmet).toEqual([women, is(8), is(9)]);
  const script = { lua: "stay_count == 3 and gender == 'female'" };
  await p.query(sql`update send_definitions set segments = jsonb_set(segments, '{0,target}', ${JSON.stringify(script)}::jsonb)
    where campaign_id = ${id}`);
  expect(await only(id, guest)).toMatchObject({ reason: "segment", judged_by: "then" });
});

test("a segment before it that means the guest today is named, unless it means stays; one who came later was nobody then", async () => {
  const [guest = 0] = await guestsOf(1, { stays: stays + 1 });
  const condition = all({ field: "stay_count", operator: "=", value: stays + 2 });
  const id = await sent(
    promotion({ segments: [segment([mailAction()], 1, condition), segment([mailAction()], 2, condition)] }),
  );
  await p.query(sql`update customers set stay_count = ${stays + 2} where id = ${guest}`);
  expect(await of(id, guest)).toEqual([
    [false, "segment", "then"],
    [false, "rule", "then"],
  ]);
  await p.query(
    sql`update send_definitions set segments = jsonb_set(segments, '{0,on_occasions}', 'true') where campaign_id = ${id}`,
  );
  expect(await of(id, guest)).toEqual([
    [false, "segment", "then"],
    [false, "segment", "then"],
  ]);
  const [later = 0] = await guestsOf(1, { stays: stays + 2, mail: `later${stays}-` });
  expect(await of(id, later)).toEqual([
    [false, "segment", null],
    [false, "segment", null],
  ]);
});

test("a send of somebody who sees one facility says so to guests of others", async () => {
  const [guest = 0] = await guestsOf(1);
  const id = await sent(
    promotion({ segments: [segment([mailAction()], 1, all({ field: "stay_count", operator: "=", value: 9 }))] }),
  );
  const started = (at: number) =>
    p.query(
      sql`update push_actions set funnel = funnel || ${JSON.stringify({ facility_ids: [at] })}::jsonb where campaign_id = ${id}`,
    );
  await started(999_999);
  expect((await only(id, guest)).detail).toContain("施設のお客様ではありません");
  await p.query(sql`insert into customer_facilities (account_id, customer_id, facility_account_id, first_seen_on)
    values (${p.inn.accountId}, ${guest}, ${p.inn.accountId}, '2026-11-01')`);
  await started(p.inn.accountId);
  expect(await only(id, guest)).toMatchObject({ reason: "segment", judged_by: "then" });
  expect((await only(id, guest)).detail).toContain("条件に合っていません");
});

test("a merge tells what both got, and undoing it parts them", async () => {
  const [survivor_id = 0, source_id = 0] = await guestsOf(2, { mail: null });
  await p.query(sql`update customers set email = 'one' || id || '@example.jp' where id = ${source_id}`);
  const id = await sent(toThem(mailAction()));
  expect([(await only(id, survivor_id)).reason, (await only(id, source_id)).got]).toEqual(["no_address", true]);
  const version = async (guest: number) => (await p.call("GET", `/customers/${guest}`)).version;
  const { merge_id } = await p.call("POST", "/merges/merge", {
    survivor_id,
    survivor_version: await version(survivor_id),
    source_id,
    source_version: await version(source_id),
    fields: keepSurvivor,
  });
  expect([(await only(id, survivor_id)).got, (await only(id, source_id)).got]).toEqual([true, true]);
  await p.call("POST", `/merges/done/${merge_id}/undo`, {});
  expect([(await only(id, survivor_id)).reason, (await only(id, source_id)).got]).toEqual(["no_address", true]);
});

test("what is older than 180 days is not told, pages follow each other, and what was got can be asked for alone", async () => {
  const [guest = 0] = await guestsOf(1);
  const ids: number[] = [];
  for (const action of [pointAction(10), mailAction()]) ids.push(await sent(toThem(action)));
  const missed = await sent(
    promotion({ segments: [segment([pointAction(1)], 1, all({ field: "stay_count", operator: "=", value: 9 }))] }),
  );
  const got = await itemsOf(guest, "&got=true");
  expect(got.map((one) => one.campaign_id).toSorted()).toEqual(ids.toSorted());
  expect((await itemsOf(guest, "&got=false")).map((one) => one.campaign_id)).toContain(missed);
  // As many statements whatever the number of sends.
  const caller = await p.t.as(await makeUser(p.t.app, p.inn, "role_user", ["customers/read", "campaigns/read"]));
  const statements = (of: number, size: number) =>
    countStatements(p.t, async () => {
      const answer = await caller({ method: "GET", url: `/api/customers/${of}/campaigns?size=${size}&got=false` });
      expect(answer.json().items.length).toBeGreaterThan(0);
    });
  await statements(guest, 20);
  const few = await statements(guest, 20);
  await p.query(sql`insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by,
      trigger_key, push_status, push_scheduled_time, frozen_at, definition_digest)
    select account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by, trigger_key || n, 'done',
      push_scheduled_time, now(), definition_digest
    from push_actions, generate_series(1, 60) n where campaign_id = ${missed}`);
  expect(await statements(guest, 100)).toBe(few);
  const whole = await itemsOf(guest);
  const page = (n: number) => p.call("GET", `/customers/${guest}/campaigns?size=20&page=${n}`);
  const [one, two] = [await page(1), await page(2)];
  expect([one.total, [...one.items, ...two.items].map((each: Item) => each.key)]).toEqual([
    whole.length,
    whole.slice(0, 40).map((each) => each.key),
  ]);
  await p.query(sql`update push_actions set push_scheduled_time = '2026-05-20' where campaign_id = ${missed}`);
  expect((await itemsOf(guest)).map((each) => each.campaign_id)).not.toContain(missed);
});

test("it is for whoever may read guests and campaigns, of their own facility and client", async () => {
  const [guest = 0] = await guestsOf(1);
  const status = async (held: string[], home = p.inn) => {
    const caller = await p.t.as(await makeUser(p.t.app, home, "role_user", held));
    return (await caller({ method: "GET", url: `/api/customers/${guest}/campaigns` })).statusCode;
  };
  const both = ["customers/read", "campaigns/read"];
  const other = await makeInn(p.t.app, "別の宿");
  expect([await status(both), await status(["customers/read"]), await status(["campaigns/read"])]).toEqual([
    200, 403, 403,
  ]);
  expect(await status(both, other)).toBe(404);
  // Of the same programme, a house where the guest was never seen, until they are.
  const annex = await makeAccount(p.t.app, { name: "離れ", above: p.inn });
  expect(await status(both, annex)).toBe(404);
  await p.t.past.asSystem((tx) =>
    sql`insert into customer_facilities (account_id, customer_id, facility_account_id, first_seen_on)
      values (${p.inn.accountId}, ${guest}, ${annex.accountId}, '2026-11-01')`.execute(tx.db),
  );
  expect(await status(both, annex)).toBe(200);
});
