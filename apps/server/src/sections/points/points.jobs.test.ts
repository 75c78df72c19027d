import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { applyStays, makeBasicCampaign, makeStay, makeWorld, pointAccount } from "../stays/stays.fixture.ts";
import { brokenLedgers } from "./broken-ledgers.ts";
import { grantActionPoints } from "./grant-points.ts";
import { pointJobs } from "./points.jobs.ts";

let test: TestApp;
let now = new Date("2026-11-20T03:00:00Z");
beforeAll(async () => {
  test = await testApp({ clock: { now: () => now } });
});
afterAll(() => test.close());

const expire = () => pointJobs(test.app)["expire-points"]({}, { signal: new AbortController().signal });

it("takes points off the day after their last one, once, in every programme", async () => {
  const worlds = [await makeWorld(test.app.database), await makeWorld(test.app.database)];
  for (const { accountId, facilities, customers, inScope, ctx } of worlds)
    await inScope(async (tx) => {
      await makeBasicCampaign(tx, {
        accountId,
        rule: { grant_type: "absolute", grant_absolute: 100, expiration_type: "days_from_grant", days: 10 },
      });
      const [facilityId] = facilities;
      const stay = {
        accountId,
        facilityId,
        customerId: customers[0],
        code: "A",
        checkIn: "2026-11-19",
        checkOut: "2026-11-20",
      };
      await applyStays(tx, ctx, [await makeStay(tx, { ...stay, usePrice: 1 })]);
    });
  const balances = () =>
    Promise.all(
      worlds.map(({ inScope, customers }) => inScope(async (tx) => (await pointAccount(tx, customers[0])).balance)),
    );
  // 23:59 in Tokyo on the last valid day, then midnight.
  now = new Date("2026-11-30T14:59:00Z");
  await expire();
  expect(await balances()).toEqual([100, 100]);
  now = new Date("2026-11-30T15:00:00Z");
  await expire();
  await expire();
  expect(await balances()).toEqual([0, 0]);
  for (const { accountId, inScope } of worlds) expect(await inScope((tx) => brokenLedgers(tx, accountId))).toEqual([]);
});

it("grants an action's points to a list of customers once per send", async () => {
  const { accountId, customers, inScope, ctx } = await makeWorld(test.app.database);
  await inScope(async (tx) => {
    const { campaignId, actionId } = await makeBasicCampaign(tx, {
      accountId,
      rule: { grant_type: "absolute", grant_absolute: 300 },
    });
    const input = { actionId, campaignId, facilityAccountId: accountId, remarks: "" };
    const push = await tx.one<{
      id: number;
    }>`insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by,
        trigger_key, push_scheduled_time)
      select action.account_id, ${campaignId}, action.campaign_segment_id, action.id, 'point', 'by_hand', 'once', now()
        from campaign_actions action
      where action.account_id = ${accountId} and action.id = ${actionId} returning id`;
    const recipients = customers.map((customerId) => ({ pushActionId: push.id, customerId }));
    for (let twice = 0; twice < 2; twice++) {
      const results = await grantActionPoints(tx, ctx, { ...input, recipients });
      expect(results.map(({ result }) => result)).toEqual(["granted", "granted", "granted"]);
    }
    expect(await pointAccount(tx, customers[1])).toEqual({ balance: 300, debt: 0 });
    expect(await brokenLedgers(tx, accountId)).toEqual([]);
  });
});
