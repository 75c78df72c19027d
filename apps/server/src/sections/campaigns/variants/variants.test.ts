import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import type { Wave } from "@okaeri/domain/pushes/next-steps";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ACTION_KINDS } from "../../../main/action-kinds.ts";
import { makeUser } from "../../../test/app.ts";
import { EVERYBODY, mailAction, makeGuests, pointAction, promotion, until } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";
import { runCampaign } from "../schedule/run-campaign.ts";

// Several texts of one mail: each guest gets one by the shares, the others wait until a person has chosen (docs/adr/0565).

let now: Date;
let p: Pipeline;
beforeEach(async () => {
  now = new Date("2026-11-20T12:00:00+09:00");
  p = await openPipeline({ clock: { now: () => now } });
});
afterEach(() => p.close());

const text = (variant: Variant, share: number | null, over: object = {}) => ({
  ...blankMail(),
  variant,
  share,
  title: `文面${variant}`,
  body: `{{ name }}様 ${variant}`,
  ...over,
});
const action = (shares: readonly [number, number], others: object[] = []) => ({
  ...mailAction(text("A", shares[0])),
  other_mails: [text("B", shares[1]), ...(others as ReturnType<typeof text>[])],
});
const comparing = (shares: readonly [number, number], benefits: CampaignEdit["segments"][number]["actions"] = []) =>
  promotion({
    segments: [
      {
        id: null,
        priority_seq: 1,
        target: EVERYBODY,
        benefits_to_reached: false,
        actions: [...benefits, action(shares)],
      },
    ],
  });
const guests = (count: number) => makeGuests(p.t.app, p.inn.accountId, { count, mail: "guest" });
const compared = async (id: number) => (await p.call("GET", `/campaigns/${id}/variants`)).items;
const choose = async (id: number, variant: Variant, over: object = {}) => {
  const [{ rest }] = await compared(id);
  const { version } = await p.detail(id);
  const payload = { push_action_id: rest.push_action_id, variant, version, ...over };
  return p.staff({ method: "POST", url: `/api/campaigns/${id}/variants`, payload });
};
/** Which text each guest was sent, by the subjects that arrived. */
async function arrived(): Promise<Record<string, string>> {
  const entries = p.sink.received.map(async (to) => [to, (await p.sink.parsed(to)).subject ?? ""]);
  return Object.fromEntries(await Promise.all(entries));
}
const byText = (mails: Record<string, string>) =>
  Object.fromEntries(
    [...Map.groupBy(Object.keys(mails), (to) => mails[to])].map(([subject, to]) => [subject, to.length]),
  );

/** Turns of a busy machine can come later than what is due at once. */
const ended = (id: number) =>
  until("all of it went", async () => {
    await p.drain();
    return !(await p.detail(id)).sending;
  });

