import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeUser } from "../../../test/app.ts";
import { EVERYBODY, handlersFor, mailAction, makeGuests, pointAction, promotion } from "../campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// A send is done by whoever started or resumed it, and asks for that person's right whenever a worker takes it up.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
  await makeGuests(p.t.app, p.inn.accountId, { count: 4, mail: "guest" });
});
afterEach(() => p.close());

const both = () =>
  promotion({
    segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [pointAction(100), mailAction()] }],
  });
const drain = () => p.t.app.jobs.drain(handlersFor(p.t.app, FAST));
const TAKEN = {
  right: "update account_users set permissions = '{campaigns/read}' where user_id = $1",
  reach: "delete from account_users where user_id = $1",
  place: "update users set status = 'inactive' where id = $1",
};

/** Somebody whose right ends; started by the call, as of a person. */
async function clerk() {
  const userId = await makeUser(p.t.app, p.inn, "role_user", ["campaigns/read", "campaigns/edit", "campaigns/create"]);
  const caller = await p.t.as(userId);
  return {
    lose: (how: keyof typeof TAKEN) => p.t.past.pool.query(TAKEN[how], [userId]),
    command: async (id: number, command: "activate" | "stop" | "resume") => {
      const { version } = await p.detail(id);
      const payload = command === "activate" ? { payload: { version } } : {};
      const answer = await caller({ method: "POST", url: `/api/campaigns/${id}/${command}`, ...payload });
      expect(answer.statusCode, answer.body).toBe(200);
    },
  };
}
const reached = async () => ({
  mails: p.sink.received.length,
  points: (await p.query<{ n: number }>(sql`select count(*)::int as n from grant_points`))[0]?.n,
});
const english = async (id: number) => {
  const url = `/api/campaigns/${id}`;
  return (await p.staff({ method: "GET", url, headers: { "x-okaeri-language": "en" } })).json();
};

test.each(Object.keys(TAKEN) as (keyof typeof TAKEN)[])(
  "a starter without %s: nobody gets anything, the page says why, and who may resumes it",
  async (how) => {
    const { id } = await p.call("POST", "/campaigns", both());
    const initiator = await clerk();
    await initiator.command(id, "activate");
    await initiator.lose(how);
    await drain();
    const stopped = await p.detail(id);
    expect([stopped.status, stopped.sending, stopped.commands]).toEqual([
      "stopped",
      false,
      ["edit", "resume", "cancel", "copy"],
    ]);
    const reason = "配信を始めた方の権限がなくなったため、止めました。配信の権限のある方が再開できます";
    expect(stopped.pushes.map((push: { stop_reason: string }) => push.stop_reason)).toEqual([reason, reason]);
    expect((await english(id)).pushes[0].stop_reason).toContain("no longer has the permission");
    expect(await reached()).toEqual({ mails: 0, points: 0 });
    expect(await p.query(sql`select actor_user_id, after from audit_logs where action = 'stop'`)).toEqual([
      { actor_user_id: null, after: { reason: "initiator_lost_right" } },
    ]);
    await p.call("POST", `/campaigns/${id}/resume`);
    await drain();
    const ended = await p.detail(id);
    expect(ended.pushes.map((push: { stop_reason: string; sent: number }) => [push.stop_reason, push.sent])).toEqual([
      [null, 4],
      [null, 4],
    ]);
    expect(await reached()).toEqual({ mails: 4, points: 4 });
  },
);

test.each([
  ["points are granted", 1, { mails: 0, points: 0 }],
  ["mails are sent", 2, { mails: 0, points: 4 }],
])("it is asked again before %s", async (_what, nth, sofar) => {
  const { id } = await p.call("POST", "/campaigns", both());
  const initiator = await clerk();
  await initiator.command(id, "activate");
  const handlers = handlersFor(p.t.app, FAST);
  let delivered = 0;
  await p.t.app.jobs.drain(
    handlersFor(p.t.app, FAST, {
      "deliver-push": async (data, run) => {
        delivered++;
        if (delivered === nth) await initiator.lose("right");
        await handlers["deliver-push"](data, run);
      },
    }),
  );
  expect((await p.detail(id)).status).toBe("stopped");
  expect(await reached()).toEqual(sofar);
  await p.call("POST", `/campaigns/${id}/resume`);
  await drain();
  expect(await reached()).toEqual({ mails: 4, points: 4 });
});

test("who resumed answers for the rest, not who started", async () => {
  const { id } = await p.call("POST", "/campaigns", both());
  await p.call("POST", `/campaigns/${id}/activate`, { version: 1 });
  const other = await clerk();
  await other.command(id, "stop");
  await other.command(id, "resume");
  await other.lose("place");
  await drain();
  expect([(await p.detail(id)).status, await reached()]).toEqual(["stopped", { mails: 0, points: 0 }]);
});
