import { DEFAULT_GROUPS } from "@okaeri/domain/rfms/groups";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { all, makeGuests, makeInn } from "../campaigns/campaigns.fixture.ts";

// What is counted beside a target while it is being built: each rule by itself, and each value that can be chosen.

let t: TestApp;
let inn: Facility;
let staff: Caller;

beforeAll(async () => {
  t = await testApp();
  inn = await makeInn(t.app, "数える宿");
  staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  await makeGuests(t.app, inn.accountId, { count: 4, mail: "regular", stays: 5 });
  await makeGuests(t.app, inn.accountId, { count: 3, mail: "fresh" });
  const other = await makeInn(t.app, "よその宿");
  await makeGuests(t.app, other.accountId, { count: 9, mail: "other", stays: 5 });
});
afterAll(() => t.close());

async function counted(target: unknown, type = "repeat_promotion") {
  const answer = await staff({ method: "POST", url: "/api/campaigns/rule-counts", payload: { target, type } });
  return { status: answer.statusCode, ...answer.json() };
}
const often = { field: "stay_count", operator: ">=", value: 3 };
const seldom = { field: "stay_count", operator: "<", value: 3 };
const nobody = { field: "stay_count", operator: ">=", value: 99 };

test("each rule and each inner group says how many guests it keeps by itself, whatever stands beside it", async () => {
  const { counts } = await counted(
    all(often, nobody, { combinator: "or", not: true, rules: [often, nobody] } as never, often),
  );
  expect(counts).toEqual({
    "rules.0": 4,
    "rules.1": 0,
    "rules.2": 3,
    "rules.2.rules.0": 4,
    "rules.2.rules.1": 0,
    "rules.3": 4,
  });
  expect((await counted(all())).counts).toEqual({});
});

test("a rule that cannot be counted is named by its path, in the sentence of the person's language", async () => {
  const deep = { combinator: "or", rules: [often, { field: "point_balance", operator: ">=", value: null }] };
  const refused = await counted(all(seldom, deep as never));
  expect([refused.status, Object.keys(refused.fields)]).toEqual([400, ["target.rules.1.rules.1.value"]]);
  const evening = await counted(all({ field: "point_balance", operator: ">=", value: 1 }), "basic");
  expect([evening.status, Object.keys(evening.fields)]).toEqual([400, ["target.rules.0.field"]]);
  for (const target of [null, "x", { lua: 1 }, { combinator: "and" }, { combinator: "and", rules: [null] }])
    expect((await counted(target)).status, JSON.stringify(target)).toBe(400);
});

test("as many rules as a target may have are counted in one statement", async () => {
  const many = Array.from({ length: 49 }, (_, value) => ({ field: "stay_count", operator: ">=", value }));
  const { status, counts } = await counted(all(...many));
  expect(status).toBe(200);
  expect([counts["rules.0"], counts["rules.5"], counts["rules.6"]]).toEqual([7, 4, 0]);
});

const asked = async (path: string) => (await staff({ method: "GET", url: `/api/campaigns/${path}` })).json();

test("all groups can be chosen, the last one too, each with its guests; what is no longer in use comes last and says so", async () => {
  const made = await t.app.database.inScope({ accountIds: [inn.accountId] }, async (tx) => {
    const rows = await tx.all<{ id: number; name: string }>`with rfm as (
        insert into rfms (account_id) values (${inn.accountId}) returning id
      ), made as (
        insert into rfm_groups (account_id, rfm_id, name, priority, active_status)
        select ${inn.accountId}, rfm.id, n.name, n.priority, case when n.name = '高単価' then 'inactive' else 'active' end
        from rfm, unnest(${DEFAULT_GROUPS.map(({ name }) => name)}::text[]) with ordinality n(name, priority)
        returning id, name, rfm_id
      ), scored as (
        insert into customer_rfms (account_id, customer_id, rfm_id, recency_days, frequency_count, monetary_total, recency_score,
          frequency_score, monetary_score, rfm_group_id, scored_on, held_since)
        select ${inn.accountId}, customer.id, made.rfm_id, 1, 1, 1, 1, 1, 1, made.id, '2026-11-19', '2026-11-19'
        from customers customer
        join made on made.name = case when customer.stay_count > 0 then '離反' else '高単価' end
        where customer.account_id = ${inn.accountId}
      )
      select id, name from made`;
    return new Map(rows.map(({ id, name }) => [id, name]));
  });
  const { names } = await asked("condition-names");
  const groups = names.filter(({ kind }: { kind: string }) => kind === "rfm_groups");
  const inOrder = DEFAULT_GROUPS.map(({ name }) => name).filter((name) => name !== "高単価");
  expect(groups.map(({ name }: { name: string }) => name)).toEqual([...inOrder, "高単価"]);
  expect(groups.at(-1).in_use).toBe(false);
  const { values } = await asked("value-counts?field=rfm_group_id");
  const counts = Object.fromEntries(
    values.map((one: { value: number; count: number }) => [made.get(one.value), one.count]),
  );
  expect(counts).toEqual({ ...Object.fromEntries(inOrder.map((name) => [name, 0])), 高単価: 3, 離反: 4 });
});

test("every fact that is chosen from several says how many guests each value has, as the rule itself counts them", async () => {
  for (const [field, value] of [
    ["language", "ja"],
    ["birthday_month", 4],
    ["stay_check_in_day", 0],
    ["facility_account_id", inn.accountId],
  ] as const) {
    const { values } = await asked(`value-counts?field=${field}`);
    const { counts } = await counted(all({ field, operator: "in", value: [value] }));
    expect(values.find((one: { value: unknown }) => one.value === value)).toEqual({ value, count: counts["rules.0"] });
  }
  expect(await asked("value-counts?field=has_member_number")).toEqual({
    values: [
      { value: true, count: 0 },
      { value: false, count: 7 },
    ],
  });
  expect(await asked("value-counts?field=point_balance")).toEqual({ values: [] });
  expect((await staff({ method: "GET", url: "/api/campaigns/value-counts?field=password" })).statusCode).toBe(400);
});
