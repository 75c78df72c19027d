import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { BY_HAND } from "@okaeri/domain/campaigns/schedule/timing";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, type Facility, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { all, EVERYBODY, mailAction, makeGuests, makeInn, pointAction, promotion } from "./campaigns.fixture.ts";

let t: TestApp;
let inn: Facility;
let staff: Caller;
let foreign: Caller;
let powerless: Caller;

beforeAll(async () => {
  t = await testApp();
  inn = await makeInn(t.app, "宿", 2);
  staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  foreign = await t.as(await makeUser(t.app, await makeInn(t.app, "別の宿"), "role_admin", ["*"]));
  powerless = await t.as(await makeUser(t.app, inn, "role_user", ["customers/read"]));
});
afterAll(() => t.close());

const call = async (as: Caller, method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) => {
  const answer = await as({ method, url: `/api${path}`, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
};
const created = async (document: CampaignEdit): Promise<number> => {
  const { status, body } = await call(staff, "POST", "/campaigns", document);
  expect([status, body]).toEqual([200, { id: expect.any(Number) }]);
  return body.id;
};
const detail = async (id: number) => (await call(staff, "GET", `/campaigns/${id}`)).body;
/** What a saved campaign sends back as an edit. */
const editOf = (saved: Record<string, unknown> & { segments: Record<string, unknown>[] }) => ({
  name: saved.name,
  type: saved.type,
  campaign_start_dt: saved.campaign_start_dt,
  campaign_end_dt: saved.campaign_end_dt,
  version: saved.version,
  segments: saved.segments.map(({ id, priority_seq, target, actions }) => ({ id, priority_seq, target, actions })),
});

describe("who may call", () => {
  test("signed out 401, lacking the action 403, another account's or (I11) a deleted campaign 404 like a missing one", async () => {
    const id = await created(promotion());
    const version = 1;
    const calls: ["GET" | "POST" | "PUT" | "DELETE", string, object?][] = [
      ["GET", "/campaigns"],
      ["GET", `/campaigns/${id}`],
      ["POST", "/campaigns", promotion()],
      ["PUT", `/campaigns/${id}`, { ...promotion(), version }],
      ["DELETE", `/campaigns/${id}`],
      ["POST", "/campaigns/rule-counts", { target: EVERYBODY, type: "repeat_promotion" }],
      ["GET", "/campaigns/value-counts?field=gender"],
      ["GET", "/campaigns/condition-names"],
      ["POST", "/campaigns/audience", { segments: [{ target: EVERYBODY, types: ["mail"] }] }],
      ["POST", "/campaigns/preview", { target: EVERYBODY, mail: mailAction().mail, points: null, customer_id: null }],
      ["POST", `/campaigns/${id}/activate`, { version }],
      ["POST", `/campaigns/${id}/stop`],
      ["POST", `/campaigns/${id}/resume`],
      ["GET", `/campaigns/${id}/recipients`],
    ];
    for (const [method, path, payload] of calls) {
      expect((await call(t.anonymous, method, path, payload)).status, `${method} ${path}`).toBe(401);
      expect((await call(powerless, method, path, payload)).status, `${method} ${path}`).toBe(403);
    }
    const findNothing = async (as: Caller) => {
      for (const [method, path, payload] of calls.filter(([, path]) => path.includes(`/${id}`))) {
        const answer = await call(as, method, path, payload);
        const missing = await call(as, method, path.replace(`/${id}`, "/999999999"), payload);
        expect([answer.status, answer.body], `${method} ${path}`).toEqual([404, missing.body]);
      }
    };
    await findNothing(foreign);
    expect((await detail(id)).version).toBe(1);
    expect((await call(staff, "DELETE", `/campaigns/${id}`)).status).toBe(200);
    await findNothing(staff);
  });

  test("rows carry what the person may do", async () => {
    const id = await created(promotion());
    const reader = await t.as(await makeUser(t.app, inn, "role_user", ["campaigns/read"]));
    const actions = async (as: Caller) =>
      (await call(as, "GET", "/campaigns?size=100")).body.items.find((item: { id: number }) => item.id === id)
        .page_actions;
    expect([await actions(staff), await actions(reader)]).toEqual([["read", "edit", "delete"], ["read"]]);
    expect((await call(reader, "GET", `/campaigns/${id}`)).body.commands).toEqual([]);
    expect((await detail(id)).commands).toEqual(["edit", "delete", "activate", "copy"]);
  });
});

describe("saving", () => {
  test("the document comes back as it was saved, with Lua and counts", async () => {
    const target = all({ field: "stay_count", operator: ">=", value: 3 });
    const id = await created(
      promotion({
        campaign_start_dt: "2026-11-01",
        campaign_end_dt: "2026-12-31",
        segments: [{ id: null, priority_seq: 1, target, actions: [pointAction(), mailAction()] }],
      }),
    );
    const saved = await detail(id);
    expect(saved).toMatchObject({
      name: "秋のご案内",
      status: "inactive",
      campaign_start_dt: "2026-11-01",
      campaign_end_dt: "2026-12-31",
      action_types: ["point", "mail"],
      missing: [],
      pushes: [],
      version: 1,
    });
    expect(saved.segments[0]).toMatchObject({ target, lua_script: "stay_count >= 3", target_count: 0 });
    expect(saved.segments[0].actions).toEqual([
      { ...BY_HAND, ...pointAction(), id: expect.any(Number) },
      { ...BY_HAND, ...mailAction(), id: expect.any(Number), other_mails: [] },
    ]);
  });

  test("a draft may be incomplete, and says what is missing by field", async () => {
    const id = await created(
      promotion({
        campaign_end_dt: "2026-11-01",
        segments: [
          { id: null, priority_seq: 1, target: EVERYBODY, actions: [] },
          {
            id: null,
            priority_seq: 2,
            target: EVERYBODY,
            actions: [
              { ...pointAction(), point: { ...pointAction().point!, grant_absolute: null } },
              mailAction({ title: "", body: "" }),
            ],
          },
        ],
      }),
    );
    const saved = await detail(id);
    expect(saved.missing.map((m: { path: string }) => m.path)).toEqual([
      "campaign_end_dt",
      "segments.0.actions",
      "segments.1.actions.0.point.grant_absolute",
      "segments.1.actions.1.mail.title",
      "segments.1.actions.1.mail.body",
    ]);
    const sent = await call(staff, "POST", `/campaigns/${id}/activate`, { version: 1 });
    expect([sent.status, Object.keys(sent.body.fields)]).toEqual([
      400,
      saved.missing.map((m: { path: string }) => m.path),
    ]);
  });

  test.each<[string, Partial<CampaignEdit>, string]>([
    [
      "subject with a forged header (B18)",
      { segments: [segment(mailAction({ title: "a\r\nBcc: x@y.example" }))] },
      "segments.0.actions.0.mail.title",
    ],
    [
      "foreign sender (B18)",
      { segments: [segment(mailAction({ from_address: "other@evil.example" }))] },
      "segments.0.actions.0.mail.from_address",
    ],
    [
      "sender with a line break",
      { segments: [segment(mailAction({ from_address: "a@b.jp\r\nBcc: c@d.jp" }))] },
      "segments.0.actions.0.mail.from_address",
    ],
    [
      "misspelt placeholder (T03)",
      { segments: [segment(mailAction({ body: "{{ nmae }}" }))] },
      "segments.0.actions.0.mail.body",
    ],
    [
      "template tag (T03)",
      { segments: [segment(mailAction({ body: "{% for x in y %}" }))] },
      "segments.0.actions.0.mail.body",
    ],
    ["NUL in the text (B15)", { segments: [segment(mailAction({ body: "a\0b" }))] }, "segments.0.actions.0.mail.body"],
    ["NUL in the name (B15)", { name: "a\0b" }, "name"],
    [
      "unknown field",
      { segments: [{ ...segment(), target: all({ field: "password", operator: "=", value: 1 }) }] },
      "segments.0.target.rules.0.field",
    ],
    [
      "another account's group (I06)",
      { segments: [{ ...segment(), target: all({ field: "rfm_group_id", operator: "in", value: [999999] }) }] },
      "segments.0.target.rules.0.value",
    ],
    ["another campaign's segment (I06)", { segments: [{ ...segment(), id: 999999 }] }, "segments.0.id"],
    ["dates turned round", { campaign_start_dt: "2026-12-02", campaign_end_dt: "2026-12-01" }, "campaign_end_dt"],
    ["one place twice", { segments: [segment(), segment()] }, "segments.1.priority_seq"],
  ])("refuses %s and names the field", async (_, over, field) => {
    const answer = await call(staff, "POST", "/campaigns", promotion(over));
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]]);
  });

  test("an edit replaces the whole; a stale one is 412 and changes nothing", async () => {
    const id = await created(promotion({ segments: [segment(pointAction(), mailAction())] }));
    const edit = editOf(await detail(id));
    const first = edit.segments[0] as CampaignEdit["segments"][number];
    const changed = {
      ...edit,
      name: "冬のご案内",
      segments: [
        { ...first, priority_seq: 2, actions: first.actions.filter((action) => action.type === "mail") },
        { ...segment(), priority_seq: 1, target: all({ field: "stay_count", operator: "=", value: 1 }) },
      ],
    };
    const answers = await Promise.all([
      call(staff, "PUT", `/campaigns/${id}`, changed),
      call(staff, "PUT", `/campaigns/${id}`, changed),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412]);
    const saved = await detail(id);
    expect([saved.name, saved.version]).toEqual(["冬のご案内", 2]);
    expect(
      saved.segments.map((s: { id: number; priority_seq: number; actions: unknown[] }) => [
        s.priority_seq,
        s.actions.length,
        s.id === first.id,
      ]),
    ).toEqual([
      [1, 1, false],
      [2, 1, true],
    ]);
  });

  test("a draft is removed, and is then not found", async () => {
    const id = await created(promotion({ segments: [segment(pointAction(), mailAction())] }));
    expect((await call(staff, "DELETE", `/campaigns/${id}`)).status).toBe(200);
    expect((await call(staff, "GET", `/campaigns/${id}`)).status).toBe(404);
  });

  test("the list filters, sorts and counts", async () => {
    await created(promotion({ name: "見つけてね", type: "basic", segments: [segment(pointAction())] }));
    const found = (await call(staff, "GET", "/campaigns?q=見つけて&type=basic&status=inactive")).body;
    expect([found.total, found.items[0]]).toMatchObject([
      1,
      { name: "見つけてね", action_types: ["point"], sending: false, figures: null },
    ]);
    const names = (await call(staff, "GET", "/campaigns?sort=name&size=100")).body.items.map(
      (i: { name: string }) => i.name,
    );
    expect(names).toEqual([...names].sort());
  });
});

