import {
  type ConditionGroup,
  type ConditionNode,
  type ConditionRule,
  type ItemGroup,
  parseCondition,
} from "@okaeri/domain/segments/condition";
import {
  type FactEntry,
  isReservationField,
  operatorsOf,
  SEGMENT_FIELD_NAMES,
  SEGMENT_FIELDS,
} from "@okaeri/domain/segments/fields";
import { formOf } from "@okaeri/domain/segments/form";
import { itemOf, itemsOf, SEGMENT_LIST_NAMES } from "@okaeri/domain/segments/lists";
import { compileLua } from "@okaeri/domain/segments/lua/compile";
import { SCRIPTS } from "@okaeri/domain/segments/lua/random-scripts.fixture";
import { holds, matches } from "@okaeri/domain/segments/matches";
import { checkedTarget } from "@okaeri/domain/segments/target";
import fc from "fast-check";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database, Tx } from "../../database/connection.ts";
import { type Condition, type FactOptions, factTestSql, not, type ScalarSql } from "../../database/form-sql.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import { cloneDatabase } from "../../test/database.ts";
import { conditionSql, FACTS } from "./condition-sql.ts";
import { type Choices, countedRule, ruleOn, trees } from "./condition-trees.fixture.ts";
import { addGuests, type Known, type KnownGuest } from "./guest-facts.fixture.ts";
import { CODES, COUPON_ENDS, TODAY } from "./guest-records.fixture.ts";
import { matchingGuests } from "./matching-guests.ts";

// The one meaning of a target: SQL decides in production, the domain's matches() says what it should have decided.

const today = TODAY;
const COUNT = 300;
/** Some of them, for the shape that is for few. */
const FEW = 1060;
const isOneOfFew = sql`customer.id < ${FEW}`;

let database: Database;
let drop: () => Promise<void>;
let known: Known;
let facts: Map<number, KnownGuest>;

const ids = async (tx: Tx, statement: ReturnType<typeof sql<{ id: number }>>) =>
  (await statement.execute(tx.db)).rows.map((row) => row.id);
const one = (values: readonly number[]) => values[0] ?? 0;

beforeAll(async () => {
  const clone = await cloneDatabase();
  ({ database, drop } = clone);
  const { accountId, facilities } = await database.asSystem(async (tx) => {
    const { company, account } = await headquarters(tx, "a");
    const facilities = await ids(
      tx,
      sql`insert into accounts (code, name, company_id, parent_id, programme_account_id)
        select 'a' || n, '宿' || n, ${company}, ${account}, ${account} from generate_series(1, 3) n returning id`,
    );
    return { accountId: account, facilities };
  });
  facts = await database.inScope({ accountIds: [accountId, ...facilities] }, (tx) => seed(tx, accountId, facilities));
  const owner = new pg.Client({ connectionString: clone.ownerUrl });
  await owner.connect();
  await owner.query("analyze");
  await owner.end();
});
afterAll(() => drop());

async function headquarters(tx: Tx, code: string): Promise<{ company: number; account: number }> {
  const company = one(await ids(tx, sql`insert into companies (name) values ('宿') returning id`));
  const [account = 0] = await ids(
    tx,
    sql`insert into accounts (code, name, company_id) values (${code}, '本部', ${company}) returning id`,
  );
  return { company, account };
}

