import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { promotion } from "../sections/campaigns/campaigns.fixture.ts";
import { type Caller, makeUser, type TestApp, testApp } from "../test/app.ts";
import { bodyOf, makeWorld, type Spot, type World } from "./authorisation.world.fixture.ts";

/**
 * The same save twice at once: from two windows, or by an impatient double click. One of them may be told that it came second, with
 * 400; neither fails, and nobody is logged out by it (409).
 */
let t: TestApp;
let world: World;
let boss: Caller;
let other: Caller;
beforeAll(async () => {
  t = await testApp();
  world = await makeWorld(t);
  boss = await t.as(await makeUser(t.app, world.provider, "role_vc_admin", ["*"]));
  other = await t.as(await makeUser(t.app, world.provider, "role_vc_admin", ["*"]));
});
afterAll(() => t.close());

type Method = "POST" | "PUT";
type Body = (spot: Spot) => Promise<object> | object;
const account = ({ accountId }: Spot) => `account_id = ${accountId}`;
const settings = "select * from account_settings where";

/**
 * Call, address and the one row that there is afterwards; null where each save that was accepted rightly makes a row of its own.
 */
const SAVES: [string, Method, string, { once: ((spot: Spot) => string) | null; body?: Body }][] = [
  ["clients.create", "POST", "/clients", { once: null }],
  ["clients.update", "PUT", "/clients/{company}", { once: (s) => `select from companies where id = ${s.companyId}` }],
  ["accounts.create", "POST", "/accounts", { once: () => "select from accounts where name = '新しい宿'" }],
  ["accounts.update", "PUT", "/accounts/{account}", { once: (s) => `select from accounts where id = ${s.accountId}` }],
  [
    "accounts.updatePayment",
    "PUT",
    "/accounts/{account}/payment",
    { once: () => "select from payments", body: first("accounts.updatePayment", shown) },
  ],
  [
    "accounts.updateOptions",
    "PUT",
    "/accounts/{account}/options",
    {
      once: (s) => `select from account_options where ${account(s)} and option_started_at = '2026-01-01'`,
      body: async (s) => ({
        version: await shown(s),
        options: [
          {
            id: null,
            option_type: "registration_card_option",
            option_started_at: "2026-01-01",
            option_ended_at: null,
            option_item: "",
          },
        ],
      }),
    },
  ],
  [
    "accountSettings.createCustomerType",
    "POST",
    "/accounts/{account}/customer-types",
    { once: (s) => `select from account_customer_types where ${account(s)}` },
  ],
  [
    "accountSettings.createBookingChannel",
    "POST",
    "/accounts/{account}/booking-channels",
    { once: (s) => `select from account_booking_channels where ${account(s)}` },
  ],
  [
    "accountSettings.updateSender",
    "PUT",
    "/accounts/{account}/sender",
    { once: (s) => `${settings} ${account(s)}`, body: first("accountSettings.updateSender") },
  ],
  [
    "accountSettings.updateLine",
    "PUT",
    "/accounts/{account}/line",
    {
      once: (s) => `select from line_channels where ${account(s)}`,
      body: async (s) => ({
        ...(await first("accountSettings.updateLine")(s)),
        channel_secret: "0123456789abcdef0123456789abcdef",
        channel_access_token: "a".repeat(100),
      }),
    },
  ],
  [
    "accountSettings.updateRegistrationCard",
    "PUT",
    "/accounts/{account}/registration-card",
    {
      once: (s) => `select from registration_card_profiles where ${account(s)}`,
      body: first("accountSettings.updateRegistrationCard"),
    },
  ],
  ["accountSettings.createKey", "POST", "/accounts/{account}/keys", { once: null }],
  ["accountGroups.create", "POST", "/accounts/groups", { once: null }],
  [
    "accountGroups.update",
    "PUT",
    "/accounts/groups/{group}",
    { once: (s) => `select from groups where id = ${s.groupId}` },
  ],
  ["users.create", "POST", "/users", { once: null }],
  ["users.update", "PUT", "/users/{user}", { once: (s) => `select from account_users where user_id = ${s.userId}` }],
  ["campaigns.create", "POST", "/campaigns?account_id={account}", { once: null, body: () => promotion() }],
  [
    "imports.create",
    "POST",
    "/imports?account_id={account}",
    { once: null, body: (s) => ({ file_name: "a.csv", byte_size: 1, facility_account_id: s.accountId }) },
  ],
];

/** The first save of what has no row of its own yet. */
function first(name: string, version: (spot: Spot) => Promise<number> | number = () => 0): Body {
  return async (spot) => ({
    ...(await bodyOf(t, { name, method: "PUT", path: "" }, spot)),
    version: await version(spot),
  });
}

/** The version that the page of an account would send. */
async function shown({ accountId }: Spot): Promise<number> {
  const answer = await boss({ method: "GET", url: `/api/accounts/${accountId}` });
  return answer.json().version;
}

const MAY_ANSWER = [200, 400, 412, 422, 429];

test.each(SAVES)("%s", async (name, method, path, { once, body }) => {
  const spot = world.hq;
  const url = `/api${path}`
    .replace("{company}", String(spot.companyId))
    .replace("{account}", String(spot.accountId))
    .replace("{group}", String(spot.groupId))
    .replace("{user}", String(spot.userId));
  const payload = await (body ?? ((of: Spot) => bodyOf(t, { name, method, path }, of)))(spot);
  const answers = await Promise.all([boss, other, boss, other].map((caller) => caller({ method, url, payload })));
  const statuses = answers.map((answer) => answer.statusCode);
  const told = answers.map((answer) => `${answer.statusCode} ${answer.body.slice(0, 200)}`);
  expect(
    statuses.filter((status) => !MAY_ANSWER.includes(status)),
    told.join("\n"),
  ).toEqual([]);
  expect(statuses.includes(200), told.join("\n")).toBe(true);
  if (once) expect((await t.past.asSystem((tx) => sql.raw(once(spot)).execute(tx.db))).rows).toHaveLength(1);
  else {
    // Each that was accepted made one of its own.
    const ids = answers.flatMap((answer) =>
      answer.statusCode === 200 ? [answer.json().id ?? answer.json().item.id] : [],
    );
    expect(new Set(ids).size, told.join("\n")).toBe(ids.length);
  }
});