describe("preview", () => {
  test("the preview is a real guest's mail: names cannot break out (T01), gaps are filled (T08), the law's block is there", async () => {
    const place = await makeInn(t.app, "茶屋");
    const user = await t.as(await makeUser(t.app, place, "role_admin", ["*"]));
    const [id] = await makeGuests(t.app, place.accountId, {
      count: 1,
      mail: "evil",
      name: '<script>alert(1)</script>"',
    });
    const mail = mailAction({
      body: "{{ name }}\n{{ member_number }}\n{{ rank }} {{ granted_points }}\n{{ last_stay_on }}\n\n<b>x</b>",
    }).mail;
    const ask = { target: EVERYBODY, mail, points: 300, customer_id: null };
    const { body } = await call(user, "POST", "/campaigns/preview", ask);
    expect(body.customer).toEqual({ id, name: '<script>alert(1)</script>"', email: "evil1@example.jp" });
    expect(body.html).not.toMatch(/<script|<b>|undefined|null/);
    expect(body.text).not.toMatch(/undefined|null/);
    expect(body.text).toContain('"\n一般 300\n\n<b>x</b>\n');
    expect(body.omitted_lines).toEqual([
      { field: "body", seq: null, line: 2, missing: ["member_number"] },
      { field: "body", seq: null, line: 4, missing: ["last_stay_on"] },
    ]);
    expect(body.text).toContain("茶屋株式会社");
    expect([body.from, body.problems]).toEqual(['"茶屋" <info@inn.example>', []]);
    const wrong = await call(user, "POST", "/campaigns/preview", { ...ask, mail: { ...mail, title: "{{ x }}" } });
    expect([wrong.status, wrong.body.html, wrong.body.problems.map((p: { field: string }) => p.field)]).toEqual([
      200,
      "",
      ["title"],
    ]);
    const other = (await makeGuests(t.app, inn.accountId, { count: 1, mail: "other" }))[0];
    expect((await call(user, "POST", "/campaigns/preview", { ...ask, customer_id: other })).status).toBe(404);
  });

  test("nobody in the target: it is shown as an invented guest gets it", async () => {
    const { body } = await call(staff, "POST", "/campaigns/preview", {
      target: all({ field: "stay_count", operator: "=", value: 99 }),
      mail: mailAction().mail,
      points: null,
      customer_id: null,
    });
    expect([body.customer, body.subject]).toEqual([null, "見本 花子様へ お知らせ"]);
  });
});