async function seed(tx: Tx, accountId: number, facilities: readonly number[]): Promise<Map<number, KnownGuest>> {
  const rfm = one(await ids(tx, sql`insert into rfms (account_id) values (${accountId}) returning id`));
  const rank = one(
    await ids(
      tx,
      sql`insert into ranks (account_id, definition, active_month, base_month) values (${accountId}, 'stay', 12, 12) returning id`,
    ),
  );
  const campaign = one(
    await ids(
      tx,
      sql`insert into campaigns (account_id, name, type) values (${accountId}, 'c', 'repeat_promotion') returning id`,
    ),
  );
  const segment = one(
    await ids(
      tx,
      sql`insert into campaign_segments (account_id, campaign_id, priority_seq) values (${accountId}, ${campaign}, 1) returning id`,
    ),
  );
  const [action = 0] = await ids(
    tx,
    sql`insert into campaign_actions (account_id, campaign_segment_id, seq, type) values (${accountId}, ${segment}, 1, 'coupon')
      returning id`,
  );
  const push = async (channel: string, ofCampaign: boolean) => {
    const part = (id: number) => (ofCampaign ? id : null);
    return one(
      await ids(
        tx,
        sql`insert into push_actions (account_id, trigger_key, channel, started_by, campaign_id, campaign_segment_id, campaign_action_id)
          values (${accountId}, ${`${channel}${ofCampaign}`}, ${channel}, 'by_hand', ${part(campaign)}, ${part(segment)}, ${part(action)})
          returning id`,
      ),
    );
  };
  const [first = 0, second = 0] = await ids(
    tx,
    sql`insert into coupons (account_id, campaign_action_id, name, type, discount_type, absolute_type, reservation_end_date, stay_end_date)
      values (${accountId}, ${action}, 'c1', 'acquire', 'absolute', 'action', ${COUPON_ENDS}, '2027-01-31'),
        (${accountId}, null, 'c2', 'acquire', 'absolute', 'action', null, null) returning id`,
  );
  known = {
    accountId,
    facilities,
    rfm,
    rfmGroups: await ids(
      tx,
      sql`insert into rfm_groups (account_id, rfm_id, name, priority) select ${accountId}, ${rfm}, 'g' || n, n from generate_series(1, 3) n
        returning id`,
    ),
    types: await ids(
      tx,
      sql`insert into account_customer_types (account_id, code, name) select ${accountId}, 't' || n, 't' || n from generate_series(1, 3) n
        returning id`,
    ),
    ranks: await ids(
      tx,
      sql`insert into rank_details (account_id, rank_id, name, priority, total_stay)
        select ${accountId}, ${rank}, 'r' || n, n, 9 - 3 * n from generate_series(1, 3) n returning id`,
    ),
    channels: await ids(
      tx,
      sql`insert into account_booking_channels (account_id, code, name) select ${accountId}, 'b' || n, 'b' || n from generate_series(1, 2) n
        returning id`,
    ),
    campaign,
    mail: await push("mail", true),
    otherMail: await push("mail", false),
    points: await push("point", true),
    coupons: [first, second],
  };
  // r1 asks for six stays, r2 for three, r3 for none: it is everybody's who holds no other.
  const steps = known.ranks.map((id, index) => ({ id, priority: index + 1, threshold: 6 - 3 * index }));
  return addGuests(tx, known, steps, COUNT);
}

const choices = (): Choices => ({
  codes: CODES,
  people: [...facts.keys()].slice(0, 40),
  facilities: known.facilities,
  rfm_groups: known.rfmGroups,
  customer_types: known.types,
  rank_details: known.ranks,
  booking_channels: known.channels,
  campaigns: [known.campaign],
  coupons: known.coupons,
});

const foundBy = (tree: ConditionGroup, shape: "set" | "row", account?: number) =>
  meeting(conditionSql(formOf(tree), { today, shape }), account);

/** Whom each of the conditions means. */
async function meetingEach(conditions: readonly Condition[], account = known.accountId): Promise<number[][]> {
  return database.inScope({ accountIds: [account, ...known.facilities] }, async (tx) => {
    const found: number[][] = [];
    for (const condition of conditions)
      found.push(
        await ids(
          tx,
          sql`select customer.id from customers customer where customer.account_id = ${account}
            and customer.merged_into is null and (${condition}) order by customer.id`,
        ),
      );
    return found;
  });
}
const meeting = async (condition: Condition, account?: number) => (await meetingEach([condition], account))[0] ?? [];

const expectedOf = (tree: ConditionGroup) =>
  [...facts].filter(([, guest]) => matches(tree, guest, today)).map(([id]) => id);

