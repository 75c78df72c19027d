import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeUser } from "../../test/app.ts";
import { EVERYBODY, mailAction, promotion } from "./campaigns.fixture.ts";
import { asked, type Saved, withFirst } from "./document.fixture.ts";
import { openPipeline, type Pipeline } from "./pipeline.fixture.ts";

// docs/adr/0462: one line of the log for one person's work on a campaign, with what differs.
let p: Pipeline;
let staff: ReturnType<typeof asked>;
let other: ReturnType<typeof asked>;
beforeAll(async () => {
  p = await openPipeline();
  staff = asked(p.staff);
  other = asked(await p.t.as(await makeUser(p.t.app, p.inn, "role_admin", ["*"])));
});
afterAll(() => p.close());

type Line = { id: number; action: string; before: Record<string, unknown> | null; after: Record<string, unknown> };
const linesOf = (id: number) =>
  p.query<Line>(sql`select id, action, before, after from audit_logs where entity = 'campaigns' and entity_id = ${id}
    order by at, id`);
const updates = async () => (await linesOf(id)).filter(({ action }) => action === "update");

let id: number;
let first: Saved;
let path: string;
beforeEach(async () => {
  const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [mailAction()] }];
  id = await staff.made(promotion({ name: "一", segments }));
  first = await staff.saved(id);
  path = `segments.${first.segments[0]?.id}`;
});
const titled = (document: Saved, title: string) =>
  withFirst(document, ({ actions }) => ({
    actions: actions.map((one) => (one.type === "mail" && one.mail ? { ...one, mail: { ...one.mail, title } } : one)),
  }));
const save = async (by: typeof staff, change: (document: Saved) => Saved) => by.save(id, change(await staff.saved(id)));

test("many saves of one person are one line: what it was before the first, what it is after the last", async () => {
  const mail = `${path}.mail.${first.segments[0]?.actions[0]?.id}.title`;
  await save(staff, (document) => ({ ...document, name: "二" }));
  await save(staff, (document) => titled({ ...document, name: "三" }, "一つめ"));
  await save(staff, (document) => titled({ ...document, campaign_end_dt: "2027-01-31" }, "二つめ"));
  const [line, ...others] = await updates();
  expect(others).toEqual([]);
  expect(line?.before).toEqual({ name: "一", campaign_end_dt: null, [mail]: "{{ name }}様へ お知らせ" });
  expect(line?.after).toEqual({
    name: "三",
    campaign_end_dt: "2027-01-31",
    [mail]: "二つめ",
    [`places.${first.segments[0]?.id}`]: 1,
    saves: 3,
    since: expect.any(String),
  });
});

test("what is as it was at first is no change, and parts that come and go are told field by field", async () => {
  const added = {
    id: null as never,
    priority_seq: 2,
    name: "新しい",
    target: EVERYBODY,
    benefits_to_reached: true,
    actions: [],
  };
  await save(staff, (document) => ({ ...document, name: "二", segments: [...document.segments, added] }));
  const part = `segments.${(await staff.saved(id)).segments[1]?.id}`;
  await save(staff, (document) => ({ ...document, name: "一" }));
  expect((await updates())[0]).toMatchObject({
    before: { [`${part}.name`]: null, [`${part}.priority_seq`]: null },
    after: { [`${part}.name`]: "新しい", [`${part}.priority_seq`]: 2, saves: 2 },
  });
  await save(staff, (document) => ({ ...document, segments: document.segments.slice(0, 1) }));
  const [line] = await updates();
  expect([line?.before, Object.keys(line?.after ?? {}).filter((key) => !key.startsWith("places."))]).toEqual([
    {},
    ["saves", "since"],
  ]);
});

test("another person's save, a copy, a send and half an hour end it", async () => {
  await save(staff, (document) => ({ ...document, name: "二" }));
  await save(other, (document) => ({ ...document, name: "三" }));
  await save(staff, (document) => ({ ...document, name: "四" }));
  expect((await updates()).map(({ before, after }) => [before?.name, after.name])).toEqual([
    ["一", "二"],
    ["二", "三"],
    ["三", "四"],
  ]);
  await staff.request("POST", `/campaigns/${id}/copy`);
  await save(staff, (document) => ({ ...document, name: "五" }));
  expect((await updates()).at(-1)?.before).toEqual({ name: "四" });
  await p.t.past.asSystem(
    (tx) =>
      tx.run`update audit_logs set at = at - interval '31 minutes' where entity = 'campaigns' and entity_id = ${id}`,
  );
  await save(staff, (document) => ({ ...document, name: "六" }));
  expect((await updates()).at(-1)?.before).toEqual({ name: "五" });
  const { version } = await staff.saved(id);
  await staff.request("POST", `/campaigns/${id}/activate`, { version });
  await staff.request("POST", `/campaigns/${id}/stop`);
  await save(staff, (document) => ({ ...document, name: "七" }));
  expect((await updates()).at(-1)).toMatchObject({ before: { name: "六" }, after: { name: "七", saves: 1 } });
});

test("a campaign's first and last line say what it said", async () => {
  await staff.request("DELETE", `/campaigns/${id}`);
  const [created, deleted] = await linesOf(id);
  const fields = { name: "一", type: "repeat_promotion", [`${path}.target`]: EVERYBODY, [`${path}.priority_seq`]: 1 };
  expect([created, deleted]).toMatchObject([
    { action: "create", before: null, after: fields },
    { action: "delete", before: fields, after: null },
  ]);
});

test("the application's role changes no other line, and none by itself", async () => {
  await save(staff, (document) => ({ ...document, name: "二" }));
  const [line] = await updates();
  await expect(p.query(sql`update audit_logs set after = '{}' where id = ${line?.id}`)).rejects.toThrow(
    "permission denied",
  );
  const carried = (actor: number, campaign: number) =>
    p.query<{ done: boolean }>(
      sql`select continue_edit(${p.inn.accountId}, ${campaign}, ${actor}, '127.0.0.1', '{}', '{"name": "x"}') as done`,
    );
  expect(await carried(0, id)).toEqual([{ done: false }]);
  const foreign = await p.t.app.database.inScope(
    { accountIds: [0] },
    (tx) => tx.one`select continue_edit(${p.inn.accountId}, ${id}, 1, '127.0.0.1', '{}', '{"name": "x"}') as done`,
  );
  expect(foreign).toEqual({ done: false });
  expect(await updates()).toEqual([line]);
});

test("who was too late is told who changed it and when, also by a send", async () => {
  await save(other, (document) => ({ ...document, name: "二" }));
  const late = await staff.put(id, { ...first, name: "三" });
  expect([late.status, late.body.changed]).toEqual([412, { by: "試験 花子", at: expect.any(String) }]);
  const { version } = await staff.saved(id);
  await other.request("POST", `/campaigns/${id}/activate`, { version });
  await other.request("POST", `/campaigns/${id}/stop`);
  const later = await staff.put(id, { ...first, version });
  const [{ at } = { at: new Date(0) }] = await p.query<{ at: Date }>(sql`select at from audit_logs
    where entity = 'campaigns' and entity_id = ${id} and action = 'stop'`);
  expect([later.status, later.body.changed.at]).toEqual([412, at.toISOString()]);
});