describe("states", () => {
  test("a basic campaign is switched on, stopped and resumed, and sends nothing", async () => {
    const id = await created(promotion({ type: "basic", segments: [segment(pointAction())] }));
    const on = await call(staff, "POST", `/campaigns/${id}/activate`, { version: 1 });
    expect([on.status, on.body.status, on.body.pushes, on.body.commands]).toEqual([
      200,
      "active",
      [],
      ["stop", "pay_stays", "copy"],
    ]);
    expect((await call(staff, "PUT", `/campaigns/${id}`, editOf(on.body))).status).toBe(400);
    expect((await call(staff, "POST", `/campaigns/${id}/stop`)).body.status).toBe("stopped");
    expect((await call(staff, "POST", `/campaigns/${id}/resume`)).body.status).toBe("active");
  });

  test("two clicks on send make one send; the second answers the same; an older version is 412", async () => {
    const id = await created(promotion({ segments: [segment(pointAction(), mailAction())] }));
    const both = await Promise.all([1, 2].map(() => call(staff, "POST", `/campaigns/${id}/activate`, { version: 1 })));
    expect(both.map((answer) => [answer.status, answer.body.pushes.length])).toEqual([
      [200, 2],
      [200, 2],
    ]);
    expect((await call(staff, "POST", `/campaigns/${id}/activate`, { version: 3 })).status).toBe(412);
    const jobs = await t.past.pool.query(
      "select data->>'push_action_id' as id from pgboss.job where name = 'snapshot-recipients'",
    );
    const pushes = both[0]?.body.pushes.map((p: { id: number }) => String(p.id));
    expect(jobs.rows.filter((job) => pushes.includes(job.id))).toHaveLength(1);
    expect((await call(staff, "DELETE", `/campaigns/${id}`)).status).toBe(400);
  });

  test("a campaign whose first day has not come cannot be sent", async () => {
    const id = await created(promotion({ campaign_start_dt: "2027-01-01" }));
    const sent = await call(staff, "POST", `/campaigns/${id}/activate`, { version: 1 });
    expect([sent.status, Object.keys(sent.body.fields)]).toEqual([400, ["campaign_start_dt"]]);
  });

  test("every write leaves its line in the audit log", async () => {
    const id = await created(promotion());
    await call(staff, "POST", `/campaigns/${id}/activate`, { version: 1 });
    await call(staff, "POST", `/campaigns/${id}/stop`);
    const lines = await t.app.database.inScope({ accountIds: [inn.accountId] }, (tx) =>
      sql<{
        action: string;
      }>`select action from audit_logs where entity = 'campaigns' and entity_id = ${id} order by id`.execute(tx.db),
    );
    expect(lines.rows.map((line) => line.action)).toEqual(["create", "send", "stop"]);
  });
});

function segment(...actions: CampaignEdit["segments"][number]["actions"]): CampaignEdit["segments"][number] {
  return { id: null, priority_seq: 1, target: EVERYBODY, actions: actions.length > 0 ? actions : [mailAction()] };
}
