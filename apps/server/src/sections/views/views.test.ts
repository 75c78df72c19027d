import { LIST_NAMES } from "@okaeri/contract/lists/lists";
import { MOST_VIEWS } from "@okaeri/contract/views";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";

let t: TestApp;
let hotel: Facility;
let annex: Facility;
let boss: Caller;
let clerk: Caller;
let colleague: Caller;
let stranger: Caller;
let provider: Caller;
let nothing: Caller;
beforeAll(async () => {
  t = await testApp();
  hotel = await makeAccount(t.app, { name: "本館", option: "crm_option_parent" });
  annex = await makeAccount(t.app, { name: "別館", above: hotel, option: null });
  const other = await makeAccount(t.app, { name: "他社" });
  const home = await makeAccount(t.app, { name: "提供会社", provider: true, option: null });
  const made = async (at: Facility, role: Parameters<typeof makeUser>[2], held: string[]) =>
    t.as(await makeUser(t.app, at, role, held));
  boss = await made(hotel, "role_admin", ["*"]);
  clerk = await made(annex, "role_user", ["customers/read", "crm_option"]);
  colleague = await made(annex, "role_user", ["customers/read"]);
  stranger = await made(other, "role_admin", ["*"]);
  provider = await made(home, "role_vc_admin", ["*"]);
  nothing = await made(annex, "role_user", []);
});
// One person's shared view is everybody's in their house.
afterEach(() => change("delete from saved_views"));
afterAll(() => t.close());

