import type { ResultFigure } from "@okaeri/contract/campaigns/results/result-figures";
import { shareInterval } from "@okaeri/domain/campaigns/results/lift";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import type { Wave } from "@okaeri/domain/pushes/next-steps";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser } from "../../../test/app.ts";
import { recomputeAttributions } from "../../conversions/conversions.jobs.ts";
import { type MessageEvent, recordMessageEvents } from "../../messaging/events/record-message-events.ts";
import { EVERYBODY, mailAction, makeGuests, promotion } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// What came of each text: two for thirty percent each, the rest got B by a person's choice. Every third guest opened, every sixth clicked,
// every second booked after that; the guests with even numbers were seen at the annex.

type Sent = { push_action_id: number; customer_id: number; variant: "A" | "B"; wave: Wave };
type Row = Record<ResultFigure, number> & { key: string; variant: string | null; name: string };

let now: Date;
let p: Pipeline;
let annex: Facility;
let clerk: Caller;
let boss: Caller;
let id: number;
let sent: Sent[];
const opened = ({ customer_id }: Sent) => customer_id % 3 === 0;
const clicked = ({ customer_id }: Sent) => customer_id % 6 === 0;
const booked = ({ customer_id }: Sent) => customer_id % 2 === 0;
const atAnnex = ({ customer_id }: Sent) => customer_id % 4 === 0;

beforeAll(async () => {
  now = new Date("2026-11-02T01:00:00Z");
  p = await openPipeline({ clock: { now: () => now } });
  const { accountId } = p.inn;
  annex = await makeAccount(p.t.app, { name: "別館", above: p.inn, option: null });
  const guests = await makeGuests(p.t.app, accountId, { count: 48, mail: "guest" });
  await p.query(sql`insert into customer_facilities (account_id, facility_account_id, customer_id, first_seen_on)
    select ${accountId}, ${annex.accountId}, id, '2026-01-05' from unnest(${guests.filter((one) => one % 4 === 0)}::bigint[]) id`);
  await p.rules({ quiet_from: null, quiet_until: null, grace_above_count: null });
  const text = (variant: "A" | "B") => ({ ...blankMail(), variant, share: 30, title: `文面${variant}`, body: "本文" });
  const actions = [{ ...mailAction(text("A")), other_mails: [text("B")] }];
  id = await p.started(promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }] }));
  await p.drain();
  const [{ rest }] = (await p.call("GET", `/campaigns/${id}/variants`)).items;
  const { version } = await p.detail(id);
  await p.call("POST", `/campaigns/${id}/variants`, { push_action_id: rest.push_action_id, variant: "B", version });
  await p.drain();
  sent = await p.query<Sent>(sql`select push_action_id::int, customer_id::int, variant, wave from push_action_targets`);
  const event = (kind: "opened" | "clicked", one: Sent, at: string): MessageEvent => ({
    providerEventId: `${kind}:${one.customer_id}`,
    kind,
    happenedAt: new Date(at),
    pushActionId: one.push_action_id,
    customerId: one.customer_id,
    mailId: null,
    ...(kind === "clicked" ? { linkNo: 1 } : {}),
  });
  await p.t.app.database.inScope({ accountIds: [accountId] }, (tx) =>
    recordMessageEvents(tx, accountId, [
      ...sent.filter(opened).map((one) => event("opened", one, "2026-11-02T02:00:00Z")),
      ...sent.filter(clicked).map((one) => event("clicked", one, "2026-11-02T02:10:00Z")),
    ]),
  );
  for (const one of sent.filter(booked))
    await p.query(sql`insert into stay_reservations (account_id, facility_account_id, customer_id, original_reservation_code,
        reserved_date, reserved_price, check_in_date, check_out_date)
      values (${accountId}, ${atAnnex(one) ? annex.accountId : accountId}, ${one.customer_id}, ${`R${one.customer_id}`}, '2026-11-05',
        10000, '2026-12-30', '2026-12-31')`);
  now = new Date("2026-11-20T03:00:00Z");
  await recomputeAttributions(p.t.app, { signal: new AbortController().signal });
  boss = await p.t.as(await makeUser(p.t.app, p.inn, "role_admin", ["*"]));
  clerk = await p.t.as(await makeUser(p.t.app, annex, "role_user", ["campaigns/read", "customers/read"]));
});
afterAll(() => p.close());

