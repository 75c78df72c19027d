import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeUser } from "../../test/app.ts";
import { makeGuests, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";

// What a person does about mails of which nobody knows whether they arrived: over HTTP, with a mail server that takes them and breaks off.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

type Row = { push_action_id: number; customer_id: number; address: string; message_id: string; at: string };
const unknownOf = async (id: number): Promise<Row[]> =>
  (await p.call("GET", `/campaigns/${id}/recipients?outcome=unknown&size=100`)).items;
const ask = (id: number, payload: object, caller = p.staff) =>
  caller({ method: "POST", url: `/api/campaigns/${id}/unknown`, payload });
const named = (rows: Row[]) => rows.map(({ push_action_id, customer_id }) => ({ push_action_id, customer_id }));
const figures = async (id: number) => (await p.detail(id)).pushes[0];
const arrived = (address: string) => p.sink.received.filter((one) => one === address).length;
const audited = async (action: string) =>
  (await p.query(sql<{ after: unknown }>`select after from audit_logs where action = ${action}`)).map(
    (one) => one.after,
  );

/** Six guests; of the mails of three of them nobody knows. */
async function sent(): Promise<number> {
  await makeGuests(p.t.app, p.inn.accountId, { count: 6, mail: "guest" });
  p.verdict = (recipient) => (/guest[123]@/.test(recipient) ? "drop_after_dot" : "take");
  const id = await p.started(promotion());
  await p.work();
  await p.rest(id);
  expect(await figures(id)).toMatchObject({ push_status: "done", targets: 6, sent: 3, unknown: 3 });
  return id;
}

test("the unknown ones are listed with what to look for in the mail server's log; only they carry it", async () => {
  const id = await sent();
  const rows = await unknownOf(id);
  expect(rows.map(({ address }) => address)).toEqual(["guest1@example.jp", "guest2@example.jp", "guest3@example.jp"]);
  for (const { address, message_id } of rows) expect(p.sink.raw.get(address)).toContain(`Message-ID: ${message_id}`);
  const { items } = await p.call("GET", `/campaigns/${id}/recipients?outcome=sent`);
  expect(items.map((one: Row) => one.message_id)).toEqual([null, null, null]);
  expect((await p.detail(id)).commands).toContain("decide_unknown");
});

describe("sent again", () => {
  test("whom a person chose gets it exactly once more, also when it is asked twice at once; the figures follow", async () => {
    const id = await sent();
    p.verdict = () => "take";
    const recipients = named((await unknownOf(id)).slice(0, 2));
    const answers = await Promise.all([1, 2, 3].map(() => ask(id, { decision: "resend", recipients })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    // The answers say how many were decided, and how many of those named were not.
    const counts = answers.map((answer) => answer.json()).map(({ decided, omitted }) => [decided, omitted]);
    expect(counts.sort()).toEqual([
      [0, 2],
      [0, 2],
      [2, 0],
    ]);
    await p.rest(id);
    expect(["guest1@example.jp", "guest2@example.jp", "guest3@example.jp"].map(arrived)).toEqual([2, 2, 1]);
    expect(await figures(id)).toMatchObject({ push_status: "done", targets: 6, sent: 5, unknown: 1, waiting: 0 });
    expect((await p.detail(id)).status).toBe("inactive");
    expect(await audited("resend_unknown")).toEqual([{ recipients: 2 }]);
    // The third is unchanged; all that are left are decided without being named.
    const rest = await ask(id, { decision: "resend", recipients: null });
    expect([rest.statusCode, rest.json()]).toMatchObject([200, { decided: 1, omitted: 0 }]);
    await p.rest(id);
    expect(arrived("guest3@example.jp")).toBe(2);
    expect(await figures(id)).toMatchObject({ sent: 6, unknown: 0 });
    expect((await p.detail(id)).commands).not.toContain("decide_unknown");
  });

  test("whoever withdrew consent meanwhile gets nothing, and a mail that breaks off again is unknown again", async () => {
    const id = await sent();
    const [first] = await unknownOf(id);
    await p.query(sql`insert into customer_consents (account_id, customer_id, channel, state, source)
      values (${p.inn.accountId}, ${first?.customer_id}, 'mail', 'withdrawn', 'guest')`);
    p.verdict = (recipient) => (recipient.startsWith("guest2") ? "drop_after_dot" : "take");
    await ask(id, { decision: "resend", recipients: null });
    await p.rest(id);
    expect(await figures(id)).toMatchObject({ sent: 4, skipped: 1, unknown: 1 });
    expect(arrived("guest1@example.jp")).toBe(1);
  });

  test("of a stopped send they go with the rest", async () => {
    const id = await sent();
    p.verdict = () => "take";
    await p.query(sql`update campaigns set status = 'stopped' where id = ${id}`);
    const answer = await ask(id, { decision: "resend", recipients: null });
    expect(answer.json()).toMatchObject({ status: "stopped", commands: ["edit", "resume", "copy"] });
    await p.drain().catch(() => {});
    expect(p.sink.received).toHaveLength(6);
    await p.call("POST", `/campaigns/${id}/resume`);
    await p.rest(id);
    expect(p.sink.received).toHaveLength(9);
    expect(await figures(id)).toMatchObject({ push_status: "done", sent: 6, unknown: 0 });
  });
});

test("noted as delivered: nothing is sent, the figures follow, once", async () => {
  const id = await sent();
  const recipients = named(await unknownOf(id)).slice(1);
  await Promise.all([1, 2].map(() => ask(id, { decision: "delivered", recipients })));
  expect(await figures(id)).toMatchObject({ push_status: "done", sent: 5, unknown: 1 });
  expect(await audited("confirm_delivered")).toEqual([{ recipients: 2 }]);
  expect((await p.outcomes(id))["guest3@example.jp"]).toEqual(["sent", null]);
  expect(p.sink.received).toHaveLength(6);
  // Neither of them is unknown any more: sending again finds the third alone.
  p.verdict = () => "take";
  await ask(id, { decision: "resend", recipients: null });
  await p.rest(id);
  expect(p.sink.received.slice(6)).toEqual(["guest1@example.jp"]);
});

test("who may not send may not decide, and another campaign's recipients are not touched", async () => {
  const id = await sent();
  const reader = await p.t.as(await makeUser(p.t.app, p.inn, "role_user", ["campaigns/read"]));
  expect((await ask(id, { decision: "resend", recipients: null }, reader)).statusCode).toBe(403);
  const recipients = named(await unknownOf(id));
  const { id: other } = await p.call("POST", "/campaigns", promotion());
  const nobody = (await ask(other, { decision: "delivered", recipients: [...recipients, ...recipients] })).json();
  expect(nobody).toMatchObject({ decided: 0, omitted: 3 });
  expect((await ask(other, { decision: "maybe", recipients })).statusCode).toBe(400);
  expect((await ask(other, { decision: "resend", recipients: [] })).statusCode).toBe(400);
  expect(await figures(id)).toMatchObject({ sent: 3, unknown: 3 });
});
