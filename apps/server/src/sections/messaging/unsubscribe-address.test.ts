import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import {
  couponAction,
  handlersFor,
  mailAction,
  makeGuests,
  makeInn,
  promotion,
} from "../campaigns/campaigns.fixture.ts";
import { guestForm } from "../customers/customers.fixture.ts";
import { type Returned, recordReturns } from "../customers/suppressions/record-returns.ts";
import { blankBlock } from "./mail-document.fixture.ts";

// product §4: links in a mail act for the address it was sent to.
const DAY = 86_400_000;
let now = TEST_NOW;
let t: TestApp;
let inn: Facility;
let staff: Caller;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
  inn = await makeInn(t.app, "宿");
  staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  await makeAllGuests();
});
afterAll(() => t.close());

const inInn = <T>(work: Parameters<typeof t.app.database.inScope<T>>[1]) =>
  t.app.database.inScope({ accountIds: [inn.accountId] }, work);
const query = <T>(statement: ReturnType<typeof sql<T>>) => inInn(async (tx) => (await statement.execute(tx.db)).rows);
const call = async (method: "GET" | "POST" | "PUT", path: string, payload?: object) => {
  const answer = await staff({ method, url: `/api${path}`, ...(payload ? { payload } : {}) });
  expect([path, answer.statusCode, answer.body]).toEqual([path, 200, answer.body]);
  return answer.json();
};

/** Sends a mail with a coupon page to every guest who can get one. */
async function send(): Promise<void> {
  const mail = { ...mailAction({ blocks: [blankBlock("coupon"), linkBlock] }), seq: 2 };
  const actions = [{ ...couponAction({ taken_by_guest: true }), seq: 1 }, mail];
  const segments = [{ ...promotion().segments[0]!, actions }];
  const { id } = await call("POST", "/campaigns", promotion({ segments }));
  await call("POST", `/campaigns/${id}/activate`, { version: 1 });
  await t.app.jobs.drain(handlersFor(t.app));
}
const linkBlock = { ...blankBlock("url"), seq: 2, label: "予約する", url: "https://inn.example/" };

/** Guests with an address of their own, who got two mails there. */
const GUESTS = 22;
const waiting: number[] = [];
async function makeAllGuests(): Promise<void> {
  waiting.push(...(await makeGuests(t.app, inn.accountId, { count: GUESTS, mail: "a", consent: null })));
  await query(sql`insert into customer_consents (account_id, customer_id, channel, state, source, happened_at)
    select account_id, id, 'mail', 'given', 'staff', ${new Date(TEST_NOW.getTime() - 100 * DAY)}
    from customers`);
  await send();
  await send();
}
async function guest() {
  now = TEST_NOW;
  const address = `a${GUESTS - waiting.length + 1}@example.jp`;
  const id = waiting.shift() ?? 0;
  const [html, second] = t.mails.filter(({ to }) => to === address).map((mail) => String(mail.html));
  const path = (kind: string, of = html) => String(new RegExp(`/${kind}/[\\w.~-]+`).exec(String(of))?.[0]);
  const links = { leave: path("u"), coupon: path("c"), click: path("r"), pixel: path("o") };
  return { id, address, ...links, second: path("u", second) };
}
const get = (url: string) => t.anonymous({ method: "GET", url });
const post = (url: string, payload: string) =>
  t.anonymous({ method: "POST", url, headers: { "content-type": "application/x-www-form-urlencoded" }, payload });
const stop = (url: string) => post(url, "action=stop");
const undo = (url: string) => post(url, "action=undo");
const retype = async (id: number, email: string) => {
  const { version, name } = await call("GET", `/customers/${id}`);
  await call("PUT", `/customers/${id}`, { ...guestForm({ name, email }), version });
};
const consentsOf = (id: number) =>
  query(sql<{ entry: string }>`select concat_ws(' ', purpose, state, source) as entry
    from customer_consents
    where customer_id = ${id} order by id`).then((rows) => rows.map((row) => row.entry));
const stateOf = async (id: number): Promise<string> => (await call("GET", `/customers/${id}`)).mail_state;
const suppression = (address: string) =>
  query(sql<{ reason: string }>`select reason from suppressions where address = ${address}`).then(
    ([row]) => row?.reason ?? null,
  );
const consent = (id: number, state: "given" | "withdrawn") =>
  call("POST", `/customers/${id}/consents`, {
    channel: "mail",
    purpose: "marketing",
    state,
    text_version: "",
    remarks: "",
    happened_on: new Date(now.getTime() + 9 * 3_600_000).toISOString().slice(0, 10),
  });
const returned = (id: number, address: string, kind: Returned["kind"]) =>
  inInn((tx) =>
    recordReturns(
      tx,
      inn.accountId,
      [
        {
          customerId: id,
          address,
          kind,
          source: "report",
          statusCode: "5.1.1",
          detail: "",
          pushActionId: null,
          happenedAt: now,
        },
      ],
      now,
    ),
  );
