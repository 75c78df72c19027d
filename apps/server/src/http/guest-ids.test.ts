import { contract } from "@okaeri/contract/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeUser, type TestApp, testApp } from "../test/app.ts";
import { type Call, GUEST_FILES } from "./authorisation.oracle.fixture.ts";
import { bodyForRow, makeRows, type Rows, rowNamed } from "./authorisation.rows.fixture.ts";
import { makeWorld, type World } from "./authorisation.world.fixture.ts";

// Ids of guests and of what hangs on them, on every call that has one in its address (quality I02, I10, I11).
type Node = { "~orpc"?: { route: { method?: string; path?: string } } };
const callsIn = (tree: object, prefix = ""): Call[] =>
  Object.entries(tree).flatMap(([key, node]: [string, Node]): Call[] => {
    const route = node["~orpc"]?.route;
    if (!route) return callsIn(node, `${prefix}${key}.`);
    return [{ name: `${prefix}${key}`, method: (route.method ?? "GET") as Call["method"], path: route.path ?? "" }];
  });
const files = GUEST_FILES.map((name): Call => {
  return { name, method: "GET", path: `/customers/{id}/${name.replace("customers.", "")}.csv` };
});
const ofGuests = [...callsIn(contract), ...files].filter(({ path }) => path.startsWith("/customers/{id}"));

const NO_GUEST = 999_999_999;
const ASKED_WITH: Record<string, string> = { "coupons.quote": "?coupon_id=1&stay_reservation_id=1" };

let t: TestApp;
let world: World;
let staff: Caller;
let stranger: Caller;
beforeAll(async () => {
  t = await testApp();
  world = await makeWorld(t);
  staff = await t.as(await makeUser(t.app, world.hq, "role_admin", ["*"]));
  stranger = await t.as(await makeUser(t.app, world.other, "role_admin", ["*"]));
});
afterAll(() => t.close());

/** The call about this guest, and about things of whoever they are. */
async function ask(call: Call, guest: number, of: Rows) {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(name === "id" ? guest : of[rowNamed(call, name) ?? "customer"]),
  );
  const payload = bodyForRow(call, guest);
  const body = call.method === "GET" || payload === undefined ? {} : { payload };
  const answer = await staff({ method: call.method, url: `/api${path}${ASKED_WITH[call.name] ?? ""}`, ...body });
  return { status: answer.statusCode, body: answer.body };
}

test("every call about a guest is among them, and each has an answer while the guest is there", async () => {
  expect(ofGuests.length).toBeGreaterThan(30);
  for (const call of ofGuests) {
    const rows = await makeRows(t, world.hq);
    const { status } = await ask(call, rows.customer, rows);
    expect([call.name, status]).toEqual([call.name, [200, 400, 412].find((each) => each === status)]);
  }
});

test("I11: of an erased guest nothing is there any more, on every sub-resource, like one who never was", async () => {
  const rows = await makeRows(t, world.hq);
  const url = `/api/customers/${rows.customer}/erasure`;
  expect((await staff({ method: "POST", url, payload: { version: 1 } })).statusCode).toBe(200);
  for (const call of ofGuests) {
    const gone = await ask(call, rows.customer, rows);
    expect([call.name, gone]).toEqual([call.name, await ask(call, NO_GUEST, rows)]);
    expect([call.name, gone.status]).toEqual([call.name, 404]);
  }
});

/** They change or erase the record that the caller has seen, so they act on no other one. */
const OF_ONE_RECORD = ["customers.update", "customers.erasure", "customers.erase"];
test("every call about a merged guest is about the survivor, but for changes of the record itself", async () => {
  const mergedPair = async () => {
    const [gone, rows] = [await makeRows(t, world.hq), await makeRows(t, world.hq)];
    await t.past.asSystem(
      (tx) => tx.run`update customers
        set merged_into = ${rows.customer}, active_status = 'inactive'
        where id = ${gone.customer}`,
    );
    return { gone, rows };
  };
  const read = await mergedPair();
  for (const call of ofGuests) {
    const { gone, rows } = call.method === "GET" ? read : await mergedPair();
    const expected = OF_ONE_RECORD.includes(call.name) ? 404 : expect.not.toBeOneOf([404]);
    expect([call.name, (await ask(call, gone.customer, rows)).status]).toEqual([call.name, expected]);
  }
});

test("I02: what belongs to another guest of the same house does not exist beneath this one", async () => {
  const nested = ofGuests.filter(({ path }) => (path.match(/\{/g) ?? []).length > 1);
  expect(nested.length).toBeGreaterThan(4);
  const [rows, others] = [await makeRows(t, world.hq), await makeRows(t, world.hq)];
  for (const call of nested)
    expect([call.name, (await ask(call, rows.customer, others)).status]).toEqual([call.name, 404]);
});

test("I10: ids guessed one after the other lead to nothing of another client", async () => {
  const own = await makeRows(t, world.other);
  const last = await makeRows(t, world.hq);
  const walks: [path: (id: number) => string, until: number, row: number, table: string][] = [
    [(id) => `/customers/${id}`, last.customer, own.customer, "customers"],
    [(id) => `/imports/${id}`, last.file, own.file, "import_batches"],
    [(id) => `/customers/inbox/${id}`, last.batch, own.batch, "import_batches"],
    [(id) => `/merges/${id}`, last.question, own.question, "customer_merge_candidates"],
    [(id) => `/customers/${own.customer}/reservations/${id}`, last.reservation, own.reservation, "stay_reservations"],
  ];
  for (const [path, until, row, table] of walks) {
    const found: number[] = [];
    for (let id = Math.max(1, until - 250); id <= until + 5; id++) {
      const { statusCode } = await stranger({ method: "GET", url: `/api${path(id)}` });
      if (statusCode !== 404) found.push(id);
    }
    expect([path(0), found]).toEqual([path(0), expect.arrayContaining([row])]);
    const theirs = await t.past.asSystem(
      (tx) => tx.all<{ id: number }>`select id from ${sql.table(table)}
      where account_id = ${world.other.accountId} and id = any (${found}::bigint[])`,
    );
    expect([path(0), found]).toEqual([path(0), theirs.map(({ id }) => id).sort((a, b) => a - b)]);
  }
});
