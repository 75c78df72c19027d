import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeUser, type TestApp, testApp } from "../test/app.ts";
import { bodyOf, makeWorld, restore, type World } from "./authorisation.world.fixture.ts";
import { placesIn, replaced, TEXTS, VALUES } from "./hostile-values.fixture.ts";

/** The calls around clients, accounts and people take no hostile value for a crash, and name the field in Japanese. */
const JAPANESE = /[ぁ-んァ-ヶ一-龥]/;
const PER_PLACE = process.env.WHOLE_MATRIX === "1" ? 60 : 6;
const list = { page: "1", size: "50", q: "a" };
const LISTS: [string, Record<string, string>][] = [
  ["/users", { ...list, sort: "name", status: "active", role: "role_user", in_account_id: "1", company_id: "1" }],
  ["/users/offers", { role: "role_user", company_id: "1" }],
  ["/users/export.csv", { ...list, sort: "-name", encoding: "utf8" }],
  ["/accounts", { ...list, sort: "hierarchy", company_id: "1", contract_state: "ended", option_type: "crm_option" }],
  ["/accounts/groups", { ...list, sort: "name", company_id: "1", in_account_id: "1" }],
  ["/clients/billing.csv", { ...list, sort: "-name", active_status: "active", encoding: "sjis" }],
  ["/clients", { ...list, sort: "name", active_status: "active", contract_state: "running" }],
  [
    "/audit",
    { ...list, from: "2026-01-01", to: "2026-12-31", actor_user_id: "1", action: "x", entity: "y", entity_id: "1" },
  ],
];
const WRITES: [string, "POST" | "PUT", string][] = [
  ["clients.create", "POST", "/clients"],
  ["clients.update", "PUT", "/clients/{company}"],
  ["accounts.create", "POST", "/accounts"],
  ["accounts.update", "PUT", "/accounts/{account}"],
  ["accounts.updatePayment", "PUT", "/accounts/{account}/payment"],
  ["accounts.updateOptions", "PUT", "/accounts/{account}/options"],
  ["accountSettings.createCustomerType", "POST", "/accounts/{account}/customer-types"],
  ["accountSettings.createBookingChannel", "POST", "/accounts/{account}/booking-channels"],
  ["accountSettings.updateSender", "PUT", "/accounts/{account}/sender"],
  ["accountSettings.updateLine", "PUT", "/accounts/{account}/line"],
  ["mailDelivery.update", "PUT", "/accounts/{account}/mail-delivery"],
  ["mailDelivery.makeDkim", "POST", "/accounts/{account}/dkim"],
  ["accountSettings.updateRegistrationCard", "PUT", "/accounts/{account}/registration-card"],
  ["accountSettings.createKey", "POST", "/accounts/{account}/keys"],
  ["accountGroups.create", "POST", "/accounts/groups"],
  ["accountGroups.update", "PUT", "/accounts/groups/{group}"],
  ["users.create", "POST", "/users"],
  ["users.update", "PUT", "/users/{user}"],
];

let t: TestApp;
let world: World;
let boss: Caller;
beforeAll(async () => {
  t = await testApp();
  world = await makeWorld(t);
  boss = await t.as(await makeUser(t.app, world.provider, "role_vc_admin", ["*"]));
});
afterAll(() => t.close());

function fault(answer: Awaited<ReturnType<Caller>>): string | null {
  if (answer.statusCode < 400) return null;
  if (answer.statusCode >= 500) return `${answer.statusCode}`;
  const { message, fields = {} } = answer.json() as { message?: string; fields?: Record<string, string> };
  const unread = [message ?? "", ...Object.values(fields)].find((text) => !JAPANESE.test(text));
  return unread === undefined ? null : `nobody can read ${answer.body.slice(0, 200)}`;
}

let turn = 0;
function valuesFrom(all: readonly unknown[]): unknown[] {
  const from = turn;
  turn += PER_PLACE;
  return Array.from({ length: PER_PLACE }, (_, at) => all[(from + at) % all.length]);
}

test.each(LISTS)("GET %s", async (path, input) => {
  const faults: string[] = [];
  for (const name of Object.keys(input)) {
    for (const value of valuesFrom(TEXTS)) {
      const query = new URLSearchParams({ ...input, [name]: String(value) });
      const answer = await boss({ method: "GET", url: `/api${path}?${query}` });
      const wrong = answer.headers["content-type"]?.toString().startsWith("text/csv") ? null : fault(answer);
      if (wrong !== null) faults.push(`${name} = ${JSON.stringify(value).slice(0, 60)}: ${wrong}`);
    }
  }
  expect(faults).toEqual([]);
});

test.each(WRITES)("%s", async (name, method, path) => {
  const spot = world.hq;
  const url = `/api${path}`
    .replace("{company}", String(spot.companyId))
    .replace("{account}", String(spot.accountId))
    .replace("{group}", String(spot.groupId))
    .replace("{user}", String(spot.userId));
  const faults: string[] = [];
  const places = placesIn(await bodyOf(t, { name, method, path }, spot));
  for (const place of places) {
    for (const value of valuesFrom(VALUES)) {
      const input = replaced(await bodyOf(t, { name, method, path }, spot), place, value);
      const headers = { "content-type": "application/json" };
      const answer = await boss({ method, url, headers, payload: JSON.stringify(input) });
      if (answer.statusCode < 300) await restore(t);
      const wrong = fault(answer);
      if (wrong !== null) faults.push(`${place.join(".")} = ${JSON.stringify(value)?.slice(0, 60)}: ${wrong}`);
    }
  }
  expect(faults).toEqual([]);
});