const GIVEN = "marketing given staff";
const LEFT = "marketing withdrawn unsubscribe";
const BACK = "marketing given guest";
const BY_STAFF = "marketing withdrawn staff";
const CHANGED = "別のアドレスに変更されています";

test("after the address changed, no link of the old mail changes anything, and its page says so in both languages", async () => {
  const one = await guest();
  await retype(one.id, `new-${one.address}`);
  await consent(one.id, "withdrawn");
  for (const payload of [
    "action=stop",
    "List-Unsubscribe=One-Click",
    "action=undo",
    "action=kinds&kind=news",
    "action=pause",
    "action=resume",
  ]) {
    const answer = await post(one.leave, payload);
    expect([payload, answer.statusCode, answer.body.includes(CHANGED)]).toEqual([payload, 200, true]);
  }
  expect((await get(one.leave)).body).toContain(CHANGED);
  expect((await get(`${one.leave}?lang=en`)).body).toContain("has since been changed");
  expect((await get(one.leave)).body).not.toContain("<form");
  expect(await consentsOf(one.id)).toEqual([GIVEN, BY_STAFF]);
  expect(await suppression(`new-${one.address}`)).toBe("opted_out");
  expect(await query(sql`select from audit_logs where entity_id = ${one.id} and action = 'unsubscribe'`)).toEqual([]);
  expect(await query(sql`select from message_events where customer_id = ${one.id} and kind = 'unsubscribed'`)).toEqual(
    [],
  );
});

test("a coupon's link shows and gives nothing after the address changed, and works again when it is changed back", async () => {
  const one = await guest();
  const coupon = /name="coupon" value="(\d+)"/.exec((await get(one.coupon)).body)?.[1];
  expect(coupon).toBeDefined();
  await retype(one.id, `new-${one.address}`);
  for (const answer of [await get(one.coupon), await post(one.coupon, `coupon=${coupon}`)])
    expect([answer.statusCode, answer.body.includes(CHANGED), answer.body.includes("割引")]).toEqual([
      200,
      true,
      false,
    ]);
  const acquired = () => query(sql`select from acquire_coupons where customer_id = ${one.id}`);
  expect(await acquired()).toHaveLength(0);
  await retype(one.id, one.address);
  await post(one.coupon, `coupon=${coupon}`);
  expect(await acquired()).toHaveLength(1);
});

test("an address in other case or width is the same address, and one that was changed back acts again", async () => {
  const one = await guest();
  await retype(one.id, one.address.toUpperCase().replace("A", "Ａ"));
  await stop(one.leave);
  expect(await consentsOf(one.id)).toEqual([GIVEN, LEFT]);
  await retype(one.id, `other-${one.address}`);
  await undo(one.leave);
  expect(await consentsOf(one.id)).toEqual([GIVEN, LEFT]);
  await retype(one.id, one.address);
  await undo(one.leave);
  expect(await consentsOf(one.id)).toEqual([GIVEN, LEFT, BACK]);
  expect(await stateOf(one.id)).toBe("reachable");
});

test("undo takes back this link's own opt-out alone, for 30 days", async () => {
  const one = await guest();
  const { leave: first, second } = one;
  expect(second).not.toBe(first);
  expect((await stop(first)).body).toContain("もう一度受け取る");
  expect((await get(second)).body).not.toContain("もう一度受け取る");
  await undo(second);
  expect(await consentsOf(one.id)).toEqual([GIVEN, LEFT]);
  now = new Date(TEST_NOW.getTime() + 31 * DAY);
  expect((await get(first)).body).not.toContain("もう一度受け取る");
  await undo(first);
  expect(await consentsOf(one.id)).toEqual([GIVEN, LEFT]);
  now = new Date(TEST_NOW.getTime() + 29 * DAY);
  const back = await undo(first);
  expect(back.body).not.toContain("停止しました");
  expect([await consentsOf(one.id), await suppression(one.address)]).toEqual([[GIVEN, LEFT, BACK], null]);
  // A second undo finds nothing to take back.
  await undo(first);
  expect(await consentsOf(one.id)).toHaveLength(3);
});

test("a second link's opt-out is a newer word: neither link can take it back", async () => {
  const one = await guest();
  await stop(one.leave);
  await stop(one.second);
  for (const link of [one.leave, one.second]) await undo(link);
  expect([await stateOf(one.id), await suppression(one.address)]).toEqual(["opted_out", "opted_out"]);
});