const asked = async (who: Caller, path: string) => {
  const answer = await who({ method: "GET", url: `/api/campaigns/${id}${path}` });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const count = (of: readonly Sent[], meets: (one: Sent) => boolean) => of.filter(meets).length;

test("each text counts the guests who got it by its share, with intervals of what they did", async () => {
  const [{ variants, rest }] = (await asked(boss, "/variants")).items;
  expect(rest).toMatchObject({ waiting: 0, may_choose: false, chosen: "B" });
  for (const variant of ["A", "B"] as const) {
    const own = sent.filter((one) => one.variant === variant && one.wave !== "remaining");
    const [opens, clicks] = [count(own, opened), count(own, clicked)];
    expect(variants.find((one: { variant: string }) => one.variant === variant)).toEqual({
      variant,
      share: 30,
      sent: own.length,
      delivered: own.length,
      opened: opens,
      clicked: clicks,
      unsubscribed: 0,
      opened_interval: shareInterval(opens, own.length),
      clicked_interval: shareInterval(clicks, own.length),
      given: 0,
      used: 0,
      used_interval: null,
      reserved: count(own, booked),
      transacted: 0,
    });
  }
});

test("who sees one facility has its guests and its bookings", async () => {
  const [{ variants, rest }] = (await asked(clerk, "/variants")).items;
  expect(rest.may_choose).toBe(false);
  for (const variant of ["A", "B"] as const) {
    const own = sent.filter((one) => one.variant === variant && one.wave !== "remaining" && atAnnex(one));
    const shown = variants.find((one: { variant: string }) => one.variant === variant);
    expect([shown.delivered, shown.opened, shown.reserved]).toEqual([
      own.length,
      count(own, opened),
      count(own, booked),
    ]);
  }
});

test("each recipient names its text", async () => {
  const { items } = await asked(boss, "/recipients?size=100");
  expect(items).toHaveLength(sent.length);
  for (const { customer_id, variant } of items)
    expect(variant).toBe(sent.find((one) => one.customer_id === customer_id)?.variant);
});

test("a booking names the text that is credited", async () => {
  const { items } = await asked(boss, "/bookings?size=100");
  expect(items).toHaveLength(count(sent, booked));
  for (const { customer_id, variant } of items)
    expect(variant).toBe(sent.find((one) => one.customer_id === customer_id)?.variant);
});

test("results by text have a row for each, with whoever waited, which add up to the total; behind each figure are its guests", async () => {
  const { rows, total } = await asked(boss, "/results?by=variant");
  expect(rows.map(({ variant, name }: Row) => [variant, name])).toEqual([
    ["A", "文面A"],
    ["B", "文面B"],
  ]);
  for (const row of rows as Row[]) {
    const own = sent.filter(({ variant }) => variant === row.variant);
    const [opens, clicks, bookings] = [count(own, opened), count(own, clicked), count(own, booked)];
    expect(row).toMatchObject({ sent: own.length, delivered: own.length, opened: opens, clicked: clicks, clicks });
    expect([row.reserved, row.reserved_price]).toEqual([bookings, bookings * 10_000]);
    for (const figure of ["sent", "delivered", "opened", "clicked", "clicks", "reserved", "reserved_price"] as const) {
      const behind = await asked(boss, `/results/guests?by=variant&key=${row.key}&figure=${figure}&size=100`);
      const sum = behind.items.reduce((all: number, { amount }: { amount: number }) => all + amount, 0);
      expect([figure, sum]).toEqual([figure, row[figure]]);
      for (const { customer_id } of behind.items) expect(own.map((one) => one.customer_id)).toContain(customer_id);
    }
  }
  for (const figure of ["sent", "opened", "clicks", "reserved"] as const)
    expect(rows.reduce((all: number, row: Row) => all + row[figure], 0)).toBe(total[figure]);
});