describe("conditionSql equals matches()", () => {
  const bothFind = async (rules: readonly ConditionNode[]) => {
    const trees = rules.map((rule): ConditionGroup => ({ combinator: "and", rules: [rule] }));
    for (const tree of trees) expect(parseCondition(tree)).toEqual({ ok: true, tree });
    for (const shape of ["set", "row"] as const) {
      const few = shape === "row" ? isOneOfFew : sql`true`;
      const conditions = trees.map(
        (tree) => sql<boolean>`${few} and (${conditionSql(formOf(tree), { today, shape })})`,
      );
      const found = await meetingEach(conditions);
      for (const [place, tree] of trees.entries()) {
        const expected = expectedOf(tree).filter((id) => shape === "set" || id < FEW);
        expect([tree, shape, found[place]]).toEqual([tree, shape, expected]);
      }
    }
  };
  const rulesOn = (field: string, fact: FactEntry, numRuns: number) =>
    operatorsOf(fact).flatMap((operator) =>
      fc.sample(ruleOn(field, fact, choices(), [operator]), { numRuns, seed: 7 }),
    );

  test.each(SEGMENT_FIELD_NAMES)("%s with every operator", (field) =>
    bothFind(rulesOn(field, SEGMENT_FIELDS[field], 3) as ConditionRule[]),
  );

  const scalars = SEGMENT_FIELD_NAMES.filter((field) => FACTS[field].value !== undefined && field !== "customer_id");
  test.each(scalars)("%s as a value says what its tests say, and whether it is known", async (field) => {
    const { type, value, known } = FACTS[field] as ScalarSql;
    const fact: FactEntry = SEGMENT_FIELDS[field];
    const plain = fact.operators.filter((operator) => operator !== "!=" && operator !== "notIn");
    const [rule] = fc.sample(ruleOn(field, fact, choices(), plain), { numRuns: 1, seed: 11 });
    const options: FactOptions = { today, shape: "set", args: [], ...(rule as { args?: FactOptions["args"] }) };
    const form = formOf(rule as ConditionRule);
    if (form.form !== "test") throw new Error("a negation");
    const byValue = factTestSql({ type, value }, form.test, options, sql`${today}::date`);
    const hasValue = sql<boolean>`(${value(options)} is not null)`;
    const isKnown = known?.(options) ?? hasValue;
    const [met, valued, present, lacking] = await meetingEach([byValue, hasValue, isKnown, not(isKnown)]);
    expect(met).toEqual(expectedOf({ combinator: "and", rules: [rule as ConditionRule] }));
    expect(present).toEqual(valued);
    expect(fact.always && !isReservationField(field) ? lacking : []).toEqual([]);
  });

  test.each(SEGMENT_LIST_NAMES)("%s counted by each of their facts with every operator", async (of) => {
    const counted = itemsOf(of).flatMap((field) =>
      rulesOn(field, itemOf(of, field) as FactEntry, 1).map((rule): ConditionNode => {
        const where = { combinator: "and", rules: [rule] } as ItemGroup;
        return { of, where, operator: ">=", value: 1 };
      }),
    );
    await bothFind([...counted, ...fc.sample(countedRule(of, choices()), { numRuns: 20, seed: 7 })]);
  });

  test("random trees", async () => {
    await fc.assert(
      fc.asyncProperty(trees(choices), async (tree) => {
        fc.pre(parseCondition(tree).ok);
        const found = await meetingEach([
          conditionSql(formOf(tree), { today }),
          sql<boolean>`${isOneOfFew} and (${conditionSql(formOf(tree), { today, shape: "row" })})`,
        ]);
        const expected = expectedOf(tree);
        expect(found).toEqual([expected, expected.filter((id) => id < FEW)]);
      }),
      { numRuns: 100 },
    );
  });

  test.each(SEGMENT_LIST_NAMES)(
    "%s counted below a group that is turned round are counted once for all guests",
    async (of) => {
      const counted = (value: number): ConditionNode => ({
        of,
        where: { combinator: "and", rules: [] },
        operator: ">=",
        value,
      });
      const month: ConditionRule = { field: "birthday_month", operator: "in", value: [1, 2, 3] };
      // A condition of which PostgreSQL takes it that hardly anybody meets it.
      const days: ConditionRule = { field: "registered_on", operator: "between", value: [TODAY, TODAY] };
      const tree: ConditionGroup = {
        combinator: "and",
        rules: [
          days,
          { combinator: "or", rules: [{ combinator: "and", not: true, rules: [counted(1), counted(3)] }, month] },
        ],
      };
      const plan = await database.inScope({ accountIds: [known.accountId, ...known.facilities] }, (tx) =>
        withoutLoops(tx, async () => {
          const { rows } = await sql<{ "QUERY PLAN": string }>`explain select customer.id
          from customers customer
          where customer.account_id = ${known.accountId} and ${conditionSql(formOf(tree), { today })}`.execute(tx.db);
          return rows.map((row) => row["QUERY PLAN"]).join("\n");
        }),
      );
      expect(plan).toContain("hashed SubPlan");
      expect(plan).not.toMatch(/\((alternatives: )?SubPlan|EXISTS\(SubPlan/);
    },
  );

  test("the same where their own rows leave few, and where another segment of them leaves many", async () => {
    const own: ConditionRule = { field: "birthday_month", operator: "in", value: [1, 2, 3, 5, 8, 11] };
    const counted: ConditionNode = { of: "stays", where: { combinator: "and", rules: [] }, operator: ">=", value: 1 };
    const moment = { today, now: new Date(`${today}T03:00:00Z`) };
    await fc.assert(
      fc.asyncProperty(trees(choices), async (tree) => {
        const narrow: ConditionGroup = { combinator: "and", rules: [own, tree] };
        fc.pre(parseCondition(narrow).ok);
        const asked = async (...targets: ConditionGroup[]) =>
          database.inScope({ accountIds: [known.accountId, ...known.facilities] }, (tx) =>
            matchingGuests(
              tx,
              { accountId: known.accountId, facilityIds: null },
              targets.map((target) => ({ form: formOf(target) })),
              moment,
            ),
          );
        const alone = await asked(narrow);
        const combined = await asked(narrow, { combinator: "and", rules: [counted] });
        expect([alone.byGuest, combined.byGuest]).toEqual([true, false]);
        expect(await meetingEach([...alone.conditions, ...combined.conditions])).toEqual([
          expectedOf(narrow),
          expectedOf(narrow),
          expectedOf({ combinator: "and", rules: [counted] }),
        ]);
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    "count(stays, function(x) return x.use_price * 2 > use_price_total end) >= 1",
    "count(coupons, function(x) return x.got_on < registered_on end) >= 1",
    "count(point_uses, function(x) return x.points > point_balance end) == 0",
    "count(messages, function(x) return mail_reachable and x.outcome == 'sent' end) ~= 1",
    "sum(reservations, function(x) if consent('mail', 'marketing') then return x.reserved_price end return 0 end) >= 1500",
  ])("%s asks of the guest beside each item", async (lua) => {
    const { form } = checkedTarget({ lua });
    const found = await meetingEach([
      conditionSql(form, { today }),
      sql<boolean>`${isOneOfFew} and (${conditionSql(form, { today, shape: "row" })})`,
    ]);
    const expected = [...facts].filter(([, guest]) => holds(form, guest, today)).map(([id]) => id);
    expect(found).toEqual([expected, expected.filter((id) => id < FEW)]);
    expect(expected.length % COUNT).toBeGreaterThan(0);
  });

  test("random scripts in Lua", async () => {
    const scripts = Object.values(SCRIPTS)
      .flatMap((arbitrary) => fc.sample(arbitrary, 5))
      .flatMap((text) => {
        const compiled = compileLua(text);
        return compiled.ok ? [{ text, form: compiled.form }] : [];
      });
    const answers = await database.inScope({ accountIds: [known.accountId, ...known.facilities] }, (tx) =>
      sql<{ id: number; met: boolean[] }>`select customer.id, array[${sql.join(
        scripts.map(({ form }) => conditionSql(form, { today })),
      )}] as met from customers customer where customer.account_id = ${known.accountId} and customer.merged_into is null`.execute(
        tx.db,
      ),
    );
    expect(answers.rows).toHaveLength(COUNT);
    for (const [at, { text, form }] of scripts.entries()) {
      const wrong = answers.rows.filter(({ id, met }) => met[at] !== holds(form, facts.get(id) as KnownGuest, today));
      expect([text, wrong.map(({ id }) => facts.get(id))]).toEqual([text, []]);
    }
  });

  test("on an occasion each reservation is asked for itself, and the guest as ever", async () => {
    const fields = SEGMENT_FIELD_NAMES.filter(isReservationField);
    const rules = fields.flatMap((field) => rulesOn(field, SEGMENT_FIELDS[field], 2) as ConditionRule[]);
    const random = fc.sample(trees(choices), { numRuns: 40, seed: 7 }).filter((tree) => parseCondition(tree).ok);
    const lua = "count(stays, function(x) return x.use_price < reservation_reserved_price end) >= 1";
    const forms = [...[...rules, ...random].map(formOf), checkedTarget({ lua }).form];
    const met = sql.join(forms.map((form) => conditionSql(form, { today, shape: "row", occasion: true })));
    type Answer = { id: number; reservation: number; met: boolean[] };
    const answers = await database.inScope({ accountIds: [known.accountId, ...known.facilities] }, (tx) =>
      sql<Answer>`select customer.id, stay_reservation.id as reservation, array[${met}] as met
        from customers customer
        join stay_reservations stay_reservation on stay_reservation.account_id = customer.account_id
          and stay_reservation.customer_id = customer.id
        where customer.account_id = ${known.accountId} and ${isOneOfFew}`.execute(tx.db),
    );
    expect(answers.rows.length).toBeGreaterThan(60);
    for (const { id, reservation, met } of answers.rows) {
      const guest = facts.get(id) as KnownGuest;
      const of = { ...guest, reservation: guest.reservationFacts.get(reservation) ?? null };
      expect([id, reservation, met]).toEqual([id, reservation, forms.map((form) => holds(form, of, today))]);
    }
  });

  test("everybody", async () => {
    expect(await foundBy({ combinator: "and", rules: [] }, "set")).toHaveLength(COUNT);
  });

  test("who was merged since they were picked is found as who lives on", async () => {
    const { account } = await database.asSystem((tx) => headquarters(tx, "merged"));
    const [source = 0, survivor = 0] = await database.inScope({ accountIds: [account] }, async (tx) => {
      const names = sql`select ${account}, 'x' from generate_series(1, 3)`;
      const [from, to] = await ids(tx, sql`insert into customers (account_id, name) ${names} returning id`);
      await tx.run`update customers set merged_into = ${to}, active_status = 'inactive' where account_id = ${account} and id = ${from}`;
      return [from, to];
    });
    const picked: ConditionRule = { field: "customer_id", operator: "in", value: [source] };
    expect(await foundBy({ combinator: "and", rules: [picked] }, "set", account)).toEqual([survivor]);
  });
});
