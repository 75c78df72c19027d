import type { PointDetail } from "@okaeri/contract/campaigns/actions/point/point";
import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeGrant, within } from "../../customers/customers.fixture.ts";
import {
  all,
  EVERYBODY,
  handlersFor,
  mailAction,
  makeGuests,
  pointAction,
  promotion,
  until,
} from "../campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// A send promises what the ledger holds: every recipient of points has an outcome of his own, and mails follow it.
// Today is 2026-11-20 in Tokyo.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

type Action = CampaignEdit["segments"][number]["actions"][number];
const pointsThat = (expiry: Partial<PointDetail>, points = 500): Action => ({
  ...pointAction(points),
  point: { ...pointAction(points).point!, expiration_type: "none", expiration_days_from_grant: null, ...expiry },
});
const fromLastStay = (days: number, points = 500) =>
  pointsThat({ expiration_type: "days_from_last_stay", expiration_days_from_last_stay: days }, points);
const NAMING = "{{ granted_points }}ポイントを贈ります。残高{{ point_balance }}";
const offer = (...actions: Action[]) =>
  promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }] });
const stayedOn = (ids: readonly number[], day: string) =>
  p.query(
    sql`update customer_totals set last_stay_on = ${day}, stay_count = 1 where customer_id = any(${ids}::bigint[]) returning 1`,
  );
const activation = async (document: CampaignEdit) => {
  const { id } = await p.call("POST", "/campaigns", document);
  const answer = await p.staff({ method: "POST", url: `/api/campaigns/${id}/activate`, payload: { version: 1 } });
  return { status: answer.statusCode, fields: answer.json().fields as Record<string, string> | undefined };
};
const rows = async (id: number) =>
  (await p.call("GET", `/campaigns/${id}/recipients?size=100`)).items
    .map((one: { customer_name: string; type: string; outcome: string; reason: string | null }) =>
      [one.customer_name, one.type, one.outcome, one.reason].join(" "),
    )
    .sort();

describe("what each recipient got", () => {
  test("granted, expired at once and skipped are outcomes with reasons; who got nothing gets no mail of it", async () => {
    const recent = await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "recent", name: "近" });
    const lapsed = await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "lapsed", name: "昔" });
    await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "fresh", name: "初" });
    const [gone = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "gone", name: "退" });
    await stayedOn(recent, "2026-11-01");
    await stayedOn(lapsed, "2026-05-01");
    const { id } = await p.frozen(offer(fromLastStay(30), mailAction({ body: NAMING })));
    await p.query(sql`update customers set active_status = 'inactive' where id = ${gone} returning 1`);
    await p.work();
    await p.rest(id);
    const dead = "最終宿泊からの日数などにより、付与してもすでに失効しているため、付与しませんでした";
    const unsent = "ポイントが付与されなかったため、送りませんでした";
    expect(await rows(id)).toEqual(
      [
        ...Array(2).fill("近 point sent "),
        ...Array(2).fill("近 mail sent "),
        ...Array(2).fill(`昔 point skipped ${dead}`),
        ...Array(2).fill(`昔 mail skipped ${unsent}`),
        "初 point sent ",
        "初 mail sent ",
        "退 point skipped 無効なお客様です",
        "退 mail skipped 無効なお客様です",
      ].sort(),
    );
    const saved = await p.detail(id);
    expect(saved).toMatchObject({ figures: { sends: 1, targets: 6, reached: 3, omitted: 3 }, points_granted: 1_500 });
    for (const push of saved.pushes)
      expect(push).toMatchObject({ push_status: "done", targets: 6, sent: 3, skipped: 3, failed: 0, waiting: 0 });
    expect(p.sink.received.map((to) => to.replace(/\d@.*/, "")).sort()).toEqual(["fresh", "recent", "recent"]);
    expect((await p.sink.parsed("recent1@example.jp")).text).toContain("500ポイントを贈ります。残高500");
    expect(await p.query(sql`select sum(grant_point)::int as n from grant_points`)).toEqual([{ n: 1_500 }]);
    const shown = await p.staff({
      method: "GET",
      url: `/api/campaigns/${id}/recipients?outcome=skipped`,
      headers: { "x-okaeri-language": "en" },
    });
    expect(new Set(shown.json().items.map((one: { reason: string }) => one.reason))).toEqual(
      new Set([
        "Not granted: the points would already have expired",
        "Not sent, because the points were not granted",
        "The customer is inactive",
      ]),
    );
  });

  test("of two grants one is dead for a guest: no mail; the figure is what the ledger got, also after the rule changed while stopped", async () => {
    const [recentGuest = 0, part = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "guest" });
    await stayedOn([recentGuest], "2026-11-19");
    await stayedOn([part], "2026-05-01");
    const { id } = await p.frozen(
      offer(fromLastStay(30, 200), { ...pointAction(300), seq: 3 }, mailAction({ body: NAMING })),
    );
    await p.call("POST", `/campaigns/${id}/stop`);
    const stopped = await p.detail(id);
    const edit = {
      ...Object.fromEntries(
        ["name", "type", "campaign_start_dt", "campaign_end_dt", "version"].map((key) => [key, stopped[key]]),
      ),
      segments: stopped.segments.map((segment: { actions: Action[] } & Record<string, unknown>) => ({
        id: segment.id,
        priority_seq: segment.priority_seq,
        target: segment.target,
        actions: segment.actions.map((action) =>
          action.type === "point" && action.point?.grant_absolute === 300
            ? { ...action, point: { ...action.point, grant_absolute: 100 } }
            : action,
        ),
      })),
    };
    await p.call("PUT", `/campaigns/${id}`, edit);
    await p.call("POST", `/campaigns/${id}/resume`);
    await p.work();
    await p.rest(id);
    expect(p.sink.received).toEqual(["guest1@example.jp"]);
    expect((await p.sink.parsed("guest1@example.jp")).text).toContain("300ポイントを贈ります。残高300");
  });

  test("activated before midnight, granted after it: nobody is told of points that are no more", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "guest" });
    await p.rules({ quiet_from: null, quiet_until: null });
    const document = offer(
      pointsThat({ expiration_type: "date", expiration_date: "2026-11-20" }),
      mailAction({ body: NAMING }),
    );
    const { id } = await p.frozen(document);
    const tomorrow = { ...p.t.app, clock: { now: () => new Date("2026-11-20T15:00:00Z") } };
    await p.t.app.jobs.work(handlersFor(tomorrow, FAST));
    await p.rest(id);
    expect((await p.detail(id)).pushes.map((one: object) => ({ ...one }))).toMatchObject([
      { push_status: "done", sent: 0, skipped: 2 },
      { push_status: "done", sent: 0, skipped: 2 },
    ]);
    expect([p.sink.received, await p.query(sql`select from grant_points`)]).toEqual([[], []]);
  });

  test("a grant the ledger refuses is failed with words of its own, and its guest gets no mail", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "guest" });
    const { id } = await p.frozen(offer(pointAction(300), mailAction({ body: NAMING })));
    await p.query(sql`update points set grant_type = 'rate', grant_absolute = null, grant_rate = 1 returning 1`);
    await p.work();
    await until("it ended", async () => !(await p.detail(id)).sending);
    expect(await rows(id)).toEqual([
      ...Array(2).fill("山田 太郎 mail skipped ポイントが付与されなかったため、送りませんでした"),
      ...Array(2).fill("山田 太郎 point failed ポイントを記録できませんでした"),
    ]);
    expect(p.sink.received).toEqual([]);
  });
});

