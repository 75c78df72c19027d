import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pushHandlers } from "../../main/push-engine.ts";
import { all, EVERYBODY, mailAction, makeGuests, pointAction, promotion } from "./campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "./pipeline.fixture.ts";

// docs/coverage.md: what a campaign says stands in the columns of its segments, actions, points and mails, and what it sends in
// those of its pushes, recipients and grants.
let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

const POINT = {
  grant_type: "rate" as const,
  grant_absolute: null,
  grant_rate: 1.5,
  grant_condition: 3_000,
  plan_code: ["SPA", "夕食付"],
  expiration_type: "days_from_last_stay" as const,
  expiration_days_from_grant: null,
  expiration_days_from_last_stay: 90,
  expiration_date: null,
};
const read = (statement: ReturnType<typeof sql<Record<string, unknown>>>) => p.query(statement);

test("a campaign's segments, actions, points and mails stand as they were saved", async () => {
  const target = all({ field: "stay_count", operator: ">=", value: 1 });
  const document = promotion({
    type: "basic",
    campaign_start_dt: "2026-12-01",
    campaign_end_dt: "2026-12-31",
    segments: [{ id: null, priority_seq: 1, target, actions: [{ ...pointAction(), point: POINT }] }],
  });
  const { id } = await p.call("POST", "/campaigns", document);
  expect(await read(sql`select * from campaigns where id = ${id}`)).toMatchObject([
    {
      name: document.name,
      type: "basic",
      campaign_start_dt: "2026-12-01",
      campaign_end_dt: "2026-12-31",
      account_id: p.inn.accountId,
      status: "inactive",
    },
  ]);
  const [segment] = await read(sql`select * from campaign_segments where campaign_id = ${id}`);
  expect(segment).toMatchObject({ campaign_id: id, priority_seq: 1, target });
  expect(segment?.lua_script).toContain("stay_count");
  const [action] = await read(sql`select * from campaign_actions where campaign_segment_id = ${segment?.id}`);
  expect(action).toMatchObject({ campaign_segment_id: segment?.id, seq: 1, type: "point" });
  expect(await read(sql`select * from points`)).toMatchObject([{ campaign_action_id: action?.id, ...POINT }]);
  const dated = {
    ...POINT,
    grant_type: "absolute" as const,
    grant_absolute: 70,
    grant_rate: null,
    expiration_type: "date" as const,
    expiration_days_from_last_stay: null,
    expiration_date: "2027-03-31",
  };
  const saved = await p.call("GET", `/campaigns/${id}`);
  const [first] = saved.segments;
  const segments = [
    { id: first.id, priority_seq: 1, target, actions: [{ ...pointAction(), id: first.actions[0].id, point: dated }] },
  ];
  await p.call("PUT", `/campaigns/${id}`, { ...document, segments, version: saved.version });
  expect(await read(sql`select * from points where active_status = 'active'`)).toMatchObject([dated]);
});

test("an action whose content was taken out has none, and misses it", async () => {
  const actions = [pointAction(), mailAction()];
  const document = promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }] });
  const { id } = await p.call("POST", "/campaigns", document);
  const [first] = (await p.detail(id)).segments;
  const savedActions: { id: number; type: string }[] = first.actions;
  const contents = () =>
    read(sql`select campaign_action_id as id from points where campaign_action_id = any(${savedActions.map((one) => one.id)}::bigint[])
      union all select campaign_action_id
        from mails
        where campaign_action_id = any(${savedActions.map((one) => one.id)}::bigint[]) and active_status = 'active'`);
  expect(await contents()).toHaveLength(2);
  const emptied = savedActions.map((action) => ({ ...action, [action.type]: null }));
  const segments = [{ id: first.id, priority_seq: 1, target: EVERYBODY, actions: emptied }];
  await p.call("PUT", `/campaigns/${id}`, { ...document, segments, version: 1 });
  const saved = await p.detail(id);
  expect([await contents(), saved.segments[0].actions]).toEqual([[], emptied]);
  expect(saved.missing.map((each: { path: string }) => each.path)).toEqual([
    "segments.0.actions.0.point",
    "segments.0.actions.1.mail",
  ]);
});

test("a send's pushes, recipients, mails and grants name what they belong to", async () => {
  const [guest] = await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "guest" });
  const mail = mailAction({ signature: "湯の宿 一同", from_address: "info@inn.example" });
  const actions = [pointAction(300), mail];
  const { id, pushActionId } = await p.frozen(
    promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }] }),
  );
  const pushes =
    await read(sql`select push.*, action.type from push_actions push join campaign_actions action on action.id = push.campaign_action_id
    join campaign_segments segment on segment.id = action.campaign_segment_id where segment.campaign_id = ${id} order by action.seq`);
  expect(await read(sql`select type from campaigns where id = ${id}`)).toEqual([{ type: "repeat_promotion" }]);
  expect(pushes.map((push) => [push.type, push.push_status, push.push_sent_time])).toEqual([
    ["point", expect.stringMatching(/standby|doing/), null],
    ["mail", "standby", null],
  ]);
  for (const push of pushes) expect(push.push_scheduled_time).toBeInstanceOf(Date);
  expect(
    await read(sql`select * from mails where campaign_action_id = ${pushes[1]?.campaign_action_id}`),
  ).toMatchObject([
    { title: mail.mail?.title, body: mail.mail?.body, signature: "湯の宿 一同", from_address: "info@inn.example" },
  ]);
  const run = { signal: new AbortController().signal, attempt: 0 };
  for (const push of pushes)
    await pushHandlers(p.t.app, FAST)["snapshot-recipients"](
      { account_id: p.inn.accountId, push_action_id: Number(push.id) },
      run,
    );
  expect(pushes.map((push) => push.id)).toContain(pushActionId);
  expect(await read(sql`select * from push_action_targets order by push_action_id`)).toMatchObject(
    pushes.map((push) => ({ push_action_id: push.id, customer_id: guest })),
  );
  await pushHandlers(p.t.app, FAST)["deliver-push"](
    { account_id: p.inn.accountId, push_action_id: Number(pushes[0]?.id) },
    run,
  );
  expect(await read(sql`select * from grant_points`)).toMatchObject([
    {
      grant_point: 300,
      grant_date: "2026-11-20",
      expiration_type: "days_from_grant",
      expiration_days_from_grant: 365,
      expiration_days_from_last_stay: null,
      expiration_date: "2027-11-20",
      remarks: expect.any(String),
      customer_id: guest,
      account_id: p.inn.accountId,
      action_id: pushes[0]?.campaign_action_id,
      stay_reservation_id: null,
    },
  ]);
  await p.work();
  await p.rest(id);
  const ended = await read(sql`select push_status, push_sent_time from push_actions`);
  expect(ended.map((push) => [push.push_status, push.push_sent_time instanceof Date])).toEqual([
    ["done", true],
    ["done", true],
  ]);
});
