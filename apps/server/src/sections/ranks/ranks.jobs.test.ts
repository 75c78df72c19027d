import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeStay, within } from "../customers/customers.fixture.ts";
import { rankNight } from "./ranks.fixture.ts";

// Today is 2026-11-20 in Tokyo.
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** The nightly job on a later day, minutes after midnight in Tokyo. */
const night = (day: string) => rankNight(t.app, day);

test("a definition begins on its day though the worker slept, a rank that runs out falls to what is earned, and a second night changes nothing", async () => {
  const hotel = await makeAccount(t.app, { name: "夜の宿" });
  const { accountId } = hotel;
  const staff = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
  const guest = await within(t.app, [accountId], async (tx) => {
    const id = await makeCustomer(tx, accountId, { name: "常連" });
    for (const [n, ago] of [1, 30, 60, 400].entries()) {
      const checkOut = addDays(calendarDate("2026-11-20"), -ago);
      await makeStay(tx, accountId, id, { code: `N${n}`, checkIn: addDays(checkOut, -1), checkOut, usePrice: 1 });
    }
    return id;
  });
  const tier = (name: string, total_stay: number, priority: number, id: number | null = null) => ({
    id,
    name,
    total_stay,
    priority,
  });
  const terms = { definition: "stay", use_point_unit: 1, active_month: 3, base_month: 24, base_date: 31 };
  const details = [tier("金", 4, 1), tier("銀", 2, 2), tier("一般", 0, 3)];
  const made = (await staff({ method: "POST", url: "/api/ranks", payload: { ...terms, details } })).json();
  const held = async () => {
    const { rank, rank_expiration_date: until } = (
      await staff({ method: "GET", url: `/api/customers/${guest}` })
    ).json();
    return [rank.name, until];
  };
  expect(await held()).toEqual(["金", "2027-02-20"]);
  const [gold, silver, entry] = made.details.map((one: { id: number }) => one.id);
  const harder = {
    ...terms,
    base_month: 12,
    details: [tier("金", 4, 1, gold), tier("銀", 3, 2, silver), tier("一般", 0, 3, entry)],
  };
  await staff({
    method: "PUT",
    url: `/api/ranks/${made.id}`,
    payload: { ...harder, version: 1, valid_from: "2026-12-10" },
  });
  // Nobody worked from here until March: the last regular evaluation by the old definition was that of 30 November.
  await night("2027-03-02");
  expect((await staff({ method: "GET", url: "/api/ranks" })).json().items[0]).toMatchObject({
    valid_from: "2026-12-10",
    base_month: 12,
    coming: null,
    details: [{ total_stay: 4 }, { total_stay: 3 }, { total_stay: 0 }],
  });
  // Renewed on 30 November until 28 February; on 1 March three stays of the last twelve months are silver.
  expect(await held()).toEqual(["銀", "2027-06-01"]);
  await night("2027-03-02");
  expect(await held()).toEqual(["銀", "2027-06-01"]);
});