describe("what can only be dead is refused at activation, what is too much at input", () => {
  const at = (field: string, action = 0) => `segments.0.actions.${action}.${field}`;

  test("an expiry in the past, one before a basic campaign's first day, and days that nobody's last stay reaches", async () => {
    const past = pointsThat({ expiration_type: "date", expiration_date: "2026-11-19" });
    expect(await activation(offer(past))).toEqual({
      status: 400,
      fields: { [at("point.expiration_date")]: "付与する日より前に有効期限が切れます。後の日付にしてください" },
    });
    const early = pointsThat({ expiration_type: "date", expiration_date: "2026-12-31" });
    const basic = { ...offer(early), type: "basic" as const, campaign_start_dt: "2027-01-01" };
    expect(await activation(basic)).toMatchObject({
      status: 400,
      fields: { [at("point.expiration_date")]: expect.any(String) },
    });
    const guests = await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "guest" });
    await stayedOn(guests, "2026-10-21");
    const target = all({ field: "stay_count", operator: ">=", value: 1 });
    const since = (days: number) => ({
      ...offer(),
      segments: [{ id: null, priority_seq: 1, target, actions: [fromLastStay(days), mailAction()] }],
    });
    expect(await activation(since(29))).toMatchObject({
      status: 400,
      fields: { [at("point.expiration_days_from_last_stay")]: expect.stringContaining("全員") },
    });
    expect((await activation(since(30))).status).toBe(200);
    const nobody = all({ field: "stay_count", operator: ">=", value: 99 });
    const empty = since(1);
    expect((await activation({ ...empty, segments: [{ ...empty.segments[0]!, target: nobody }] })).status).toBe(200);
  });

  test("a text that tells granted points where the segment grants none", async () => {
    const answer = await activation(offer(mailAction({ title: "{{ granted_points }}ポイント進呈" })));
    expect([answer.status, Object.keys(answer.fields ?? {})]).toEqual([400, [at("mail.title")]]);
  });

  test.each([
    ["grant_absolute", { grant_absolute: 10_000_001 }],
    ["grant_condition", { grant_condition: 1_000_000_001 }],
    ["grant_rate", { grant_type: "rate" as const, grant_absolute: null, grant_rate: 100.001 }],
  ])("%s above its bound", async (field, over) => {
    const payload = offer(pointsThat(over));
    const answer = await p.staff({ method: "POST", url: "/api/campaigns", payload });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [at(`point.${field}`)]]);
  });
});

test("a debt takes the points it is owed, and the mail says both figures", async () => {
  const [id = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "guest" });
  await within(p.t.app, [p.inn.accountId], async (tx) => {
    const grant = await makeGrant(tx, p.inn.accountId, id, { point: 200, on: "2026-11-01" });
    await sql`insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on)
      values (${p.inn.accountId}, ${id}, ${grant}, 'debt_incurred', 200, '2026-11-02')`.execute(tx.db);
    await sql`update point_lots set remaining = 0 where customer_id = ${id}`.execute(tx.db);
    await sql`update point_accounts set balance = 0, debt = 200 where customer_id = ${id}`.execute(tx.db);
  });
  const campaign = await p.started(offer(pointAction(500), mailAction({ body: NAMING })));
  await p.work();
  await p.rest(campaign);
  expect((await p.sink.parsed("guest1@example.jp")).text).toContain("500ポイントを贈ります。残高300");
});
