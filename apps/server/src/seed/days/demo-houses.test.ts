import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { seedOrganisation } from "../demo-organisation.ts";
import { openHouses } from "./demo-houses.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  await seedOrganisation(t.app);
});
afterAll(() => t.close());

const working = async () =>
  (await t.past.pool.query("select account_id, facility_account_id from feed_keys where revoked_at is null")).rows;

test("each house with a CRM sends with a key of its own; none works after the move, nor one that a killed move left", async () => {
  const first = await openHouses(t.app);
  expect(first.houses.map(({ place }) => place.code)).toEqual([
    "HANA-HAKONE",
    "HANA-ATAMI",
    "HANA-KUSATSU",
    "HANA-KYOTO",
    "HANA-IZU",
    "TSUKI",
  ]);
  const ask = (key: string) =>
    t.server.inject({ url: "/feeds/batches/1", headers: { authorization: `Bearer ${key}` } }).then((a) => a.statusCode);
  expect(await Promise.all(first.houses.map(({ key }) => ask(key)))).toEqual(Array(6).fill(404));
  const second = await openHouses(t.app);
  expect(await Promise.all(first.houses.map(({ key }) => ask(key)))).toEqual(Array(6).fill(401));
  expect(await working()).toHaveLength(6);
  await second.giveBack();
  expect(await working()).toEqual([]);
});
