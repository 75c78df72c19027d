import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pushEngine } from "../../main/push-engine.ts";
import { makeUser } from "../../test/app.ts";
import {
  EVERYBODY,
  handlersFor,
  mailAction,
  makeGuests,
  makeInn,
  pointAction,
  promotion,
} from "../campaigns/campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { pushJobs } from "./pushes.jobs.ts";

// A long send of one account does not hold those of all others: each push has its turn, and goes on after the others.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

test("a short send of another account gets through between the turns of a long one, and both reach everybody once", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 70, mail: "many" });
  const actions = [pointAction(100), mailAction()];
  const long = await p.started(promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }] }));
  const other = await makeInn(p.t.app, "別館");
  await makeGuests(p.t.app, other.accountId, { count: 1, mail: "single" });
  const clerk = await p.t.as(await makeUser(p.t.app, other, "role_admin", ["*"]));
  const made = await clerk({ method: "POST", url: "/api/campaigns", payload: promotion() });
  const url = `/api/campaigns/${made.json().id}/activate`;
  expect((await clerk({ method: "POST", url, payload: { version: 1 } })).statusCode).toBe(200);

  const engine = { ...pushEngine(p.t.app, FAST), turnSeconds: 0 };
  await p.t.app.jobs.drain(handlersFor(p.t.app, FAST, pushJobs(engine)));
  expect(p.sink.received).toHaveLength(71);
  expect(new Set(p.sink.received).size).toBe(71);
  expect(p.sink.received.indexOf("single1@example.jp")).toBeLessThan(25);
  expect(await p.detail(long)).toMatchObject({
    status: "inactive",
    sending: false,
    figures: { sends: 1, reached: 70 },
    points_granted: 7_000,
  });
});

test("two mails of a segment go out in the order of their actions, whatever stands first in the document", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "one" });
  const mail = (seq: number, title: string) => ({ ...mailAction({ title }), seq });
  const actions = [mail(3, "二通目"), { ...pointAction(100), seq: 2 }, mail(1, "一通目")];
  const id = await p.started(promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }] }));
  await p.drain();
  const ended = await p.query(sql<{ seq: number }>`select action.seq from push_actions push
    join campaign_actions action on action.account_id = push.account_id and action.id = push.campaign_action_id
    where push.campaign_id = ${id} order by push.finished_at`);
  expect(ended.map(({ seq }) => seq)).toEqual([2, 1, 3]);
  expect(p.sink.received).toHaveLength(6);
  expect(new Set(p.sink.received.slice(0, 3)).size).toBe(3);
});
