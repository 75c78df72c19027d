import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { all, EVERYBODY, makeGuests, makeInn } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";
import { makeEverySort } from "./audience.fixture.ts";

// 「このお客様は?」: what becomes of one guest, and why (docs/adr/0440). It says of everybody what the count says.

let p: Pipeline;
let sorts: Awaited<ReturnType<typeof makeEverySort>>;
beforeAll(async () => {
  p = await openPipeline({ clock: { now: () => new Date("2026-11-20T03:00:00Z") } });
  sorts = await makeEverySort(p);
});
afterAll(() => p.close());

const RULES = [
  { field: "stay_count", operator: ">=", value: 3 },
  { field: "gender", operator: "in", value: ["other"] },
];
const REGULAR = all(...RULES);
const ask = (customer_id: number, ...segments: object[]) =>
  p.call("POST", "/campaigns/audience-explanation", { customer_id, segments });
const MAIL = { target: EVERYBODY, types: ["mail"] };

test.each(["no_consent", "opted_out", "no_address", "bounced", "capped"] as const)(
  "%s: nothing comes, and the check says why",
  async (reason) => {
    for (const id of sorts[reason]) {
      const explanation = await ask(id, MAIL);
      expect([explanation.verdict, explanation.segment, explanation.reason]).toEqual(["nothing", 0, reason]);
      expect(explanation.checks.map((check: { reason: string | null }) => check.reason)).toContain(reason);
    }
  },
);

test("whom the mail reaches has every check behind them, with the day of the consent", async () => {
  const [id = 0] = sorts.mailed;
  await p.query(sql`insert into customer_consents (account_id, customer_id, channel, state, source, happened_at)
    values (${p.inn.accountId}, ${id}, 'mail', 'given', 'staff', '2025-04-01T15:30:00Z') returning id`);
  const explanation = await ask(id, MAIL);
  expect(explanation).toMatchObject({ verdict: "message", reason: null, customer: { id, name: "常連 一子" } });
  expect(explanation.checks).toEqual([
    { step: "consented", reason: null, days: ["2025-04-02"], free_on: null },
    { step: "reachable", reason: null, days: [], free_on: null },
    { step: "not_capped", reason: null, days: [], free_on: null },
  ]);
});

test("the cap names the days of the messages and from when it is open again", async () => {
  // Seven days after the mail of the 17th.
  const explanation = await ask(sorts.capped[0] ?? 0, MAIL);
  expect(explanation.checks.at(-1)).toEqual({
    step: "not_capped",
    reason: "capped",
    days: ["2026-11-17"],
    free_on: "2026-11-24",
  });
});

test("the first segment that means the guest is named, and of each which rules hold", async () => {
  const [regular = 0] = sorts.mailed;
  const explanation = await ask(regular, { target: REGULAR, types: ["mail"] }, MAIL);
  expect([explanation.segment, explanation.segments]).toEqual([
    1,
    [
      { matches: false, rules: { "rules.0": true, "rules.1": false } },
      { matches: true, rules: {} },
    ],
  ]);
  const nested = { combinator: "and", rules: [{ combinator: "or", not: true, rules: RULES }] };
  const nobody = await ask(regular, { target: nested, types: ["mail"] });
  expect(nobody).toMatchObject({ verdict: "nothing", segment: null, reason: null, checks: [] });
  expect(nobody.segments[0].rules).toEqual({ "rules.0.rules.0": true, "rules.0.rules.1": false });
});

test.each<[string, object, string, string | null]>([
  ["points to those the mail reaches", { types: ["point", "mail"] }, "nothing", "no_consent"],
  ["points to all", { types: ["point", "mail"], benefits_to_reached: false }, "benefits_only", "no_consent"],
  ["points alone", { types: ["point"] }, "benefits_only", "no_message"],
  ["nothing at all", { types: [] }, "nothing", "no_message"],
])("%s: what a guest without consent gets", async (_, segment, verdict, reason) => {
  const explanation = await ask(sorts.no_consent[0] ?? 0, { target: EVERYBODY, ...segment });
  expect([explanation.verdict, explanation.reason]).toEqual([verdict, reason]);
});

test("who was merged is looked for as who lives on, with what the other was sent", async () => {
  const [survivor = 0, gone = 0] = await makeGuests(p.t.app, p.inn.accountId, {
    count: 2,
    mail: "twin",
    name: "双子 七子",
  });
  await p.query(sql`update push_action_targets set customer_id = ${gone} where customer_id = ${sorts.capped[0]}`);
  await p.query(sql`update customers set merged_into = ${survivor}, active_status = 'inactive' where id = ${gone}`);
  expect(await ask(gone, MAIL)).toMatchObject({ customer: { id: survivor }, reason: "capped" });
  await p.query(sql`update push_action_targets set customer_id = ${sorts.capped[0]} where customer_id = ${gone}`);
});

test("a guest of another client is not found, nor one who is none", async () => {
  const [foreign = 0] = await makeGuests(p.t.app, (await makeInn(p.t.app, "別の宿")).accountId, {
    count: 1,
    mail: "x",
  });
  const status = async (customer_id: unknown) => {
    const payload = { customer_id, segments: [MAIL] };
    return (await p.staff({ method: "POST", url: "/api/campaigns/audience-explanation", payload })).statusCode;
  };
  const [gone = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "gone-for-good" });
  await p.query(sql`update customers set active_status = 'inactive' where id = ${gone}`);
  expect([await status(foreign), await status(gone), await status(999_999), await status("x")]).toEqual([
    404, 404, 404, 400,
  ]);
});
