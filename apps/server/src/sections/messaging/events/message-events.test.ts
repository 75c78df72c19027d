import type { CalendarDate } from "@okaeri/domain/calendar-date";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Facility, makeUser, type TestApp, testApp } from "../../../test/app.ts";
import { handlersFor, makeGuests, makeInn, promotion } from "../../campaigns/campaigns.fixture.ts";
import { recountReactions } from "../../pushes/keep-reactions.ts";
import { outcomesOfPushes } from "./delivery-outcomes.ts";
import { type MessageEvent, recordMessageEvents } from "./record-message-events.ts";
import { recountMailDays } from "./recount-mail-days.ts";

let t: TestApp;
let inn: Facility;
let guests: number[];
let push: number;
beforeAll(async () => {
  t = await testApp();
  inn = await makeInn(t.app, "宿");
  guests = await makeGuests(t.app, inn.accountId, { count: 2, mail: "guest" });
  const staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const { id } = (await staff({ method: "POST", url: "/api/campaigns", payload: promotion() })).json();
  await staff({ method: "POST", url: `/api/campaigns/${id}/activate`, payload: { version: 1 } });
  await t.app.jobs.drain(handlersFor(t.app));
  push = (await query(sql<{ id: number }>`select id from push_actions`))[0]?.id ?? 0;
  await eraseAll();
});
afterAll(() => t.close());

const inScope = <T>(work: Parameters<typeof t.app.database.inScope<T>>[1]) =>
  t.app.database.inScope({ accountIds: [inn.accountId] }, work);
const query = <T>(statement: ReturnType<typeof sql<T>>) => inScope(async (tx) => (await statement.execute(tx.db)).rows);
const past = (text: string) => t.past.pool.query(text);
const DELETE_COUNTS = `delete from mail_stats;
  update push_action_targets set opened_at = null, machine_opened_at = null, clicked_at = null, unsubscribed_at = null, bounced_at = null,
    complained_at = null;
  update push_actions set opened_count = 0, machine_opened_count = 0, clicked_count = 0, unsubscribed_count = 0, bounced_count = 0,
    complained_count = 0`;
const eraseAll = () => past(`delete from message_events; ${DELETE_COUNTS}`);
const record = (events: readonly MessageEvent[]) => inScope((tx) => recordMessageEvents(tx, inn.accountId, events));
const recount = () => inScope((tx) => recountMailDays(tx, inn.accountId, "2026-01-01" as CalendarDate));
const recountSends = () =>
  inScope((tx) => recountReactions(tx, inn.accountId, "2026-01-01" as CalendarDate, outcomesOfPushes(inn.accountId)));
/** What recipients and the push are told. */
const storedCounts = () =>
  query(sql<{
    guests: object[];
    counts: number[];
  }>`select array[opened_count, machine_opened_count, clicked_count, unsubscribed_count,
      bounced_count, complained_count] as counts, (select jsonb_agg(jsonb_build_array(opened_at, machine_opened_at, clicked_at,
        unsubscribed_at, bounced_at, complained_at) order by target.customer_id)
      from push_action_targets target
      where target.account_id = push.account_id and target.push_action_id = push.id) as guests
    from push_actions push
    where id = ${push}`);
const days = () =>
  query(
    sql<object>`select stat_date, delivered, bounced, machine_open_false as opened, machine_open_true as machine, clicked, complained,
        unsubscribed
      from mail_stats
      where delivered + bounced + machine_open_false + machine_open_true + clicked + complained + unsubscribed > 0
      order by stat_date`,
  );

let nth = 0;
/** An event of the first guest's mail, at an hour and second of 20 November in Japan. */
const event = (
  kind: MessageEvent["kind"],
  hour: number,
  seconds = 0,
  more: Partial<MessageEvent> = {},
): MessageEvent => ({
  providerEventId: `e${++nth}`,
  kind,
  happenedAt: new Date(Date.UTC(2026, 10, 20, hour - 9, 0, seconds)),
  pushActionId: push,
  customerId: guests[0] ?? 0,
  ...more,
});
const day = (stat_date: string, figures: object) => ({
  stat_date,
  delivered: 0,
  bounced: 0,
  opened: 0,
  machine: 0,
  clicked: 0,
  complained: 0,
  unsubscribed: 0,
  ...figures,
});

test("a message counts once for each figure, on the Tokyo day it first came to it; a click once for each link and day", async () => {
  await eraseAll();
  await record([
    event("delivered", 10),
    event("opened", 12),
    event("opened", 13),
    event("opened", 24),
    event("clicked", 12, 5, { linkNo: 1 }),
    event("clicked", 13, 0, { linkNo: 1 }),
    event("clicked", 13, 0, { linkNo: 2 }),
    event("clicked", 25, 0, { linkNo: 1 }),
    event("unsubscribed", 26),
  ]);
  expect(await days()).toEqual([
    day("2026-11-20", { delivered: 1, opened: 1, clicked: 2 }),
    day("2026-11-21", { clicked: 1, unsubscribed: 1 }),
  ]);
});

