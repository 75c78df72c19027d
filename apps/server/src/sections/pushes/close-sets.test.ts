import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Caller, makeUser, TEST_NOW } from "../../test/app.ts";
import { handlersFor, makeGuests } from "../campaigns/campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { closeSets } from "./close-sets.ts";
import { FULL_MOON, type MoonCampaign, makeMoonCampaign, moonlit, nights } from "./events.fixture.ts";
import { pushJobs } from "./pushes.jobs.ts";
import { revivePushes } from "./revive-pushes.ts";
import { startEvents } from "./start-events.ts";

// What happens to many guests at one moment goes through what a send does: docs/adr/0512.

let now = TEST_NOW;
let p: Pipeline;
beforeEach(async () => {
  now = TEST_NOW;
  p = await openPipeline({ clock: { now: () => now } });
});
afterEach(() => p.close());

const drain = () => p.t.app.jobs.drain(handlersFor(p.t.app, FAST, pushJobs(moonlit(p.t.app))));
const later = async (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
  await revivePushes(moonlit(p.t.app));
  await drain();
};
/** The moon rises over the guests in two parts, as the job that looks for them does. */
async function rises({ content, id }: MoonCampaign, guests: readonly number[]) {
  const { accountId } = p.inn;
  const at = now;
  const inScope = <T>(work: Parameters<typeof p.t.app.database.inScope<T>>[1]) =>
    p.t.app.database.inScope({ accountIds: [accountId] }, work);
  for (const part of [guests.slice(0, 2), guests.slice(2)]) {
    await inScope((tx) =>
      startEvents(tx, p.t.app.jobs, accountId, {
        kind: FULL_MOON,
        content,
        happened: nights(part),
        now: at,
        grows: true,
      }),
    );
    await drain();
  }
  expect(p.sink.received, "not before all of them are known").toEqual([]);
  await inScope((tx) => closeSets(tx, p.t.app.jobs, { accountId, campaignId: id }, at));
  await drain();
}
const guestsOf = (count: number) => makeGuests(p.t.app, p.inn.accountId, { count, mail: "moon" });
const points = async () =>
  (await p.query<{ n: number }>(sql`select count(*)::int as n from grant_points`)).map(({ n }) => n)[0];

test("few of them go at once", async () => {
  await p.rules({ grace_above_count: 3 });
  await rises(await makeMoonCampaign(p), await guestsOf(3));
  expect([await points(), p.sink.received.length]).toEqual([3, 3]);
});

test("many wait first, then one percent of them gets all of it, and the others after another pause", async () => {
  await p.rules({ grace_above_count: 3, grace_seconds: 120 });
  await rises(await makeMoonCampaign(p), await guestsOf(5));
  expect([await points(), p.sink.received.length]).toEqual([0, 0]);
  await later(119);
  expect(await points()).toBe(0);
  await later(1);
  expect([await points(), p.sink.received.length]).toEqual([1, 1]);
  await later(119);
  expect(await points()).toBe(1);
  await later(1);
  expect([await points(), p.sink.received.length, new Set(p.sink.received).size]).toEqual([5, 5, 5]);
});

test("one of the first that does not arrive stops the others, and who looked at it resumes them", async () => {
  await p.rules({ grace_above_count: 3, grace_seconds: 60 });
  p.verdict = () => ({ refuseRecipient: 550 });
  const moon = await makeMoonCampaign(p);
  await rises(moon, await guestsOf(5));
  await later(60);
  await later(60);
  expect(await p.detail(moon.id)).toMatchObject({ status: "stopped" });
  expect(await points()).toBe(1);
  p.verdict = () => "take";
  await p.call("POST", `/campaigns/${moon.id}/resume`, {});
  await later(60);
  expect([await points(), p.sink.received.length]).toEqual([5, 4]);
});

describe("above the account's number", () => {
  const second = async () => p.t.as(await makeUser(p.t.app, p.inn, "role_user", ["campaigns/all"]));
  const ask = (who: Caller, id: number, command: string, payload: object) =>
    who({ method: "POST", url: `/api/campaigns/${id}/${command}`, payload });

  test("a set waits for a second person as one, and what was approved is what goes out", async () => {
    await p.rules({ approval_above_count: 4, grace_above_count: 4, grace_seconds: 60 });
    const moon = await makeMoonCampaign(p);
    await rises(moon, await guestsOf(5));
    await later(600);
    const waits = await p.detail(moon.id);
    expect(waits).toMatchObject({ held: "approval", sending: true });
    expect(waits.commands).toContain("cancel");
    expect(waits.pushes).toMatchObject(
      ["mail", "point"].map((type) => ({ type, targets: 5, waiting: 5, held: { for: "approval" } })),
    );
    const { version } = waits;
    expect((await ask(p.staff, moon.id, "approve", { version })).statusCode, "who made it").toBe(403);
    const other = await second();
    expect((await ask(other, moon.id, "approve", { version })).statusCode).toBe(200);
    expect(await p.detail(moon.id)).toMatchObject({ held: "grace" });
    expect(await points()).toBe(0);
    await later(60);
    expect(await points()).toBe(1);
    await later(60);
    expect([await points(), p.sink.received.length]).toEqual([5, 5]);
  });

  test.each(["refuse", "cancel"])("%s ends the whole set, and nobody gets it later", async (command) => {
    await p.rules({ approval_above_count: 4, grace_above_count: null });
    const moon = await makeMoonCampaign(p);
    const guests = await guestsOf(5);
    await rises(moon, guests);
    const reason = command === "refuse" ? { reason: "文面を直してください" } : {};
    const answer = await ask(await second(), moon.id, command, reason);
    expect(answer.statusCode, answer.body).toBe(200);
    await later(60);
    expect([await points(), p.sink.received.length]).toEqual([0, 0]);
    const left = await p.query(sql`select distinct outcome, reason from push_action_targets`);
    expect(left).toEqual([{ outcome: "skipped", reason: "stopped" }]);
    const open = await p.query(sql`select from push_actions where push_status in ('standby', 'doing')`);
    expect(open).toEqual([]);
  });
});