describe("a send", () => {
  test("goes to the shares, the others wait for a choice, and in the end everybody has exactly one mail", async () => {
    await guests(60);
    const id = await p.started(comparing([20, 20]));
    await p.drain();
    const first = await arrived();
    const held = await p.detail(id);
    const [{ variants, rest }] = await compared(id);
    expect([held.held, held.pushes[0].held, held.pushes[0].waiting]).toEqual([
      "variant",
      { for: "variant", until: null },
      60 - Object.keys(first).length,
    ]);
    expect(rest).toMatchObject({ waiting: held.pushes[0].waiting, may_choose: true, chosen: null });
    expect(byText(first)).toEqual({ 文面A: variants[0].sent, 文面B: variants[1].sent });
    expect(variants.map((one: { share: number; delivered: number }) => [one.share, one.delivered > 2])).toEqual([
      [20, true],
      [20, true],
    ]);
    expect((await choose(id, "B")).statusCode).toBe(200);
    await ended(id);
    const all = await arrived();
    const added = Object.keys(all).filter((to) => !(to in first));
    expect([p.sink.received.length, new Set(p.sink.received).size]).toEqual([60, 60]);
    expect(new Set(added.map((to) => all[to]))).toEqual(new Set(["文面B"]));
    expect((await p.detail(id)).status).toBe("inactive");
    const [after] = await compared(id);
    expect(after.variants, "whoever waited is no part of the comparison").toEqual(variants);
    expect(after.rest).toMatchObject({ waiting: 0, may_choose: false, chosen: "B" });
  });

  test("keeps each guest's letter on its recipient, and gives the same in the next send", async () => {
    await guests(40);
    const id = await p.started(comparing([50, 50]));
    await p.drain();
    const first = await arrived();
    const stored = await p.query<{
      address: string;
      variant: string;
    }>(sql`select customer.email as address, target.variant
      from push_action_targets target join customers customer on customer.id = target.customer_id`);
    expect(Object.fromEntries(stored.map((row) => [row.address, `文面${row.variant}`]))).toEqual(first);
    await p.call("POST", `/campaigns/${id}/activate`, { version: (await p.detail(id)).version });
    await p.drain();
    expect(p.sink.received).toHaveLength(80);
    expect(await arrived()).toEqual(first);
  });

  test("gives whoever waits nothing else before: points come with the mail that tells of them", async () => {
    await guests(30);
    const id = await p.started(comparing([30, 30], [pointAction(100)]));
    await p.drain();
    const given = async () =>
      (await p.query<{ n: number }>(sql`select count(*)::int as n from grant_points`))[0]?.n ?? 0;
    expect([await given(), (await p.detail(id)).held]).toEqual([p.sink.received.length, "variant"]);
    expect(p.sink.received.length).toBeLessThan(30);
    await choose(id, "A");
    await p.drain();
    expect([await given(), p.sink.received.length, (await p.detail(id)).status]).toEqual([30, 30, "inactive"]);
  });

  test("that is stopped while some wait takes a choice, and goes on with it when it is resumed", async () => {
    await guests(30);
    const id = await p.started(comparing([30, 30]));
    await p.drain();
    const before = p.sink.received.length;
    await p.call("POST", `/campaigns/${id}/stop`);
    expect((await choose(id, "A")).statusCode).toBe(200);
    await p.drain();
    expect(p.sink.received).toHaveLength(before);
    await p.call("POST", `/campaigns/${id}/resume`);
    await p.drain();
    expect([p.sink.received.length, (await p.detail(id)).status]).toEqual([30, "inactive"]);
  });

  test("whose worker died between the shares and the choice is found again, and nobody gets two", async () => {
    await guests(30);
    const id = await p.started(comparing([30, 30]));
    await p.drain();
    await p.query(
      sql`update push_actions set wave = 'main', held_for = null, heartbeat_at = now() - interval '2 minutes'`,
    );
    await p.t.past.pool.query("delete from pgboss.job");
    await p.wake();
    expect((await p.detail(id)).held).toBe("variant");
    await choose(id, "B");
    await p.t.past.pool.query("delete from pgboss.job");
    await p.query(sql`update push_actions set heartbeat_at = null, updated_at = now() - interval '2 minutes'`);
    await p.wake();
    expect([p.sink.received.length, new Set(p.sink.received).size]).toEqual([30, 30]);
  });

  test("of a large send one percent of the shares comes first, and nobody who waits", async () => {
    await p.rules({ grace_above_count: 20, grace_seconds: 60 });
    await guests(30);
    const id = await p.started(comparing([40, 40]));
    await p.drain();
    now = new Date(now.getTime() + 60_000);
    await p.wake();
    expect([p.sink.received.length, (await p.detail(id)).held]).toEqual([1, "canary"]);
    now = new Date(now.getTime() + 60_000);
    await p.wake();
    const inShares = p.sink.received.length;
    expect([(await p.detail(id)).held, inShares > 1 && inShares < 30]).toEqual(["variant", true]);
    await choose(id, "A");
    await p.drain();
    expect(p.sink.received).toHaveLength(30);
  });

  test("goes again at once to who had a text and may not have got it, whether the others still wait or not", async () => {
    await guests(30);
    const id = await p.started(comparing([30, 30]));
    await p.drain();
    const unknown = async (variant: Variant, wave: Wave) => {
      const [row] = await p.query<{
        customer_id: number;
      }>(sql`update push_action_targets set outcome = 'unknown', reason = 'connection'
        where customer_id = (select min(customer_id) from push_action_targets where variant = ${variant} and wave = ${wave})
        returning customer_id`);
      await p.query(sql`update push_actions set unknown_count = 1, sent_count = sent_count - 1`);
      await p.call("POST", `/campaigns/${id}/unknown`, { decision: "resend", recipients: null });
      await p.drain();
      return row?.customer_id;
    };
    const before = p.sink.received.length;
    await unknown("A", "main");
    expect([p.sink.received.length - before, (await p.detail(id)).held]).toEqual([1, "variant"]);
    await choose(id, "B");
    await p.drain();
    expect((await p.detail(id)).status).toBe("inactive");
    const all = p.sink.received.length;
    await unknown("B", "remaining");
    await unknown("A", "main");
    expect([p.sink.received.length - all, (await p.detail(id)).status]).toEqual([2, "inactive"]);
    expect((await p.sink.parsed(p.sink.received.at(-1) ?? "")).subject).toBe("文面A");
  });

  test("with two mails whose texts are compared goes on when both are chosen, and everybody has one of each", async () => {
    await guests(40);
    const second = { ...action([30, 30]), seq: 3 };
    const id = await p.started(comparing([30, 30], [second]));
    await p.drain();
    const compares = await compared(id);
    expect(compares.map(({ rest }: { rest: { may_choose: boolean } }) => rest.may_choose)).toEqual([true, true]);
    const before = p.sink.received.length;
    const { version } = await p.detail(id);
    for (const [at, held] of [
      [0, "variant"],
      [1, null],
    ] as const) {
      const push_action_id = compares[at].rest.push_action_id;
      await p.call("POST", `/campaigns/${id}/variants`, { push_action_id, variant: "A", version });
      await p.drain();
      expect([at, (await p.detail(id)).held, p.sink.received.length > before]).toEqual([at, held, at === 1]);
    }
    const each = Map.groupBy(p.sink.received, (to) => to);
    expect([each.size, new Set([...each.values()].map((mails) => mails.length))]).toEqual([40, new Set([2])]);
  });

  test("rests at night once it is chosen", async () => {
    await guests(20);
    const id = await p.started(comparing([30, 30]));
    await p.drain();
    const before = p.sink.received.length;
    now = new Date("2026-11-20T23:00:00+09:00");
    const [{ rest }] = await compared(id);
    const { version } = await p.detail(id);
    const held = await p.call("POST", `/campaigns/${id}/variants`, {
      push_action_id: rest.push_action_id,
      variant: "B",
      version,
    });
    expect([held.held, p.sink.received.length]).toEqual(["quiet_hours", before]);
  });

  test("whose campaign ends before the choice is called off with those who wait", async () => {
    await guests(20);
    const id = await p.started({ ...comparing([30, 30]), campaign_end_dt: "2026-11-20" });
    await p.drain();
    const [{ rest }] = await compared(id);
    now = new Date("2026-11-21T09:00:00+09:00");
    await runCampaign(p.t.app, ACTION_KINDS, { accountId: p.inn.accountId, campaignId: id });
    const ended = await p.detail(id);
    expect([ended.status, ended.pushes[0].skipped]).toEqual(["inactive", rest.waiting]);
    expect((await compared(id))[0].rest).toMatchObject({ waiting: 0, may_choose: false, chosen: null });
  });

  test("takes letters out that an edit took out while it was stopped, and never sends a guest two", async () => {
    await guests(30);
    const id = await p.started(comparing([30, 30]));
    await p.drain();
    await p.call("POST", `/campaigns/${id}/stop`);
    const { version, segments, name, type } = await p.detail(id);
    const [segment] = segments;
    const [mail] = segment.actions;
    const one = { ...mail, mail: { ...mail.mail, share: null }, other_mails: [] };
    await p.call("PUT", `/campaigns/${id}`, {
      name,
      type,
      version,
      campaign_start_dt: null,
      campaign_end_dt: null,
      segments: [{ id: segment.id, priority_seq: 1, target: EVERYBODY, actions: [one] }],
    });
    await p.call("POST", `/campaigns/${id}/resume`);
    await p.drain();
    expect(new Set(p.sink.received).size).toBe(p.sink.received.length);
  });
});