const VIEW = { name: "常連", is_shared: false, is_default: false, search: {} };
async function ask(who: Caller, method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) {
  const answer = await who({ method, url: `/api/views/${path}`, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
}
type View = { id: number; name: string; version: number; search: object; [field: string]: unknown };
const namesOf = async (who: Caller, path: string) =>
  ((await ask(who, "GET", path)).body.items ?? []).map((one: View) => one.name);
async function keep(who: Caller, section: string, view: object): Promise<View> {
  const { status, body } = await ask(who, "POST", section, { ...VIEW, ...view });
  expect([status, body.fields]).toEqual([200, undefined]);
  return body.items.findLast((one: View) => one.is_own);
}
const change = (statement: string) => t.past.asSystem((tx) => sql.raw<{ id: number }>(statement).execute(tx.db));
const idOf = async (statement: string) => Number((await change(`${statement} returning id`)).rows[0]?.id);

describe("a saved view", () => {
  it("keeps what the list has in its address, for the one who saved it, in their programme", async () => {
    const search = { q: "山田", stay_count_min: 3, sort: "-stay_count", size: 20, hide: "rank,rfm" };
    const view = await keep(clerk, "customers", { search });
    expect(view).toMatchObject({ ...VIEW, search, is_own: true, owner_name: null, dropped: [], version: 1 });
    expect(view.page_actions).toEqual(["edit", "delete"]);
    expect(await namesOf(clerk, "customers")).toEqual(["常連"]);
    for (const who of [colleague, boss, stranger]) expect(await namesOf(who, "customers")).toEqual([]);
    expect(await namesOf(provider, `customers?account_id=${hotel.accountId}`)).toEqual([]);
    // Another list, another set of names.
    expect(await namesOf(boss, "users")).toEqual([]);
    for (const [method, path, body] of [
      ["PUT", `customers/${view.id}`, { ...VIEW, version: 1 }],
      ["DELETE", `customers/${view.id}`, undefined],
      ["POST", `customers/${view.id}/unshare`, undefined],
    ] as const)
      for (const who of [colleague, boss, stranger])
        expect([method, (await ask(who, method, path, body)).status]).toEqual([method, 404]);
    // A list that one may see, but not the view's; and one that is shut.
    expect((await ask(clerk, "DELETE", `campaigns/${view.id}`)).status).toBe(404);
    expect((await ask(colleague, "DELETE", `campaigns/${view.id}`)).status).toBe(403);
    const removed = await ask(clerk, "DELETE", `customers/${view.id}`);
    expect([removed.status, removed.body.items]).toEqual([200, []]);
  });

  it("is changed by version, has a name of its own, and one of them opens the list", async () => {
    const first = await keep(boss, "campaigns", { name: "一", is_default: true });
    const second = await keep(boss, "campaigns", { name: "二", is_default: true, search: { status: "stopped" } });
    const { body } = await ask(boss, "GET", "campaigns");
    expect(body.items.map((one: View) => [one.name, one.is_default, one.version])).toEqual([
      ["一", false, 2],
      ["二", true, 1],
    ]);
    const renamed = { ...VIEW, name: "三", search: { type: "basic" }, version: 1 };
    expect((await ask(boss, "PUT", `campaigns/${first.id}`, renamed)).status).toBe(412);
    const taken = { ...renamed, name: "二", version: 2 };
    expect((await ask(boss, "PUT", `campaigns/${first.id}`, taken)).body.fields).toEqual({ name: expect.any(String) });
    expect((await ask(boss, "POST", "campaigns", { ...VIEW, name: "二" })).body.fields).toHaveProperty("name");
    const changed = await ask(boss, "PUT", `campaigns/${first.id}`, { ...renamed, version: 2, is_default: true });
    expect(changed.body.items.map((one: View) => [one.name, one.is_default, one.search])).toEqual([
      ["三", true, { type: "basic" }],
      ["二", false, { status: "stopped" }],
    ]);
    const lines = await change(
      `select action, after from audit_logs where entity = 'saved_views' and entity_id in (${first.id}, ${second.id}) order by id`,
    );
    expect(lines.rows).toEqual([
      { action: "create", after: { section: "campaigns", is_shared: false, is_default: true } },
      { action: "create", after: { section: "campaigns", is_shared: false, is_default: true } },
      { action: "update", after: { is_shared: false, is_default: true } },
    ]);
  });

  it("that is shared is found by everybody of the programme who sees the list, and altered by its owner alone", async () => {
    const view = await keep(clerk, "customers", { name: "皆で", is_shared: true, is_default: true });
    const at = `?account_id=${hotel.accountId}`;
    const seen = (await ask(boss, "GET", `customers${at}`)).body.items[0];
    expect(seen).toMatchObject({ id: view.id, is_own: false, is_default: false, owner_name: "試験 花子" });
    expect(seen.page_actions).toEqual(["unshare"]);
    expect((await ask(colleague, "GET", "customers")).body.items[0].page_actions).toEqual([]);
    expect(await namesOf(provider, `customers${at}`)).toEqual(["皆で"]);
    expect(await namesOf(stranger, "customers")).toEqual([]);
    const body = { ...VIEW, name: "盗", version: 1 };
    expect((await ask(boss, "PUT", `customers/${view.id}`, body)).status).toBe(403);
    expect((await ask(boss, "DELETE", `customers/${view.id}`)).status).toBe(403);
    expect((await ask(colleague, "POST", `customers/${view.id}/unshare`)).status).toBe(403);
    expect((await ask(stranger, "POST", `customers/${view.id}/unshare`)).status).toBe(404);
    // An administrator takes the sharing back; whose it is keeps it.
    expect((await ask(boss, "POST", `customers/${view.id}/unshare`)).body.items).toEqual([]);
    expect(await namesOf(clerk, "customers")).toEqual(["皆で"]);
    expect(await namesOf(colleague, "customers")).toEqual([]);
  });

  it("of a list that depends on no chosen account stays with the person's own", async () => {
    await keep(provider, `users?account_id=${hotel.accountId}`, {
      name: "招待中",
      is_shared: true,
      search: { status: "pending" },
    });
    expect(await namesOf(provider, "users")).toEqual(["招待中"]);
    expect(await namesOf(boss, "users")).toEqual([]);
  });

  it("says which conditions have gone or are out of reach, and drops them", async () => {
    const account = hotel.accountId;
    const type = await idOf(
      `insert into account_customer_types (account_id, code, name) values (${account}, 'h', '法人')`,
    );
    const search = {
      customer_type_id: `${type},999999`,
      rank_detail_id: "888888",
      facility_account_id: `${annex.accountId}`,
      stay_count_min: 2,
    };
    const view = await keep(boss, "customers", { name: "条件", search, is_shared: true });
    expect(view).toMatchObject({
      search: { customer_type_id: `${type}`, facility_account_id: `${annex.accountId}`, stay_count_min: 2 },
      dropped: ["rank_detail_id", "customer_type_id"],
    });
    await change(`delete from account_customer_types where account_id = ${account} and id = ${type}`);
    // What the list no longer knows, as after an update of the program.
    await change(
      `update saved_views set query = query || '{"colour": "red", "sort": "shoe_size", "hide": "hat"}' where id = ${view.id}`,
    );
    const { status, body } = await ask(boss, "GET", "customers");
    expect(status).toBe(200);
    const seen = body.items.find((one: View) => one.id === view.id);
    expect(seen.search).toEqual({ facility_account_id: `${annex.accountId}`, stay_count_min: 2 });
    expect(seen.dropped.sort()).toEqual(["colour", "customer_type_id", "hide", "rank_detail_id", "sort"]);
    // For somebody who does not reach the facility the error is the same.
    const reached = (
      await ask(stranger, "POST", "inbox", { ...VIEW, search: { facility_account_id: `${annex.accountId}` } })
    ).body;
    expect(reached.items[0]).toMatchObject({ search: {}, dropped: ["facility_account_id"] });
    const log = { actor_user_id: 999_999, company_id: 999_998, in_account_id: annex.accountId };
    const lines = await keep(boss, "audit", { search: log });
    expect(lines).toMatchObject({
      search: { in_account_id: annex.accountId },
      dropped: ["actor_user_id", "company_id"],
    });
  });

  it("is not kept where it is wrong, and says which part", async () => {
    const wrong = async (search: object) =>
      Object.keys((await ask(boss, "POST", "customers", { ...VIEW, search })).body.fields ?? {});
    expect(await wrong({ stay_count_min: "many" })).toEqual(["search.stay_count_min"]);
    expect(await wrong({ last_stay_from: "2026-02-01", last_stay_to: "2026-01-01" })).toEqual(["search.last_stay_to"]);
    expect(await wrong({ page: 3 })).toEqual(["search.page"]);
    expect(await wrong({ colour: "red" })).toEqual(["search.colour"]);
    expect(await wrong({ sort: "password" })).toEqual(["search.sort"]);
    // The first column stays.
    expect(await wrong({ hide: "name" })).toEqual(["search.hide"]);
    expect(await wrong({ hide: "" })).toEqual(["search.hide"]);
    const nameless = await ask(boss, "POST", "customers", { ...VIEW, name: " " });
    expect([nameless.status, Object.keys(nameless.body.fields)]).toEqual([400, ["name"]]);
    expect((await ask(boss, "GET", "hats")).status).toBe(404);
  });

  it("has at most 50 beside it", async () => {
    for (let n = 0; n < MOST_VIEWS; n += 1) await keep(boss, "inbox", { name: `n${n}` });
    expect((await ask(boss, "POST", "inbox", VIEW)).body.fields).toHaveProperty("name");
  });
});

it("every list's views are for whoever may see that list", async () => {
  const may = async (who: Caller) => {
    const open: string[] = [];
    for (const name of LIST_NAMES) if ((await ask(who, "GET", name)).status === 200) open.push(name);
    return open;
  };
  const everybodys = ["account_groups", "accounts", "clients"];
  const guests = [
    "acquired_coupons",
    "customers",
    "grant_points",
    "imports",
    "inbox",
    "merges",
    "use_points",
    "used_coupons",
  ];
  expect(await may(nothing)).toEqual(everybodys);
  expect(await may(colleague)).toEqual([...everybodys, ...guests].sort());
  expect(await may(boss)).toEqual([...LIST_NAMES].sort());
  expect(await may(t.anonymous)).toEqual([]);
});
