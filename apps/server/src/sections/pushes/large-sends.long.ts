import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pushHandlers } from "../../main/push-engine.ts";
import { mailAction, makeGuests, makeInn, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";

// How long the recipients of large sends take to be fixed, with a limit of messages and a control group, and to be handed over
// (docs/measurements/sends.md). SIZES says of how many guests, NEIGHBOURS beside how many other programmes.

const SIZES = (process.env.SIZES ?? "100000,200000").split(",").map(Number);
/** Guests that are made by one statement. */
const AT_ONCE = 20_000;
/** Other programmes beside: what the planner expects of one account, it works out from how many there are. */
const NEIGHBOURS = Number(process.env.NEIGHBOURS ?? 300);
let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
  for (let n = 0; n < NEIGHBOURS; n += 1) {
    const { accountId } = await makeInn(p.t.app, `隣${n}`);
    await makeGuests(p.t.app, accountId, { count: 20, mail: `n${n}-` });
  }
}, 600_000);
afterEach(() => p.close());

const seconds = async (work: () => Promise<unknown>) => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
};
const logTime = (what: string, guests: number, time: number) =>
  console.log(`${guests} guests, ${what}: ${time.toFixed(1)} s, ${((time / guests) * 1e6).toFixed(0)} µs a guest`);

async function make(guests: number) {
  for (let made = 0; made < guests; made += AT_ONCE)
    await makeGuests(p.t.app, p.inn.accountId, { count: Math.min(AT_ONCE, guests - made), mail: `g${made}-` });
}

async function frozen(guests: number, over: Partial<ReturnType<typeof promotion>> = {}) {
  const { id } = await p.call("POST", "/campaigns", promotion({ ...over, control_rate: 10 }));
  await p.call("POST", `/campaigns/${id}/activate`, { version: 1 });
  const first = (await p.detail(id)).pushes.at(-1).id;
  const data = { account_id: p.inn.accountId, push_action_id: first };
  const time = await seconds(() =>
    pushHandlers(p.t.app, FAST)["snapshot-recipients"](data, { signal: new AbortController().signal, attempt: 0 }),
  );
  const { pushes } = await p.detail(id);
  expect(pushes.every((push: { targets: number }) => push.targets === guests)).toBe(true);
  return { id: id as number, time };
}

test.each(SIZES)("%d guests are fixed for one mail", { timeout: 1_800_000 }, async (guests) => {
  await make(guests);
  await p.query(sql`update account_settings set frequency_cap_count = 4, standing_control_rate = 5`);
  const { time } = await frozen(guests);
  logTime("fixed", guests, time);
  const again = await frozen(guests);
  logTime("fixed while another send waits for all of them", guests, again.time);
});

test("a hundred thousand recipients are handed over", { timeout: 1_800_000 }, async () => {
  const guests = Math.min(100_000, ...SIZES);
  await make(guests);
  await p.rules({ grace_above_count: null });
  await p.query(sql`update account_settings set frequency_cap_count = 4, standing_control_rate = 5`);
  const segments = [
    { id: null, priority_seq: 1, target: promotion().segments[0]?.target, actions: [pointAction(10), mailAction()] },
  ] as ReturnType<typeof promotion>["segments"];
  const { id, time } = await frozen(guests, { segments });
  logTime("fixed, points and a mail", guests, time);
  const handed = await seconds(() => p.drain());
  const { pushes } = await p.detail(id);
  const sent = (type: string) => pushes.find((push: { type: string }) => push.type === type).sent as number;
  logTime(`handed over (${sent("point")} with points, ${sent("mail")} mails)`, guests, handed);
  expect(p.sink.received).toHaveLength(sent("mail"));
  expect(new Set(p.sink.received).size).toBe(sent("mail"));
});
