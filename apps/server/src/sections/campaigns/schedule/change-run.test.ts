import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeUser } from "../../../test/app.ts";
import { mailAction, makeGuests } from "../campaigns.fixture.ts";
import { japan, openRuns, type RunsPipeline, running, scheduled, segment } from "./runs.fixture.ts";

let p: RunsPipeline;
let id: number;
let action: number;
let boss: Awaited<ReturnType<typeof makeUser>>;
beforeEach(async () => {
  p = await openRuns("2026-11-20 09:00");
  boss = await makeUser(p.t.app, p.inn, "role_admin", ["*"]);
  await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "g" });
  id = await p.started(running([segment([scheduled(mailAction())])]));
  action = (await p.detail(id)).segments[0].actions[0].id;
});
afterEach(() => p.close());

const iso = (text: string) => japan(text).toISOString();
const change = async (at: string, to: string | null) =>
  (await p.t.as(boss))({
    method: "POST",
    url: `/api/campaigns/${id}/runs`,
    payload: { action_id: action, at: iso(at), move_to: to && iso(to) },
  });
const next = async () =>
  (await p.detail(id)).next_runs.slice(0, 2).map(({ at, planned_at }: Record<string, string>) => [at, planned_at]);
const calendar = async (from: string, to = from) =>
  (await p.call("GET", `/campaigns/calendar?from=${from}&to=${to}`)).items;

describe("a single run", () => {
  test("comes when it was moved to, once", async () => {
    expect((await change("2026-11-20 10:00", "2026-11-20 15:30")).statusCode).toBe(200);
    expect(await next()).toEqual([
      [iso("2026-11-20 15:30"), iso("2026-11-20 10:00")],
      [iso("2026-11-21 10:00"), iso("2026-11-21 10:00")],
    ]);
    p.at("2026-11-20 10:00");
    await p.run(id);
    expect(p.sink.received).toEqual([]);
    expect(await calendar("2026-11-20")).toMatchObject([
      { kind: "schedule", at: iso("2026-11-20 15:30"), count: null },
    ]);
    p.at("2026-11-20 15:30");
    await p.minute();
    await p.minute();
    expect(p.sink.received).toHaveLength(1);
    expect(await calendar("2026-11-20")).toMatchObject([
      { kind: "done", at: iso("2026-11-20 15:30"), count: 1, campaign_id: id, action_id: action, action_type: "mail" },
    ]);
    expect((await change("2026-11-20 10:00", "2026-11-25 10:30")).json().fields).toHaveProperty("at");
  });

  test("is left out, and put back", async () => {
    const left = (await change("2026-11-20 10:00", null)).json();
    expect(left.omitted_runs).toEqual([
      { action_id: action, at: iso("2026-11-20 10:00"), planned_at: iso("2026-11-20 10:00") },
    ]);
    expect(left.next_run.at).toBe(iso("2026-11-21 10:00"));
    expect(await calendar("2026-11-20")).toMatchObject([
      { kind: "missed", omitted: true, reason: "この回を取りやめました" },
    ]);
    expect((await change("2026-11-20 10:00", "2026-11-20 10:00")).json().next_run.at).toBe(iso("2026-11-20 10:00"));
    await change("2026-11-20 10:00", null);
    p.at("2026-11-20 10:01");
    await p.run(id);
    expect((await p.detail(id)).pushes).toEqual([]);
    expect((await p.detail(id)).missed).toEqual([]);
  });

  test("that was moved is moved on and put back by either of its moments", async () => {
    await change("2026-11-20 10:00", "2026-11-20 12:00");
    await change("2026-11-20 12:00", "2026-11-20 13:00");
    expect((await next())[0]).toEqual([iso("2026-11-20 13:00"), iso("2026-11-20 10:00")]);
    await change("2026-11-20 13:00", "2026-11-20 10:00");
    expect((await next())[0]).toEqual([iso("2026-11-20 10:00"), iso("2026-11-20 10:00")]);
  });

  test("leaves one line for each change", async () => {
    await change("2026-11-20 10:00", "2026-11-20 12:00");
    await change("2026-11-20 10:00", "2026-11-20 12:00");
    await change("2026-11-20 10:00", null);
    await change("2026-11-20 10:00", "2026-11-20 10:00");
    const { items } = await p.call("GET", "/audit");
    const lines = items.filter(({ action: what }: { action: string }) => what.endsWith("_run"));
    expect(lines.map(({ action: what }: { action: string }) => what)).toEqual([
      "restore_run",
      "leave_out_run",
      "move_run",
    ]);
  });

  test.each([
    ["a moment that is no run", "2026-11-20 10:01", "2026-11-20 11:00", "at"],
    ["a run that is past", "2026-11-19 10:00", "2026-11-20 11:00", "at"],
    ["into the past", "2026-11-20 10:00", "2026-11-20 08:59", "move_to"],
    ["onto another run", "2026-11-20 10:00", "2026-11-21 10:00", "move_to"],
  ])("is not moved: %s", async (_, at, to, field) => {
    const answer = await change(at, to);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
  });
});

test("the calendar tells days in Japan of all campaigns, and refuses what it cannot show", async () => {
  const items = await calendar("2026-11-20", "2026-11-22");
  expect(items.map(({ at, kind }: Record<string, string>) => [at, kind])).toEqual([
    [iso("2026-11-20 10:00"), "schedule"],
    [iso("2026-11-21 10:00"), "schedule"],
    [iso("2026-11-22 10:00"), "schedule"],
  ]);
  for (const [query, field] of [
    ["from=2026-11-22&to=2026-11-20", "to"],
    ["from=2026-01-01&to=2026-12-31", "to"],
    ["from=2026-02-30&to=2026-03-01", "from"],
  ]) {
    const answer = await p.staff({ method: "GET", url: `/api/campaigns/calendar?${query}` });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
  }
});

test("for how many the next runs would be, each by its moment", async () => {
  const { schedule, triggers } = await p.call("GET", `/campaigns/${id}/expected`);
  const { next_runs } = await p.detail(id);
  expect(triggers).toEqual([]);
  expect(schedule).toHaveLength(6);
  expect(schedule[0]).toEqual({ action_id: action, segment_id: expect.any(Number), at: next_runs[0].at, count: 1 });
});