const refused: [string, "before" | "after", (id: number, address: string) => Promise<unknown>, string[]][] = [
  ["staff recorded before it", "before", (id) => consent(id, "withdrawn"), [GIVEN, BY_STAFF]],
  ["staff recorded after it", "after", (id) => consent(id, "withdrawn"), [GIVEN, LEFT, BY_STAFF]],
  ["a complaint", "after", (id, address) => returned(id, address, "complaint"), [GIVEN, LEFT]],
  ["a refusal that the provider reported", "after", (id, address) => returned(id, address, "refusal"), [GIVEN, LEFT]],
];
test.each(refused)("undo does not lift a withdrawal: %s", async (_, when, act, ledger) => {
  const one = await guest();
  if (when === "before") await act(one.id, one.address);
  await stop(one.leave);
  if (when === "after") await act(one.id, one.address);
  expect((await get(one.leave)).body).not.toContain("もう一度受け取る");
  await undo(one.leave);
  expect([await consentsOf(one.id), await stateOf(one.id)]).toEqual([ledger, "opted_out"]);
  expect(await suppression(one.address)).not.toBeNull();
});

test.each(["before", "after"] as const)("undo does not lift a bounce from %s the opt-out", async (when) => {
  const one = await guest();
  if (when === "before") await returned(one.id, one.address, "hard");
  await stop(one.leave);
  if (when === "after") await returned(one.id, one.address, "hard");
  await undo(one.leave);
  expect(await consentsOf(one.id)).toEqual([GIVEN, LEFT, BACK]);
  expect([await suppression(one.address), await stateOf(one.id)]).toEqual(["bounced", "bounced"]);
});

test("undo gives no consent to a guest who had given none", async () => {
  const one = await guest();
  await t.past.asSystem((tx) => tx.run`delete from customer_consents where customer_id = ${one.id}`);
  await stop(one.leave);
  await undo(one.leave);
  expect(await consentsOf(one.id)).toEqual([LEFT]);
});

test("a bounce under a withdrawal stays when staff record a new consent", async () => {
  const one = await guest();
  await returned(one.id, one.address, "hard");
  await consent(one.id, "withdrawn");
  await consent(one.id, "given");
  expect([await suppression(one.address), await stateOf(one.id)]).toEqual(["bounced", "bounced"]);
});

test("who shares the address and opts out later is not opted in by the other's undo", async () => {
  const one = await guest();
  const other = await guest();
  await retype(other.id, one.address);
  await stop(one.leave);
  await consent(other.id, "withdrawn");
  await undo(one.leave);
  expect(await suppression(one.address)).toBe("opted_out");
  expect(await stateOf(other.id)).toBe("opted_out");
});

async function merge(survivor_id: number, source_id: number, email: "survivor" | "source") {
  const pair = { survivor_id, source_id, fields: { email } };
  const { survivor, source } = await call("POST", "/merges/preview", pair);
  await call("POST", "/merges/merge", { ...pair, survivor_version: survivor.version, source_version: source.version });
}

test("after a merge a link acts for the survivor only, and only if the survivor has its address", async () => {
  const [living, gone] = [await guest(), await guest()];
  await merge(living.id, gone.id, "survivor");
  expect((await stop(gone.leave)).body).toContain(CHANGED);
  expect(await stateOf(living.id)).toBe("reachable");
  await stop(living.leave);
  expect(await stateOf(living.id)).toBe("opted_out");
  const [second, taken] = [await guest(), await guest()];
  await merge(second.id, taken.id, "source");
  expect((await stop(second.leave)).body).toContain(CHANGED);
  await stop(taken.leave);
  expect(await consentsOf(second.id)).toContain(LEFT);
  await undo(taken.leave);
  expect(await stateOf(second.id)).toBe("reachable");
});

test("undo does not outdo a withdrawal of a guest who was merged since", async () => {
  const [one, other] = [await guest(), await guest()];
  await stop(one.leave);
  await consent(other.id, "withdrawn");
  await merge(one.id, other.id, "survivor");
  await undo(one.leave);
  expect(await stateOf(one.id)).toBe("opted_out");
});

test("links of an erased guest, and of a preview, show the page for unknown links and record nothing", async () => {
  const one = await guest();
  await stop(one.leave);
  const { version } = await call("GET", `/customers/${one.id}/erasure`);
  await call("POST", `/customers/${one.id}/erasure`, { version });
  const before = [
    await consentsOf(one.id),
    await query(sql`select id from message_events where customer_id = ${one.id}`),
    await query(sql`select id from audit_logs where account_id = ${inn.accountId} order by id`),
  ];
  const answers = [];
  for (const url of [one.leave, one.coupon, one.click, one.pixel, "/u/preview", "/c/preview", "/r/-", "/o/-"]) {
    answers.push(await get(url));
    if (!/^\/[or]/.test(url))
      for (const payload of ["action=stop", "action=undo", "action=kinds&kind=news", "action=pause", "coupon=1"])
        answers.push(await post(url, payload));
  }
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(answers[0]?.statusCode).toBe(404);
  expect([
    await consentsOf(one.id),
    await query(sql`select id from message_events where customer_id = ${one.id}`),
    await query(sql`select id from audit_logs where account_id = ${inn.accountId} order by id`),
  ]).toEqual(before);
});
