import { DEFAULT_GROUPS } from "@okaeri/domain/rfms/groups";
import { factOf, isReservationField, reservationItem, SEGMENT_FIELD_NAMES } from "@okaeri/domain/segments/fields";
import { itemOf, itemsOf, SEGMENT_LIST_NAMES } from "@okaeri/domain/segments/lists";
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
    "": 0,
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
  const many = Array.from({ length: 50 }, (_, value) => ({ field: "stay_count", operator: ">=", value }));
  const { status, counts } = await counted(all(...many));
  expect(status).toBe(200);
  expect([counts["rules.0"], counts["rules.5"], counts["rules.6"]]).toEqual([7, 4, 0]);
  const deep = many
    .slice(0, 45)
    .reduceRight<object>((inner, rule, at) => (at % 9 === 0 ? all(rule, inner as never) : all(rule)), all(often));
  expect((await counted(deep)).status).toBe(200);
});

test("too many rules, or too deep ones, are refused in a sentence at their place", async () => {
  const nested = (depth: number): object => (depth === 0 ? often : { combinator: "and", rules: [nested(depth - 1)] });
  for (const [target, path] of [
    [nested(30), "target.rules.0.rules.0.rules.0.rules.0.rules.0"],
    [all(...Array.from({ length: 400 }, () => often)), "target.rules.50"],
  ] as const) {
    const { status, fields } = await counted(target);
    expect([status, Object.keys(fields)]).toEqual([400, [path]]);
  }
});

/** Two stays of the first guest, one of another, with and without a plan. */
const seedStays = () =>
  t.app.database.inScope(
    { accountIds: [inn.accountId] },
    (tx) => tx.run`with guest as (
        select id, row_number() over (order by id) as n from customers where account_id = ${inn.accountId}
      ), made as (
        insert into stay_reservations (account_id, facility_account_id, customer_id, original_reservation_code, check_in_date,
          check_out_date, reservation_status, plan_code)
        select ${inn.accountId}, ${inn.accountId}, guest.id, 'r' || guest.n || '-' || s, '2026-10-01', '2026-10-03', 'reserved',
          case when s = 1 then 'P1' else '' end
        from guest, generate_series(1, 2) s
        where guest.n < 3 and s <= 3 - guest.n
        returning id, customer_id
      )
      insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id, transaction_code, confirmed_date,
        use_price, check_in_date, check_out_date)
      select ${inn.accountId}, ${inn.accountId}, made.id, made.customer_id, 't' || made.id, '2026-10-03', 1000, '2026-10-01', '2026-10-03'
      from made`,
  );

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
  await seedStays();
  const chosen = SEGMENT_FIELD_NAMES.filter((name) => factOf(name).args === undefined);
  for (const field of chosen.filter(
    (name) => !isReservationField(name) && !["number", "date", "people"].includes(factOf(name).type),
  )) {
    const { values } = await asked(`value-counts?field=${field}`);
    const rules = values.map(({ value }: { value: unknown }) =>
      typeof value === "boolean" ? { field, operator: "=", value } : { field, operator: "in", value: [value] },
    );
    const { counts = {} } = values.length > 0 ? await counted(all(...rules)) : {};
    expect([field, values.map((one: { count: number }) => one.count)]).toEqual([
      field,
      rules.map((_: unknown, at: number) => counts[`rules.${at}`]),
    ]);
  }
  const ofReservation = chosen.filter(isReservationField).map(reservationItem);
  for (const item of ofReservation.filter((item) => item !== "card_status"))
    expect(await asked(`value-counts?field=reservation_${item}`)).toEqual(
      await asked(`value-counts?field=${item}&list=reservations`),
    );
  for (const list of SEGMENT_LIST_NAMES)
    for (const field of itemsOf(list).filter((item) => !["number", "date"].includes(itemOf(list, item)?.type ?? ""))) {
      const { values } = await asked(`value-counts?field=${field}&list=${list}`);
      const rules = values.map(({ value }: { value: unknown }) => ({
        of: list,
        where: all(
          typeof value === "boolean" ? { field, operator: "=", value } : { field, operator: "in", value: [value] },
        ),
        operator: ">=",
        value: 1,
      }));
      const { counts = {} } = values.length > 0 ? await counted(all(...rules)) : {};
      expect([field, values.map((one: { count: number }) => one.count)]).toEqual([
        field,
        rules.map((_: unknown, at: number) => counts[`rules.${at}`]),
      ]);
    }
  expect(await asked("value-counts?field=has_member_number")).toEqual({ values: [{ value: false, count: 7 }] });
  expect(await asked("value-counts?field=point_balance")).toEqual({ values: [] });
  for (const wrong of ["field=password", "field=gender&list=stays", "field=plan_code", "field=gender&list=rooms"])
    expect((await staff({ method: "GET", url: `/api/campaigns/value-counts?${wrong}` })).statusCode, wrong).toBe(400);
});
