import { MOST_PICKED } from "@okaeri/contract/selection-limits";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Caller, makeUser } from "../../test/app.ts";
import { within } from "./customers.fixture.ts";
import { type Guests, openGuests } from "./guests.fixture.ts";

let t: Guests["t"];
let hotel: Guests["hotel"];
let staff: Caller;
let clerk: Caller;
let id: Guests["id"];
let type: number;
beforeAll(async () => {
  ({ t, hotel, staff, clerk, id } = await openGuests());
});
let types = 0;
beforeEach(async () => {
  types += 1;
  type = await makeType(`法人${types}`);
});
afterAll(() => t.close());

const makeType = (name: string) =>
  within(t.app, [hotel.accountId], async (tx) => {
    const made = await tx.one<{
      id: number;
    }>`insert into account_customer_types (account_id, code, name) values (${hotel.accountId}, ${name}, ${name}) returning id`;
    return made.id;
  });
async function ask(who: Caller, path: string, payload?: object) {
  const answer = await who({
    method: "POST",
    url: `/api/customers/type-additions${path}`,
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const found = async (query: string): Promise<number[]> => {
  const answer = await staff({ method: "GET", url: `/api/customers?size=100&${query}` });
  return answer
    .json()
    .items.map((one: { id: number }) => one.id)
    .sort();
};
const idsOf = async (who: Caller, query: string) => {
  const answer = await who({ method: "GET", url: `/api/customers/ids?${query}` });
  return { status: answer.statusCode, body: answer.json() };
};
const give = (selection: object) => ask(staff, "", { selection, customer_type_id: type });

it("picked guests get a type, once; who had it is counted apart, and undoing takes it from exactly those who got it", async () => {
  const first = await give({ ids: [id.taro] });
  expect(first).toMatchObject({ status: 200, body: { added: 1, had: 0, omitted: 0 } });
  const second = await give({ ids: [id.taro, id.hanako, id.merged, 999_999] });
  expect(second.body).toMatchObject({ added: 1, had: 1, omitted: 2 });
  const both = await found(`customer_type_id=${type}`);
  expect(both).toEqual([id.taro, id.hanako].sort());
  expect((await ask(clerk, `/${second.body.id}/undo`)).status).toBe(404);
  expect((await ask(staff, `/${second.body.id}/undo`)).body).toEqual({ removed: 1 });
  expect(await found(`customer_type_id=${type}`)).toEqual([id.taro]);
  // Once more there is nothing of it left.
  expect((await ask(staff, `/${second.body.id}/undo`)).status).toBe(404);
  const lines = await within(
    t.app,
    [hotel.accountId],
    (tx) => tx.all<{ action: string; after: unknown }>`select action, after from audit_logs
      where entity = 'account_customer_types' and entity_id = ${type} order by id`,
  );
  expect(lines.map(({ action, after }) => [action, after])).toEqual([
    ["add_type", { count: 1 }],
    ["add_type", { count: 1 }],
    ["undo_add_type", { count: 1 }],
  ]);
});

it("all that the list's conditions find get it, and no other; an older form of a guest does not take it away", async () => {
  const before = (await staff({ method: "GET", url: `/api/customers/${id.taro}` })).json();
  const query = "stay_count_min=1&q=%E5%B1%B1%E7%94%B0";
  const wanted = await found(query);
  expect(wanted.length).toBeGreaterThan(0);
  const answer = await give({ conditions: { stay_count_min: 1, q: "山田", page: 7, size: 20 } });
  expect([answer.status, answer.body.added]).toEqual([200, wanted.length]);
  expect(await found(`customer_type_id=${type}`)).toEqual(wanted);
  const after = (await staff({ method: "GET", url: `/api/customers/${id.taro}` })).json();
  expect(after.version).toBe(before.version + 1);
  expect((await found("")).length).toBeGreaterThan(wanted.length);
});

it("a facility's clerk reaches its own guests alone, and only with the right to edit", async () => {
  const editor = await t.as(await clerkWhoEdits());
  const everybody = { selection: { conditions: {} }, customer_type_id: type };
  const own = (await editor({ method: "GET", url: "/api/customers?size=100" })).json().total;
  const answer = await ask(editor, "", everybody);
  expect([answer.status, answer.body.added + answer.body.had]).toEqual([200, own]);
  expect(own).toBeLessThan((await found("")).length);
  const reader = await t.as(await clerkWhoEdits("customers/read"));
  expect((await ask(reader, "", everybody)).status).toBe(403);
});

it("wrong wishes name their field", async () => {
  const fields = async (payload: object) => Object.keys((await ask(staff, "", payload)).body.fields ?? {});
  expect(await fields({ selection: { ids: [id.taro] }, customer_type_id: 999_999 })).toEqual(["customer_type_id"]);
  const many = Array.from({ length: MOST_PICKED + 1 }, (_, n) => n + 1);
  expect((await give({ ids: many })).status).toBe(400);
  expect((await give({ ids: [] })).status).toBe(400);
});

it("more guests than one act changes are refused, and told to be narrowed", async () => {
  await within(
    t.app,
    [hotel.accountId],
    (tx) =>
      tx.run`insert into customers (account_id, name) select ${hotel.accountId}, 'X' || n from generate_series(1, 10001) n`,
  );
  const answer = await give({ conditions: {} });
  expect([answer.status, answer.body.fields?.selection]).toEqual([400, expect.stringContaining("10,000人まで")]);
  expect(await idsOf(staff, "")).toMatchObject({
    status: 400,
    body: { fields: { selection: expect.stringContaining("10,000人まで") } },
  });
});

async function clerkWhoEdits(...held: string[]): Promise<number> {
  const annex = await within(
    t.app,
    [hotel.accountId],
    (tx) =>
      tx.one<{
        id: number;
      }>`select id from accounts where programme_account_id = ${hotel.accountId} and id <> ${hotel.accountId}`,
  );
  const facility = { companyId: hotel.companyId, accountId: annex.id };
  return makeUser(t.app, facility, "role_user", held.length > 0 ? held : ["customers/read", "customers/edit"]);
}

it("the numbers of all that conditions find are those of the list's pages, in the person's reach, and a target of them reaches no other", async () => {
  const words = "q=%E5%B1%B1%E7%94%B0";
  const ids = await found(words);
  for (const query of [words, `${words}&page=3&size=20`])
    expect((await idsOf(staff, query)).body.ids.sort()).toEqual(ids);
  const own = (await clerk({ method: "GET", url: `/api/customers?${words}` })).json();
  expect((await idsOf(clerk, words)).body.ids).toHaveLength(own.total);
  expect(own.total).toBeLessThan(ids.length);
  const target = { combinator: "and", rules: [{ field: "customer_id", operator: "in", value: ids }] };
  const payload = { segments: [{ target, types: [] }] };
  const counted = await staff({ method: "POST", url: "/api/campaigns/audience", payload });
  expect(counted.json().segments[0].matched).toBe(ids.length);
});
