import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { OPTION_TYPES, openedBy, PLAN_PARTS, type PlanPart } from "@okaeri/domain/permissions/plan-options";
import { afterAll, beforeAll, expect, test } from "vitest";
import { todayOf } from "../clock.ts";
import { within } from "../sections/customers/customers.fixture.ts";
import { booking, feedKey, send } from "../sections/feeds/feeds.fixture.ts";
import { engine, partnerKey } from "../sections/partner/partner.fixture.ts";
import { createDefaultRfm } from "../sections/rfms/create-default-rfm.ts";
import { type Facility, makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";
import { jobHandlers } from "./job-handlers.ts";

// The table of what each option opens (domain/permissions/plan-options.ts), asked where it takes effect.

const END = calendarDate("2026-11-20");
let t: TestApp;
let inn: Facility;
let keys: { feed: string; partner: string };
let people: { admin: number; clerk: number };
let now = new Date();
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
  inn = await makeAccount(t.app, { name: "inn", option: null });
  const place = { accountId: inn.accountId, facilityId: inn.accountId };
  keys = { feed: await feedKey(t.app, place), partner: await partnerKey(t.app, inn.accountId) };
  people = {
    admin: await makeUser(t.app, inn, "role_admin", ["*"]),
    clerk: await makeUser(t.app, inn, "role_user", ["crm_option"]),
  };
  await within(t.app, [inn.accountId], (tx) => createDefaultRfm(tx, inn.accountId));
});
afterAll(() => t.close());

/** The house has this option alone, until the day of its end. */
const holds = (option: string) =>
  t.past.asSystem(async (tx) => {
    await tx.client.query("delete from account_options where account_id = $1", [inn.accountId]);
    await tx.client.query(
      "insert into account_options (account_id, option_type, option_started_at, option_ended_at) values ($1, $2, '2026-01-01', $3)",
      [inn.accountId, option, END],
    );
  });

const status = async (userId: number, url: string) => (await (await t.as(userId))({ method: "GET", url })).statusCode;

/** Whether it works now; anything but open and shut is a fault of the test. */
const WORKS: Record<PlanPart, () => Promise<boolean>> = {
  rfm: async () => opened(await status(people.admin, `/api/rfms?account_id=${inn.accountId}`)),
  rfm_scores: async () => {
    await jobHandlers(t.app)["score-all-rfms"]({}, { signal: new AbortController().signal, attempt: 0 } as never);
    await t.app.jobs.drain(jobHandlers(t.app));
    const { rows } = await t.past.asSystem((tx) =>
      tx.client.query<{ day: string | null }>("select max(scored_on)::text as day from rfms where account_id = $1", [
        inn.accountId,
      ]),
    );
    return rows[0]?.day === todayOf(t.app.clock);
  },
  crm_permission: async () => opened(await status(people.clerk, `/api/customers?account_id=${inn.accountId}`)),
  own_settings: async () => {
    const answer = await (await t.as(people.admin))({ method: "GET", url: `/api/accounts/${inn.accountId}` });
    return answer.json().page_actions.includes("edit");
  },
  engine_keys: async () => opened((await engine(t, keys.partner, "customers?member_number=nobody")).status),
  feed_keys: async () => opened((await send(t, { key: keys.feed, payload: { rows: [booking("A")] } })).statusCode),
  registration_cards: async () =>
    opened(await status(people.admin, `/api/accounts/${inn.accountId}/registration-card`)),
};

function opened(status: number): boolean {
  if ([401, 403].includes(status)) return false;
  if ([200, 202, 404].includes(status)) return true;
  throw new Error(`${status}`);
}

const DAYS = [
  ["the day before its end", -1, true],
  ["its last day", 0, true],
  ["the day after", 1, false],
] as const;

test.each(OPTION_TYPES.flatMap((option) => DAYS.map(([name, days, runs]) => [option, name, days, runs] as const)))(
  "%s on %s",
  async (option, _name, days, runs) => {
    await t.past.asSystem((tx) =>
      tx.client.query("update rfms set scored_on = null where account_id = $1", [inn.accountId]),
    );
    await holds(option);
    now = new Date(`${addDays(END, days)}T03:00:00Z`);
    const works: PlanPart[] = [];
    for (const part of PLAN_PARTS) if (await WORKS[part]()) works.push(part);
    expect(works).toEqual(runs ? openedBy(option) : []);
  },
);

test("who had a section by an option that ended reads which one, and since when", async () => {
  now = new Date(`${addDays(END, 3)}T03:00:00Z`);
  await holds("crm_option");
  const front = await makeUser(t.app, inn, "role_user", ["customers/read", "users/read"]);
  const menu = async (userId: number) => {
    const answer = await (await t.as(userId))({ method: "GET", url: `/api/menu?account_id=${inn.accountId}` });
    return Object.fromEntries(
      answer.json().map((entry: { section: string; closed_by: unknown }) => [entry.section, entry.closed_by]),
    );
  };
  const closed = { option_type: "crm_option", ended_on: END };
  const none = { users: null, customers: null, campaigns: null, ranks: null, reports: null };
  expect(await menu(people.admin)).toEqual({ ...none, rfms: closed });
  expect(await menu(people.clerk)).toEqual({
    users: null,
    ranks: closed,
    rfms: closed,
    customers: closed,
    campaigns: closed,
    reports: closed,
  });
  expect(await menu(front), "RFM was never theirs").toEqual({ ...none, rfms: null });
});