describe("the choice", () => {
  const waiting = async () => {
    await guests(20);
    const id = await p.started(comparing([30, 30]));
    await p.drain();
    return id;
  };

  test("is made once: the same again changes nothing, another is refused", async () => {
    const id = await waiting();
    expect((await choose(id, "A")).statusCode).toBe(200);
    expect((await choose(id, "A")).statusCode).toBe(200);
    const other = await choose(id, "B");
    expect([other.statusCode, other.json().fields]).toEqual([400, undefined]);
    const lines = await p.query<{ n: number }>(
      sql`select count(*)::int as n from audit_logs where action = 'choose_variant' and entity_id = ${id}`,
    );
    expect(lines).toEqual([{ n: 1 }]);
  });

  test("names a text of the action, the version that was looked at, and a send of this campaign", async () => {
    const id = await waiting();
    const other = await choose(id, "C");
    expect([other.statusCode, Object.keys(other.json().fields)]).toEqual([400, ["variant"]]);
    expect((await choose(id, "A", { version: 99 })).statusCode).toBe(412);
    const foreign = await choose(id, "A", { push_action_id: 999_999 });
    expect([foreign.statusCode, foreign.json().fields]).toEqual([400, undefined]);
  });

  test("is for whoever may edit campaigns", async () => {
    const id = await waiting();
    const reader = await p.t.as(await makeUser(p.t.app, p.inn, "role_user", ["campaigns/read"]));
    const [{ rest }] = (await reader({ method: "GET", url: `/api/campaigns/${id}/variants` })).json().items;
    expect(rest.may_choose).toBe(false);
    const payload = { push_action_id: rest.push_action_id, variant: "A", version: (await p.detail(id)).version };
    expect((await reader({ method: "POST", url: `/api/campaigns/${id}/variants`, payload })).statusCode).toBe(403);
  });
});
