import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { purgeJobs } from "../../main/purge-old-rows.ts";
import { type Caller, makeUser } from "../../test/app.ts";
import { couponAction, EVERYBODY, mailAction, makeInn, pointAction, promotion } from "./campaigns.fixture.ts";
import { asked, type Saved, withFirst } from "./document.fixture.ts";
import { openPipeline, type Pipeline } from "./pipeline.fixture.ts";

// docs/adr/0461: what is taken out of a campaign comes back when a later document names it.
let p: Pipeline;
let staff: ReturnType<typeof asked>;
beforeAll(async () => {
  p = await openPipeline();
  staff = asked(p.staff);
});
afterAll(() => p.close());

const segment = (priority_seq: number, ...actions: object[]) => ({
  id: null,
  priority_seq,
  target: EVERYBODY,
  actions: actions as never,
});
const code = () => `AKI-${crypto.randomUUID().slice(0, 8)}`;
const pool = (name = "券") => couponAction({ name, type: "code", code: null });
const couponOf = async (id: number) => (await staff.request("GET", `/campaigns/${id}/coupons`)).items[0];
const addCodes = async (id: number, ...codes: string[]) => {
  const { id: coupon } = await couponOf(id);
  return staff.request("POST", `/campaigns/${id}/coupons/${coupon}/codes`, { text: codes.join("\n") });
};

let id: number;
let whole: Saved;
beforeEach(async () => {
  id = await staff.made(promotion({ segments: [segment(1, pointAction(), mailAction(), pool()), segment(2)] }));
  whole = await staff.saved(id);
});
const now = async () => (await staff.saved(id)).version;
const without = (document: Saved, type: string) =>
  withFirst(document, ({ actions }) => ({ actions: actions.filter((action) => action.type !== type) }));
/** Saves the document over whatever is saved now. */
const save = async (document: Saved) => staff.save(id, { ...document, version: await now() });
const same = async (document: Saved) =>
  expect(await staff.saved(id)).toEqual({ ...document, version: expect.any(Number) });

test("an action comes back with what it held, and a segment with its actions", async () => {
  await save(without(whole, "mail"));
  expect((await staff.saved(id)).segments[0]?.actions).toHaveLength(2);
  await save(whole);
  await same(whole);
  const [, second] = whole.segments;
  await save({ ...whole, segments: [{ ...second, priority_seq: 1 }] as never });
  expect((await staff.saved(id)).segments).toHaveLength(1);
  await save(whole);
  await same(whole);
});

test("a coupon comes back with its pool of codes, also where only its content was taken out", async () => {
  const [first, second] = [code(), code()];
  await addCodes(id, first, second);
  const pooled = (await couponOf(id)).pool;
  await save(without(whole, "coupon"));
  expect((await staff.request("GET", `/campaigns/${id}/coupons`)).items).toEqual([]);
  await save(whole);
  expect((await couponOf(id)).pool).toEqual(pooled);
  await save(
    withFirst(whole, ({ actions }) => ({
      actions: actions.map((one) => (one.type === "coupon" ? { ...one, coupon: null } : one)),
    })),
  );
  await save(whole);
  expect([(await couponOf(id)).pool, pooled.left]).toEqual([pooled, 2]);
});

test("a letter's coupon comes back with its codes, and a day after each was taken out it is gone by itself", async () => {
  const variants = ["A", "B", "C"] as const;
  const [own, ...others] = variants.map((variant) => ({ ...pool().coupon, variant, share: 30 }));
  const saying = (held: object[]) => ({ ...pool(), coupon: own, other_coupons: held });
  const compared = await staff.made(promotion({ segments: [segment(1, saying(others))] }));
  const all = await staff.saved(compared);
  const coupons = async () =>
    (await staff.request("GET", `/campaigns/${compared}/coupons`)).items
      .map(({ variant, pool: { left } }: { variant: string; pool: { left: number } }) => [variant, left])
      .sort();
  for (const { id: coupon } of (await staff.request("GET", `/campaigns/${compared}/coupons`)).items)
    await staff.request("POST", `/campaigns/${compared}/coupons/${coupon}/codes`, { text: code() });
  const saveWith = async (held: object[]) => {
    const { version } = await staff.saved(compared);
    const actions = (one: Saved["segments"][number]) => [{ ...saying(held), id: one.actions[0]?.id, seq: 1 }] as never;
    await staff.save(compared, { ...withFirst(all, (one) => ({ actions: actions(one) })), version });
  };
  await saveWith([]);
  await p.query(sql`update coupons set updated_at = now() - interval '25 hours' where variant = 'B'`);
  await purgeJobs(p.t.app)["purge-old-rows"]({}, { signal: new AbortController().signal, attempt: 0 });
  await saveWith(others);
  expect(await coupons()).toEqual([
    ["A", 1],
    ["B", 0],
    ["C", 1],
  ]);
});

