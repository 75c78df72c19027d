import { calendarDate } from "@okaeri/domain/calendar-date";
import { CODE_CHARACTERS, CODE_LENGTH } from "@okaeri/domain/coupons/pool";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeUser, TEST_NOW } from "../../test/app.ts";
import { all, couponAction, EVERYBODY, makeGuests, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { makeCustomer, within } from "../customers/customers.fixture.ts";
import { mergeIds } from "../merges/merges.fixture.ts";
import { booking, engine, partnerKey } from "../partner/partner.fixture.ts";

// Coupons of which each guest gets a code (docs/adr/0122), over HTTP. Today is 2026-11-20.

let p: Pipeline;
let account: number;
let key: string;
beforeEach(async () => {
  p = await openPipeline();
  account = p.inn.accountId;
  key = await partnerKey(p.t.app, account);
});
afterEach(async () => {
  // Counters against what they count, and each code at most one guest's.
  expect(
    await p.query(sql`select counter.coupon_id from coupon_counters counter
      where counter.code_count <> (select count(*) from coupon_codes coupon_code where coupon_code.coupon_id = counter.coupon_id)
      or counter.codes_left <> (select count(*) from coupon_codes coupon_code where coupon_code.coupon_id = counter.coupon_id
      and coupon_code.acquire_coupon_id is null)`),
  ).toEqual([]);
  await p.close();
});

type Terms = NonNullable<Parameters<typeof couponAction>[0]>;
type Pool = { campaign: number; coupon: number; url: string };
let serial = 0;
/** A campaign with such a coupon, saved and not sent. */
async function pooled(terms: Terms = {}, target = EVERYBODY): Promise<Pool> {
  const action = couponAction({ type: "code", code: null, ...terms });
  const segments = [{ id: null, priority_seq: 1, target, actions: [action] }];
  const { id: campaign } = await p.call("POST", "/campaigns", promotion({ name: `pool ${++serial}`, segments }));
  const [coupon] = (await p.call("GET", `/campaigns/${campaign}/coupons`)).items;
  return { campaign, coupon: coupon.id, url: `/campaigns/${campaign}/coupons/${coupon.id}/codes` };
}
const stand = async ({ campaign }: Pool) => (await p.call("GET", `/campaigns/${campaign}/coupons`)).items[0];
async function send({ campaign }: Pool): Promise<void> {
  const { version } = await p.detail(campaign);
  await p.call("POST", `/campaigns/${campaign}/activate`, { version });
  await p.drain();
}
const asked = async (method: "POST" | "PUT", url: string, payload: object) => {
  const answer = await p.staff({ method, url: `/api${url}`, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const give = (id: number, coupon_id: number) =>
  asked("POST", `/customers/${id}/acquire-coupons`, { coupon_id, remarks: "お詫び" });
const guests = (count: number) => makeGuests(p.t.app, account, { count, mail: null });
const history = async (id: number) => (await p.call("GET", `/customers/${id}/acquire-coupons`)).items;
const codeOf = async (id: number, coupon: number): Promise<string> =>
  (await history(id)).find(
    (one: { coupon_id: number; state: string }) => one.coupon_id === coupon && one.state !== "revoked",
  ).code;
/** Nobody, so that a send issues the coupon alone. */
const NOBODY = all({ field: "stay_count", operator: ">=", value: 99 });

test("codes are uploaded piece by piece: normalised, doubles and known ones named by line, counted and taken out again", async () => {
  const other = await pooled();
  expect(await p.call("POST", other.url, { text: "OTHER-1\n" })).toMatchObject({ added: 1, left: 1 });
  await p.started(
    promotion({
      segments: [
        { id: null, priority_seq: 1, target: EVERYBODY, actions: [couponAction({ type: "code", code: "SHARED" })] },
      ],
    }),
  );
  const pool = await pooled();
  const text = `code,memo\n ＡＢＣ-1 ,x\nABC-1\nabc-1\nSHARED\nOTHER-1\n${"x".repeat(33)}\na\u0007b\nコード\n=cmd|1\nA B\n`;
  const first = await p.call("POST", pool.url, { text });
  expect(first).toMatchObject({ added: 2, left: 2, refused_count: 8 });
  expect(first.refused).toEqual([
    { line: 3, code: "code_twice", message: "2行目と同じコードです" },
    { line: 5, code: "code_of_coupon", message: "ほかのクーポンのコードです" },
    { line: 6, code: "code_known", message: "すでに追加されているコードです" },
    { line: 7, code: "too_long", message: expect.stringContaining("32") },
    { line: 8, code: "bad_character", message: expect.any(String) },
    ...[9, 10, 11].map((line) => ({ line, code: "not_coupon_code", message: expect.stringContaining("半角の英数字") })),
  ]);
  const second = await p.call("POST", pool.url, { text: "ABC-1\nABC-2", first_line: 12 });
  expect(second).toMatchObject({ added: 1, left: 3, refused: [{ line: 12, code: "code_known" }] });
  expect((await stand(pool)).pool).toEqual({ left: 3, given: 0, alarm_at: null });

  const file = await p.staff({ method: "GET", url: `/api${pool.url}.csv` });
  expect(file.body).toBe("\ufeffコード\r\nABC-1\r\nabc-1\r\nABC-2\r\n");
  const elsewhere = await p.staff({
    method: "GET",
    url: `/api/campaigns/${pool.campaign}/coupons/${other.coupon}/codes.csv`,
  });
  expect(elsewhere.statusCode).toBe(404);
  const clerk = await p.t.as(await makeUser(p.t.app, p.inn, "role_user", ["campaigns/all"]));
  expect((await clerk({ method: "GET", url: `/api${pool.url}.csv` })).statusCode).toBe(403);

  expect(await p.call("POST", `${pool.url}/removal`, {})).toEqual({ removed: 3 });
  expect((await stand(pool)).pool).toMatchObject({ left: 0, given: 0 });
  const lines = await p.query(
    sql`select action, after from audit_logs where entity = 'coupons' and entity_id = ${pool.coupon} order by id`,
  );
  expect(lines).toEqual([
    { action: "add_codes", after: { added: 2, left: 2 } },
    { action: "add_codes", after: { added: 1, left: 3 } },
    { action: "remove_codes", after: { removed: 3 } },
  ]);
});

test("codes are made by the product, once for the same click, and only for a coupon that has none of its own", async () => {
  const pool = await pooled();
  const [one, two] = await Promise.all(
    [0, 1].map(() => asked("POST", `${pool.url}/generation`, { count: 500, known: 0 })),
  );
  expect([one?.status, two?.status].toSorted()).toEqual([200, 412]);
  const codes = await p.query<{ code: string }>(sql`select code from coupon_codes where coupon_id = ${pool.coupon}`);
  expect(codes).toHaveLength(500);
  for (const { code } of codes) expect(code).toMatch(new RegExp(`^[${CODE_CHARACTERS}]{${CODE_LENGTH}}$`));
  expect(await asked("POST", `${pool.url}/generation`, { count: 100_001, known: 500 })).toMatchObject({ status: 400 });

  const saved = await p.detail(pool.campaign);
  const document = (code: string | null) => {
    const { name, type, campaign_start_dt, campaign_end_dt, version, segments } = saved;
    const [{ id, priority_seq, target, actions }] = segments;
    const [action] = actions;
    const mine = {
      id: action.id,
      seq: action.seq,
      type: "coupon",
      coupon: { ...action.coupon, code },
    };
    return {
      name,
      type,
      campaign_start_dt,
      campaign_end_dt,
      version,
      segments: [{ id, priority_seq, target, actions: [mine] }],
    };
  };
  const at = "segments.0.actions.0.coupon.code";
  const taken = await asked("PUT", `/campaigns/${pool.campaign}`, document("OWN-1"));
  expect(taken.body.fields).toEqual({ [at]: expect.stringContaining("500件あります") });
  const known = codes[0]?.code ?? "";
  await p.call("POST", `${pool.url}/removal`, {});
  const other = await pooled();
  await p.call("POST", other.url, { text: known });
  expect((await asked("PUT", `/campaigns/${pool.campaign}`, document(known))).body.fields).toEqual({
    [at]: "すでに使われています。別のものにしてください",
  });
  await p.call("PUT", `/campaigns/${pool.campaign}`, document("OWN-1"));
  expect(await asked("POST", pool.url, { text: "X" })).toMatchObject({ status: 400 });
});

test("a send asks for codes first; then each guest gets one, and those for whom none is left are named with the reason", async () => {
  const some = await guests(3);
  const pool = await pooled();
  const { version, missing } = await p.detail(pool.campaign);
  const at = "segments.0.actions.0.coupon.code";
  expect(missing).toContainEqual(expect.objectContaining({ path: at }));
  const refused = await asked("POST", `/campaigns/${pool.campaign}/activate`, { version });
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { [at]: "コードを入力するか、お一人ずつのコードを追加してください" } },
  });
  await p.call("POST", pool.url, { text: "A-1\nA-2" });
  await send(pool);
  const { items } = await p.call("GET", `/campaigns/${pool.campaign}/recipients?size=100`);
  const reasons = items.map((one: { reason: string | null }) => one.reason);
  expect(reasons.filter((one: string | null) => one === null)).toHaveLength(2);
  expect(reasons.filter((one: string | null) => one === "お渡しできるコードが残っていませんでした")).toHaveLength(
    items.length - 2,
  );
  expect(await codeOf(some[0] ?? 0, pool.coupon)).toBe("A-1");
  expect(await codeOf(some[1] ?? 0, pool.coupon)).toBe("A-2");
  expect((await give(some[2] ?? 0, pool.coupon)).body.fields).toEqual({
    coupon_id: "お渡しできるコードが残っていません",
  });
  expect(await stand(pool)).toMatchObject({ state: "issued", acquired: 2, pool: { left: 0, given: 2 } });
  await p.call("POST", pool.url, { text: "A-3" });
  expect((await give(some[2] ?? 0, pool.coupon)).status).toBe(200);
  expect(await codeOf(some[2] ?? 0, pool.coupon)).toBe("A-3");
  // In the guest's own file, and in the one of the history.
  const csv = await p.staff({ method: "GET", url: `/api/customers/${some[2]}/acquire-coupons.csv` });
  expect(csv.body).toContain(",A-3,\r\n");
  const own = await p.staff({ method: "GET", url: `/api/customers/${some[2]}/data` });
  expect(own.body).toContain("A-3");
});

test("forty at once for the last twenty-five codes: twenty-five guests, each another code, also while codes are added", async () => {
  const pool = await pooled({}, NOBODY);
  await p.call("POST", `${pool.url}/generation`, { count: 25, known: 0 });
  await send(pool);
  const some = await guests(40);
  const given = await Promise.all(some.map((id) => give(id, pool.coupon)));
  expect(given.filter(({ status }) => status === 200)).toHaveLength(25);
  expect(await stand(pool)).toMatchObject({ acquired: 25, pool: { left: 0, given: 25 } });
  const without = some.filter((_, at) => given[at]?.status !== 200);
  await Promise.all([
    p.call("POST", pool.url, { text: Array.from({ length: 15 }, (_, n) => `LATE-${n}`).join("\n") }),
    ...without.map((id) => give(id, pool.coupon)),
  ]);
  await Promise.all(without.map((id) => give(id, pool.coupon)));
  const codes = await p.query<{
    code: string;
  }>(sql`select distinct coupon_code.code from coupon_codes coupon_code
    join acquire_coupons acquired on acquired.id = coupon_code.acquire_coupon_id
    where coupon_code.coupon_id = ${pool.coupon} and acquired.customer_id = any(${some}::bigint[])`);
  expect(codes).toHaveLength(40);
});

test("a booking engine learns the guest's code and redeems by it; nobody else's, none that nobody has, and after a merge by either", async () => {
  const pool = await pooled({ use_times_limit: 2 }, NOBODY);
  await p.call("POST", pool.url, { text: "E-1\nE-2\nE-3\nE-4" });
  await send(pool);
  const made = (number: string) =>
    within(p.t.app, [account], (tx) => makeCustomer(tx, account, { name: "客", member_number: number }));
  const [a, b] = [await made("P-A"), await made("P-B")];
  for (const id of [a, b]) expect((await give(id, pool.coupon)).status).toBe(200);
  const ask = (path: string, payload?: object) => engine(p.t, key, path, payload);
  expect((await ask("customers?member_number=P-A")).body.coupons).toMatchObject([
    { name: "秋の2,000円割引", code: "E-1" },
  ]);
  const request = (coupon_code: string, more: object = {}) => ({ coupon_code, reservation: booking(), ...more });
  const reasons = async (payload: object) =>
    (await ask("coupons/quote", payload)).body.reasons.map((one: { code: string }) => one.code);
  expect(await reasons(request("E-1"))).toEqual([]);
  expect(await reasons(request("Ｅ-1", { member_number: "P-A" }))).toEqual([]);
  expect(await reasons(request("E-1", { member_number: "P-B" }))).toEqual(["coupon_unknown"]);
  expect(await reasons(request("E-3"))).toEqual(["coupon_unknown"]);
  expect(await reasons(request("E-9"))).toEqual(["coupon_unknown"]);
  expect((await ask("coupons/redeem", request("E-1"))).status).toBe(200);

  await p.t.past.asSystem((tx) =>
    mergeIds(
      tx,
      { accountId: account, userId: null, ip: null, today: calendarDate("2026-11-20"), now: TEST_NOW },
      a,
      b,
    ),
  );
  expect((await history(a)).map((one: { code: string }) => one.code)).toEqual(["E-2", "E-1"]);
  const used = await ask("coupons/redeem", request("E-2", { member_number: "P-A" }));
  expect(used.body).toMatchObject({ discount: 2_000 });
  expect(await reasons(request("E-1"))).toEqual(["coupon_times_reached"]);
  const [, merged] = await history(a);
  const byId = { member_number: "P-A", acquire_coupon_id: merged.id, reservation: booking() };
  expect(await reasons(byId)).toEqual(["coupon_times_reached"]);
  const [by] = await p.query<{
    code: string;
  }>(sql`select coupon_code.code from use_coupon_cases coupon_use
    join coupon_codes coupon_code on coupon_code.acquire_coupon_id = coupon_use.acquire_coupon_id
    where coupon_use.id = ${used.body.use_coupon_case_id}`);
  expect(by?.code).toBe("E-2");
  expect(
    (await ask("coupons/cancel", { use_coupon_case_id: used.body.use_coupon_case_id, reason: "変更" })).status,
  ).toBe(200);
  expect(await reasons(request("E-2"))).toEqual([]);

  // A code that was taken back belongs to nobody and is not given again: next time the guest gets another one.
  const [held] = await history(a);
  expect(
    (await asked("POST", `/customers/${a}/acquire-coupons/${held.id}/cancellation`, { remarks: "誤り" })).status,
  ).toBe(200);
  expect(await reasons(request("E-2"))).toEqual(["coupon_unknown"]);
  const c = await made("P-C");
  expect((await give(c, pool.coupon)).status).toBe(200);
  expect(await codeOf(c, pool.coupon)).toBe("E-3");
  await p.t.past.asSystem((tx) => tx.run`update customers set active_status = 'inactive' where id = ${c}`);
  expect(await reasons(request("E-3"))).toEqual(["coupon_unknown"]);
});

test("running low: those who read campaigns are told once no more codes are left than was asked, while the coupon is in use", async () => {
  const low = async () =>
    (await p.call("GET", "/campaigns/running-low")).items.map((one: { coupon_id: number }) => one.coupon_id);
  const pool = await pooled({}, NOBODY);
  await p.call("POST", pool.url, { text: "L-1\nL-2" });
  expect(await p.call("PUT", `${pool.url}/alarm`, { alarm_at: 1 })).toEqual({ alarm_at: 1 });
  await send(pool);
  expect(await low()).not.toContain(pool.coupon);
  const [one = 0] = await guests(1);
  await give(one, pool.coupon);
  const runningLow = await p.call("GET", "/campaigns/running-low");
  expect(runningLow).toMatchObject({
    total: 1,
    items: [{ campaign_id: pool.campaign, coupon_id: pool.coupon, left: 1 }],
  });
  expect((await stand(pool)).pool).toEqual({ left: 1, given: 1, alarm_at: 1 });
  await p.call("POST", pool.url, { text: "L-3" });
  expect(await low()).toEqual([]);
  await p.call("PUT", `${pool.url}/alarm`, { alarm_at: 2 });
  expect(await low()).toEqual([pool.coupon]);
  await p.query(sql`update coupons set stay_end_date = '2026-11-19' where id = ${pool.coupon} returning id`);
  expect(await low()).toEqual([]);
  const guestClerk = await p.t.as(await makeUser(p.t.app, p.inn, "role_user", ["customers/read"]));
  expect((await guestClerk({ method: "GET", url: "/api/campaigns/running-low" })).statusCode).toBe(403);
  const [line] = await p.query(
    sql`select before, after from audit_logs where action = 'set_codes_alarm' and entity_id = ${pool.coupon} order by id limit 1`,
  );
  expect(line).toEqual({ before: { codes_alarm_at: null }, after: { codes_alarm_at: 1 } });
});
