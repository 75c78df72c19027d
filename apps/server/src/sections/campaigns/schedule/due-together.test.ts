import { afterEach, beforeEach, expect, test } from "vitest";
import { handlersFor, until } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

test.each([
  "snapshot-recipients",
  "deliver-push",
  "run-campaign",
  "process-trigger-events",
  "process-feeds",
  "deliver-events",
  "account-mail",
  "send-test",
] as const)("however much one account has of %s, another one's turn comes meanwhile", async (queue) => {
  const [large, small] = [111, 222];
  let letGo = () => {};
  const busy = new Promise<void>((done) => {
    letGo = done;
  });
  const begun: number[] = [];
  const work = async ({ account_id }: { account_id: number }) => {
    begun.push(account_id);
    if (account_id === large) await busy;
  };
  const add = (account_id: number, id: number) =>
    p.t.app.database.asSystem((tx) =>
      p.t.app.jobs.add(tx, queue, { account_id, push_action_id: id, campaign_id: id }, { group: String(account_id) }),
    );
  for (const id of [1, 2, 3]) await add(large, id);
  await add(small, 4);
  await p.t.app.jobs.work(handlersFor(p.t.app, undefined, { [queue]: work }));
  await until("the other account's turn", () => begun.includes(small), 15);
  expect(begun.filter((one) => one === large)).toEqual([large]);
  letGo();
  await until("the rest", () => begun.length === 4, 15);
});
