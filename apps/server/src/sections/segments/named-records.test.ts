import { SEGMENT_FIELD_NAMES, SEGMENT_FIELDS, SEGMENT_REFERENCES } from "@okaeri/domain/segments/fields";
import { itemOf, itemsOf, SEGMENT_LIST_NAMES } from "@okaeri/domain/segments/lists";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { AROUND_STAY, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";

// A target names records of its own programme alone, wherever it names them.

type Ids = Record<(typeof SEGMENT_REFERENCES)[number], number>;
let t: TestApp;
let staff: Caller;
let own: Ids;
let others: Ids;

beforeAll(async () => {
  t = await testApp();
  const inn = await makeAccount(t.app, { name: "花の湯" });
  const other = await makeAccount(t.app, { name: "月の湯" });
  staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  [own, others] = [await recordsOf(inn.accountId), await recordsOf(other.accountId)];
});
afterAll(() => t.close());

function recordsOf(account: number): Promise<Ids> {
  return t.app.database.inScope(
    { accountIds: [account] },
    (tx) =>
      tx.one<Ids>`with f as (insert into rfms (account_id) values (${account}) returning id
      ), g as (insert into rfm_groups (account_id, rfm_id, name, priority) select ${account}, id, 'g', 1 from f returning id
      ), r as (insert into ranks (account_id, definition, active_month, base_month) values (${account}, 'stay', 12, 12) returning id
      ), d as (
        insert into rank_details (account_id, rank_id, name, priority, total_stay) select ${account}, id, 'r', 1, 0 from r returning id
      ), y as (insert into account_customer_types (account_id, code, name) values (${account}, 't', 't') returning id
      ), b as (insert into account_booking_channels (account_id, code, name) values (${account}, 'b', 'b') returning id
      ), p as (insert into campaigns (account_id, name, type) values (${account}, 'c', 'repeat_promotion') returning id
      ), k as (
        insert into coupons (account_id, name, type, discount_type, absolute_type) values (${account}, 'k', 'acquire', 'absolute', 'action')
        returning id
      )
      select g.id as rfm_groups, d.id as rank_details, y.id as customer_types, ${account}::bigint as facilities, b.id as booking_channels,
        p.id as campaigns, k.id as coupons
      from g, d, y, b, p, k`,
  );
}

type Place = { what: string; kind: keyof Ids; rule: (id: number) => object; path: string };
const named = (field: string) => (id: number) => ({ field, operator: "notIn", value: [id] });
const PLACES: readonly Place[] = [
  ...SEGMENT_FIELD_NAMES.flatMap((field): Place[] => {
    const entry = SEGMENT_FIELDS[field];
    return entry.type === "reference"
      ? [{ what: field, kind: entry.reference, rule: named(field), path: "value" }]
      : [];
  }),
  ...SEGMENT_LIST_NAMES.flatMap((of) =>
    itemsOf(of).flatMap((field): Place[] => {
      const entry = itemOf(of, field);
      if (entry?.type !== "reference") return [];
      const rule = (id: number) => {
        const where = { combinator: "or", rules: [named(field)(id)] };
        return { of, where, operator: ">=", value: 1 };
      };
      return [{ what: `${field} of ${of}`, kind: entry.reference, rule, path: "where.rules.0.value" }];
    }),
  ),
];

test.each(PLACES)("$what is one of the programme's own", async ({ kind, rule, path }) => {
  const save = async (id: number) => {
    const target = { combinator: "and" as const, rules: [rule(id) as never] };
    // Some are asked of a reservation alone.
    const actions = [{ ...pointAction(), trigger: AROUND_STAY }];
    const payload = promotion({ segments: [{ id: null, priority_seq: 1, target, actions }] });
    const answer = await staff({ method: "POST", url: "/api/campaigns", payload });
    return [answer.statusCode, Object.keys(answer.json().fields ?? {})];
  };
  expect(await save(own[kind])).toEqual([200, []]);
  expect(await save(others[kind])).toEqual([400, [`segments.0.target.rules.0.${path}`]]);
});

test("every kind of record is named by some fact", () => {
  expect(new Set(PLACES.map(({ kind }) => kind))).toEqual(new Set(SEGMENT_REFERENCES));
});
