import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pushHandlers } from "../../main/push-engine.ts";
import { makeGuests, promotion } from "../campaigns/campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";

// Which of several messages a guest gets who may get only some: docs/adr/0511.

const NIGHT = new Date("2026-11-20T22:00:00+09:00");
const MORNING = new Date("2026-11-21T08:00:00+09:00");
let now = NIGHT;
let p: Pipeline;
beforeEach(async () => {
  now = NIGHT;
  p = await openPipeline({ clock: { now: () => now } });
  await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "guest" });
  await p.query(sql`update account_settings set frequency_cap_count = 1`);
});
afterEach(() => p.close());

const started = async (priority: number, purpose = "marketing") => {
  const { id } = await p.call("POST", "/campaigns", promotion({ name: `${purpose} ${priority}` }));
  const type = purpose === "service" ? "customer_service" : "repeat_promotion";
  await p.call("POST", `/campaigns/${id}/activate`, { version: 1 });
  await p.query(
    sql`update campaigns set priority = ${priority}, purpose = ${purpose}, type = ${type} where id = ${id}`,
  );
  await p.drain();
  now = new Date(now.getTime() + 60_000);
  return id as number;
};
const morning = async () => {
  now = MORNING;
  await p.wake();
};
const got = async (id: number) => {
  const outcomes = Object.values(await p.outcomes(id)).map(([outcome, reason]) => (reason === null ? outcome : reason));
  return [...new Set(outcomes)];
};
const CAPPED = "最近の配信回数が上限に達しています";

test("what waits of a campaign that counts first takes the place of one that was started before it", async () => {
  const low = await started(9);
  const high = await started(1);
  await morning();
  expect([await got(low), await got(high)]).toEqual([[CAPPED], ["sent"]]);
});

test("of two that are due together the one that counts first is fixed before the other is sent", async () => {
  now = MORNING;
  const { id: low, pushActionId } = await p.frozen(promotion({ priority: 9 }));
  const high = await p.started(promotion({ priority: 1 }));
  await pushHandlers(p.t.app, FAST)["deliver-push"](
    { account_id: p.inn.accountId, push_action_id: pushActionId },
    { signal: new AbortController().signal, attempt: 0 },
  );
  expect(p.sink.received).toEqual([]);
  await p.drain();
  await sleep(1_100);
  await p.drain();
  expect([await got(low), await got(high)]).toEqual([[CAPPED], ["sent"]]);
});

test("of two that count alike the one that was planned first is sent, and the other knows it when it is fixed", async () => {
  const first = await started(5);
  const second = await started(5);
  expect(await got(second)).toEqual([CAPPED]);
  await morning();
  expect(await got(first)).toEqual(["sent"]);
});

test("what a person stopped takes nobody's place", async () => {
  const stopped = await started(1);
  await p.call("POST", `/campaigns/${stopped}/stop`, {});
  const other = await started(9);
  await morning();
  expect([await got(stopped), await got(other)]).toEqual([["waiting"], ["sent"]]);
});

test("what is about the stay takes nobody's place and has no limit; it asks no consent, and obeys who wants nothing", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "silent", consent: null });
  await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "gone", consent: null, email_state: "opted_out" });
  const advertising = await started(5);
  const service = [await started(1, "service"), await started(9, "service")];
  await morning();
  const reached = Object.fromEntries([1, 2, 3].map((n) => [`guest${n}@example.jp`, ["sent", null]]));
  expect(await p.outcomes(advertising)).toMatchObject({
    ...reached,
    "silent1@example.jp": ["skipped", expect.anything()],
  });
  for (const id of service)
    expect(await p.outcomes(id)).toEqual({
      ...reached,
      "silent1@example.jp": ["sent", null],
      "gone1@example.jp": ["skipped", "配信停止のお客様です"],
    });
});