test("a code of a removed coupon goes to who needs it: a pool comes back without it, a shared code is refused at its place", async () => {
  const [taken, spare] = [code(), code()];
  await addCodes(id, taken, spare);
  await save(without(whole, "coupon"));
  await staff.made(promotion({ segments: [segment(1, couponAction({ type: "code", code: taken }))] }));
  await save(whole);
  expect((await couponOf(id)).pool.left).toBe(1);
  const [again, other] = [code(), code()];
  await addCodes(id, again);
  await save(without(whole, "coupon"));
  const elsewhere = await staff.made(promotion({ segments: [segment(1, pool())] }));
  expect((await addCodes(elsewhere, again)).added).toBe(1);
  const shared = await staff.made(promotion({ segments: [segment(1, couponAction({ type: "code", code: other }))] }));
  const before = await staff.saved(shared);
  await staff.save(shared, without(before, "coupon"));
  expect((await addCodes(elsewhere, other)).added).toBe(1);
  const refused = await staff.put(shared, { ...before, version: 2 });
  expect([refused.status, refused.fields]).toEqual([400, ["segments.0.actions.0.coupon.code"]]);
});

test("parts of another campaign, in use or removed, and of another account are not named", async () => {
  const foreign = asked(await p.t.as(await makeUser(p.t.app, await makeInn(p.t.app, "別の宿"), "role_admin", ["*"])));
  const theirs = await foreign.saved(await foreign.made(promotion({ segments: [segment(1, mailAction())] })));
  const other = await staff.made(promotion({ segments: [segment(1, mailAction())] }));
  const inUse = await staff.saved(other);
  const refused = async (segments: Saved["segments"], fields: string[]) => {
    const answer = await staff.put(id, { ...whole, segments, version: await now() });
    expect([answer.status, answer.fields]).toEqual([400, fields]);
  };
  for (const { segments } of [inUse, theirs]) {
    await refused(segments, ["segments.0.id"]);
    const mine = withFirst(whole, () => ({ actions: segments[0]?.actions ?? [] }));
    await refused(mine.segments, ["segments.0.actions.0.id"]);
  }
  await staff.save(other, { ...withFirst(inUse, () => ({ id: null as never, actions: [] })) });
  await refused(inUse.segments, ["segments.0.id"]);
});

test("after a day the clock deletes what nothing hangs on, and what comes back then is refused", async () => {
  await addCodes(id, code());
  const { segments } = whole;
  await save({ ...whole, segments: [{ ...segments[1], priority_seq: 1 }] as never });
  const left = async () => {
    const [found] = await p.query<{ parts: number; held: number }>(sql`select
      (select count(*)::int from campaign_segments where campaign_id = ${id}) as parts,
      (select count(*)::int from campaign_actions where id = any(${segments[0]?.actions.map((one) => one.id)}::bigint[]))
        + (select count(*)::int from coupons where campaign_action_id = any(${segments[0]?.actions.map((one) => one.id)}::bigint[]))
        as held`);
    return found;
  };
  const night = purgeJobs(p.t.app)["purge-old-rows"];
  const run = { signal: new AbortController().signal, attempt: 0 };
  await night({}, run);
  expect(await left()).toEqual({ parts: 2, held: 4 });
  await p.query(
    sql`update campaign_segments set updated_at = now() - interval '25 hours' where active_status = 'inactive'`,
  );
  await p.query(
    sql`update campaign_actions set updated_at = now() - interval '25 hours' where active_status = 'inactive'`,
  );
  await p.query(sql`update coupons set updated_at = now() - interval '25 hours' where active_status = 'inactive'`);
  await night({}, run);
  expect(await left()).toEqual({ parts: 1, held: 0 });
  const answer = await staff.put(id, { ...whole, version: await now() });
  expect([answer.status, answer.fields]).toEqual([400, ["segments.0.id"]]);
});

test("a campaign goes with all that was ever in it", async () => {
  await save(without(whole, "coupon"));
  await staff.request("DELETE", `/campaigns/${id}`);
  const rest = await p.query(sql`select id from campaign_segments where campaign_id = ${id}`);
  expect(rest).toEqual([]);
});

test("ten people save at once: one wins each version, the others are told, and nothing is lost or doubled", async () => {
  const people: Caller[] = [];
  for (let n = 0; n < 10; n++) people.push(await p.t.as(await makeUser(p.t.app, p.inn, "role_admin", ["*"])));
  let won = 0;
  for (let round = 0; round < 3; round++) {
    const version = await now();
    const answers = await Promise.all(
      people.map((one, n) => {
        const add = segment(3 + n, mailAction({ title: `件名${round}-${n}` }));
        const base = round === 1 ? without(whole, "mail") : whole;
        return asked(one).put(id, { ...base, segments: [...base.segments, add], version });
      }),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(412)]);
    won += 1;
    const winner = answers.findIndex(({ status }) => status === 200);
    const after = await staff.saved(id);
    expect(after.version).toBe(1 + won);
    expect(after.segments.map(({ priority_seq }) => priority_seq)).toEqual([1, 2, 3 + winner]);
    const lost = answers.find(({ status }) => status === 412);
    expect(lost?.body.changed).toMatchObject({ by: expect.any(String), at: expect.any(String) });
  }
  const [{ mails } = { mails: 0 }] = await p.query<{ mails: number }>(sql`select count(*)::int as mails
    from mails join campaign_actions action on action.id = mails.campaign_action_id
    join campaign_segments segment on segment.id = action.campaign_segment_id
    where segment.campaign_id = ${id}`);
  // The campaign's own, and what the winner of each round added.
  expect(mails).toBe(1 + won);
});
