import { addDays } from "@okaeri/domain/calendar-date";
import { afterAll, beforeAll, expect, test } from "vitest";
import { todayOf } from "../../clock.ts";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";

/** What an option opens is open on its first and its last day, and on no day beyond them. */
let t: TestApp;
let inn: Facility;
let vcAdmin: Caller;
let admin: Caller;
let clerk: Caller;
let front: Caller;

beforeAll(async () => {
  t = await testApp();
  const provider = await makeAccount(t.app, { name: "provider", provider: true, option: null });
  vcAdmin = await t.as(await makeUser(t.app, provider, "role_vc_admin", ["*"]));
  inn = await makeAccount(t.app, { name: "inn", option: null });
  admin = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  clerk = await t.as(await makeUser(t.app, inn, "role_user", ["crm_option"]));
  front = await t.as(await makeUser(t.app, inn, "role_user", ["customers/read"]));
});
afterAll(() => t.close());

const send = async (as: Caller, method: "GET" | "PUT", path: string, payload?: object) => {
  const answer = await as({ method, url: `/api${path}`, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
};
/** The account has this option alone, from so many days after today until so many. */
async function give(option_type: string, from: number, until: number) {
  const today = todayOf(t.app.clock);
  const { body } = await send(vcAdmin, "GET", `/accounts/${inn.accountId}`);
  const period = { option_started_at: addDays(today, from), option_ended_at: addDays(today, until) };
  const options = [{ id: null, option_type, ...period }];
  const saved = await send(vcAdmin, "PUT", `/accounts/${inn.accountId}/options`, { version: body.version, options });
  expect(saved.status).toBe(200);
}
const periods = [
  ["ended yesterday", -9, -1, false],
  ["ends today", -9, 0, true],
  ["starts today", 0, 9, true],
  ["starts tomorrow", 1, 9, false],
] as const;

test.each(periods)("registration_card_option that %s: the tab and its calls", async (_, from, until, open) => {
  await give("registration_card_option", from, until);
  const path = `/accounts/${inn.accountId}/registration-card`;
  for (const who of [vcAdmin, admin]) {
    const { readable_parts } = (await send(who, "GET", `/accounts/${inn.accountId}`)).body;
    expect([readable_parts.includes("card"), readable_parts.includes("keys")]).toEqual([open, true]);
    expect((await send(who, "GET", path)).status).toBe(open ? 200 : 403);
  }
  const card = { version: 999, legal_profile: "ryokan", asks_passport_photo: false, extra_fields: [] };
  expect((await send(vcAdmin, "PUT", path, card)).status, "open, a stale version is told").toBe(open ? 412 : 403);
});

test.each(["crm_option", "crm_option_parent"])("%s: what it opens, and what it leaves to the rights", async (type) => {
  const scope = `account_id=${inn.accountId}`;
  for (const [name, from, until, open] of periods) {
    await give(type, from, until);
    const gated = open ? 200 : 403;
    expect([name, (await send(admin, "GET", `/rfms?${scope}`)).status]).toEqual([name, gated]);
    for (const list of ["customers", "campaigns", "ranks", "rfms"])
      expect([name, list, (await send(clerk, "GET", `/${list}?${scope}`)).status]).toEqual([name, list, gated]);
    expect((await send(clerk, "GET", `/reports?${scope}`)).status).toBe(gated);
    for (const who of [admin, front])
      expect((await send(who, "GET", `/customers?${scope}`)).status, "held by name or as everything").toBe(200);
    const { page_actions } = (await send(admin, "GET", `/accounts/${inn.accountId}`)).body;
    expect([name, page_actions]).toEqual([name, open ? ["read", "edit"] : ["read"]]);
  }
});
