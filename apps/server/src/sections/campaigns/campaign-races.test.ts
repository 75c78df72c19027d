import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ACTION_KINDS } from "../../main/action-kinds.ts";
import { finishPushes } from "../pushes/finish-push.ts";
import { EVERYBODY, mailAction, makeGuests, pointAction, promotion } from "./campaigns.fixture.ts";
import { lockCampaign } from "./campaigns.queries.ts";
import { campaignSource } from "./delivery/campaign-source.ts";
import { openPipeline, type Pipeline } from "./pipeline.fixture.ts";

// What two people, or a person and a worker, do to one campaign at the same moment.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

const points: CampaignEdit["segments"] = [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [pointAction()] }];
const post = async (path: string, payload?: object) =>
  p.staff({ method: "POST", url: `/api${path}`, ...(payload ? { payload } : {}) });
/** What a worker does when a push is done, and what it takes so long over. */
const finished = (campaignId: number, pushActionId: number, milliseconds = 0) =>
  p.t.app.database.inScope({ accountIds: [p.inn.accountId] }, async (tx) => {
    const push = { accountId: p.inn.accountId, campaignId, pushActionId };
    const source = campaignSource(ACTION_KINDS);
    await source.lock(tx, push.accountId, campaignId);
    await finishPushes(tx, source, push, p.t.app.clock.now());
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
  });

test("stop and the end of the last mail at once: neither is refused, and the campaign comes to rest", async () => {
  const { id, pushActionId } = await p.frozen(promotion());
  const account = p.inn.accountId;
  const scope = { accountIds: [account] };
  let stopHolds = () => {};
  const held = new Promise<void>((resolve) => {
    stopHolds = resolve;
  });
  // What stopCampaign does, with time for the worker in between.
  const stopping = p.t.app.database.inScope(scope, async (tx) => {
    await lockCampaign(tx, account, id);
    stopHolds();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await sql`update campaigns set status = 'stopped' where account_id = ${account} and id = ${id}`.execute(tx.db);
    await sql`update push_actions set stop_requested = true where account_id = ${account} and id = ${pushActionId}
      and push_status in ('standby', 'doing')`.execute(tx.db);
  });
  await held;
  const finishing = finished(id, pushActionId);
  expect((await Promise.allSettled([stopping, finishing])).map((each) => each.status)).toEqual([
    "fulfilled",
    "fulfilled",
  ]);
  // Nothing is left to send, and nothing to resume.
  expect(await p.detail(id)).toMatchObject({
    status: "inactive",
    sending: false,
    commands: ["edit", "activate", "copy"],
  });
});

test("the last two pushes ending at once bring the campaign to rest", async () => {
  const mails = [mailAction(), { ...mailAction(), seq: 3 }];
  const { id } = await p.frozen(
    promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: mails }] }),
  );
  const pushIds: number[] = (await p.detail(id)).pushes.map((push: { id: number }) => push.id);
  await Promise.all(pushIds.map((pushId) => finished(id, pushId, 200)));
  expect(await p.detail(id)).toMatchObject({ status: "inactive", sending: false });
});

test("thirty commands at once: every answer is one of a person's, one send at most, and the audit log tells each change", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "guest" });
  const { id } = await p.call("POST", "/campaigns", promotion());
  const { segments } = await p.detail(id);
  const edit = {
    ...promotion(),
    version: 1,
    segments: segments.map(({ target_count: _n, lua_script: _l, ...s }: Record<string, unknown>) => s),
  };
  const commands = Array.from({ length: 6 }).flatMap(() => [
    post(`/campaigns/${id}/activate`, { version: 1 }),
    post(`/campaigns/${id}/stop`),
    post(`/campaigns/${id}/resume`),
    p.staff({ method: "PUT", url: `/api/campaigns/${id}`, payload: edit }),
    p.staff({ method: "DELETE", url: `/api/campaigns/${id}` }),
  ]);
  const statuses = (await Promise.all(commands)).map((answer) => answer.statusCode);
  expect(statuses.filter((status) => ![200, 400, 404, 412].includes(status))).toEqual([]);
  const found = await p.staff({ method: "GET", url: `/api/campaigns/${id}` });
  if (found.statusCode === 200) expect(found.json().pushes.length).toBeLessThanOrEqual(1);
  const lines = await p.query(
    sql<{ action: string }>`select action from audit_logs where entity = 'campaigns' and entity_id = ${id}`,
  );
  expect(lines.filter((line) => line.action === "send").length).toBeLessThanOrEqual(1);
  expect(lines.filter((line) => line.action === "delete").length).toBe(found.statusCode === 404 ? 1 : 0);
});

test("a half-sent campaign stays of its type: the rest of a send is never granted on stays besides", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "guest" });
  const { id } = await p.frozen(promotion({ segments: points }));
  const stopped = await p.call("POST", `/campaigns/${id}/stop`);
  const segments = stopped.segments.map(
    ({ target_count: _n, lua_script: _l, ...segment }: Record<string, unknown>) => segment,
  );
  const edit = { ...promotion(), name: stopped.name, segments, version: stopped.version };
  const answer = await p.staff({ method: "PUT", url: `/api/campaigns/${id}`, payload: { ...edit, type: "basic" } });
  expect([answer.statusCode, Object.keys(answer.json().fields ?? {})]).toEqual([400, ["type"]]);
  expect((await p.staff({ method: "PUT", url: `/api/campaigns/${id}`, payload: edit })).statusCode).toBe(200);
});

test("an unfinished send forbids nothing but what would change who gets what", async () => {
  const id = await p.started(promotion({ segments: [{ ...points[0], actions: [mailAction()] } as never] }));
  const stopped = await p.call("POST", `/campaigns/${id}/stop`);
  expect(stopped.commands).toEqual(["edit", "resume", "cancel", "copy"]);
  for (const path of ["activate", "resume"]) {
    const answer = await post(`/campaigns/${id}/${path}`, { version: stopped.version });
    expect([path, answer.statusCode]).toEqual([path, path === "activate" ? 400 : 200]);
  }
});