test("an event counts once, however often it comes; of unknown messages nothing is kept", async () => {
  await eraseAll();
  const opened = event("opened", 12);
  expect([...(await record([opened, opened]))]).toEqual([opened.providerEventId]);
  expect([...(await record([opened]))]).toEqual([]);
  expect(
    (await record([event("opened", 12, 0, { pushActionId: 999_999 }), event("opened", 12, 0, { customerId: 9e9 })]))
      .size,
  ).toBe(0);
  expect(await days()).toEqual([day("2026-11-20", { opened: 1 })]);
});

test("what opens or clicks within 60 seconds of the delivery is a machine, also when the delivery is told later", async () => {
  await eraseAll();
  await record([event("opened", 10, 60), event("clicked", 10, 3, { linkNo: 1 }), event("opened", 10, 61)]);
  expect(await days()).toEqual([day("2026-11-20", { opened: 1, clicked: 1 })]);
  await record([event("delivered", 10)]);
  expect(await days()).toEqual([day("2026-11-20", { delivered: 1, opened: 1, machine: 1 })]);
  await record([event("opened", 15, 0, { customerId: guests[1] ?? 0, isMachine: true })]);
  expect(await days()).toEqual([day("2026-11-20", { delivered: 1, opened: 1, machine: 2 })]);
});

test("what comes back afterwards was not delivered", async () => {
  await eraseAll();
  await record([event("delivered", 10)]);
  await record([event("bounced", 30)]);
  expect(await days()).toEqual([day("2026-11-21", { bounced: 1 })]);
});

test("whatever the order and the pieces, the days are those that are counted anew from all events", async () => {
  const kinds = [
    "delivered",
    "deferred",
    "bounced",
    "dropped",
    "opened",
    "clicked",
    "complained",
    "unsubscribed",
  ] as const;
  const one = fc.record({
    kind: fc.constantFrom(...kinds),
    hour: fc.integer({ min: 8, max: 40 }),
    seconds: fc.constantFrom(0, 30, 60, 61),
    guest: fc.constantFrom(0, 1),
    linkNo: fc.constantFrom(null, 1, 2),
    isMachine: fc.boolean(),
    again: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(one, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
      fc.infiniteStream(fc.nat()),
      async (pieces, shuffle) => {
        const batches = pieces.map((piece) =>
          piece.flatMap(({ kind, hour, seconds, guest, linkNo, isMachine, again }) => {
            const made = event(kind, hour, seconds, {
              customerId: guests[guest] ?? 0,
              linkNo: kind === "clicked" ? linkNo : null,
              isMachine,
            });
            return again ? [made, made] : [made];
          }),
        );
        await eraseAll();
        for (const batch of batches) await record(batch);
        const there = await days();
        const [of] = await storedCounts();
        expect(of?.counts).toEqual(
          [0, 1, 2, 3, 4, 5].map((at) => of?.guests.filter((guest) => Object.values(guest)[at]).length),
        );
        expect([...(await recount()), ...(await recountSends())]).toEqual([]);
        await eraseAll();
        const otherwise = batches.flat().map((made) => ({ made, place: shuffle.next().value ?? 0 }));
        for (const { made } of otherwise.sort((a, b) => a.place - b.place)) await record([made]);
        expect([await days(), await storedCounts()]).toEqual([there, [of]]);
        await past(DELETE_COUNTS);
        await recountSends();
        await recount();
        expect([await days(), await storedCounts()]).toEqual([there, [of]]);
      },
    ),
    { numRuns: 4 },
  );
});

test("days that somebody changed are put right", async () => {
  await eraseAll();
  await record([event("delivered", 10), event("opened", 12)]);
  await past("update mail_stats set delivered = 7, clicked = 2");
  expect(await recount()).toHaveLength(1);
  expect(await days()).toEqual([day("2026-11-20", { delivered: 1, opened: 1 })]);
});

test("what a recipient or a send was told wrongly is put right, too", async () => {
  await eraseAll();
  await record([event("delivered", 10), event("opened", 12)]);
  const [right] = await storedCounts();
  await past(
    "update push_action_targets set opened_at = null, complained_at = now(); update push_actions set clicked_count = 3",
  );
  expect(await recountSends()).toEqual([push]);
  expect(await storedCounts()).toEqual([right]);
  expect(right?.counts).toEqual([1, 0, 0, 0, 0, 0]);
});

test("two who count for one mail at the same time lose nothing", async () => {
  await eraseAll();
  await Promise.all(Array.from({ length: 8 }, (_, n) => record([event("clicked", 12, n, { linkNo: n + 1 })])));
  expect(await days()).toEqual([day("2026-11-20", { clicked: 8 })]);
});
