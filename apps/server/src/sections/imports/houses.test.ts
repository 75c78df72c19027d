import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { feedKey, send } from "../feeds/feeds.fixture.ts";
import { csvOf, imported, upload } from "./imports.fixture.ts";

let test: TestApp;
let headquarters: Facility;
let house: Facility;
let annex: Facility;
let marketing: Caller;
let clerk: Caller;
beforeAll(async () => {
  test = await testApp();
  headquarters = await makeAccount(test.app, { name: "本部" });
  house = await makeAccount(test.app, { name: "本館", above: headquarters });
  annex = await makeAccount(test.app, { name: "別館", above: headquarters });
  marketing = await test.as(await makeUser(test.app, headquarters, "role_user", ["customers/all", "settings/all"]));
  clerk = await test.as(await makeUser(test.app, annex, "role_user", ["customers/all"]));
});
afterAll(() => test.close());

const places = async (caller: Caller) =>
  (await caller({ method: "GET", url: "/api/imports/places" }))
    .json()
    .items.map((one: { name: string; is_house: boolean }) => [one.name, one.is_house]);
const declare = (caller: Caller, facilityId: number, kind = "reservations") =>
  caller({
    method: "POST",
    url: "/api/imports",
    payload: { file_name: "予約.csv", byte_size: 10, facility_account_id: facilityId, kind },
  });
const file = csvOf([{ 予約番号: "R1", チェックイン: "2026-11-01", チェックアウト: "2026-11-02", 氏名: "山田 花子" }]);

it("offers who works for headquarters every house of the programme, and who works in one that one", async () => {
  expect(await places(marketing)).toEqual([
    ["本館", true],
    ["別館", true],
    ["本部", false],
  ]);
  expect(await places(clerk)).toEqual([["別館", true]]);
  const id = await upload(marketing, house.accountId, file);
  const { mapping } = (await marketing({ method: "GET", url: `/api/imports/${id}/preview` })).json();
  const started = await marketing({ method: "POST", url: `/api/imports/${id}/start`, payload: { mapping } });
  expect([started.statusCode, started.json().facility_name]).toEqual([200, "本館"]);
  expect((await declare(clerk, house.accountId)).statusCode).toBe(400);
});

it("refuses bookings and stays for headquarters in words, and takes a list of customers", async () => {
  for (const kind of ["reservations", "stays"]) {
    const refused = await declare(marketing, headquarters.accountId, kind);
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      {
        facility_account_id:
          "「本部」は、下に施設のある本部のため、予約・宿泊を受け取れません。宿泊した施設を選んでください",
      },
    ]);
  }
  expect((await declare(marketing, headquarters.accountId, "customers")).statusCode).toBe(200);
});

const newKey = (caller: Caller, kind: string) =>
  caller({
    method: "POST",
    url: `/api/accounts/${headquarters.accountId}/keys`,
    payload: { kind, name: "PMS", feed_channel: null, expires_on: null },
  });
const stay = {
  rows: [{ reservation_code: "R9", check_in_date: "2026-11-01", nights: 1, guest_name: "山田", use_price: 1 }],
};

it("gives headquarters no key of a feed, and a key that is there already sends nothing in", async () => {
  const admin = await test.as(await makeUser(test.app, headquarters, "role_admin", ["*"]));
  const keys = await admin({ method: "GET", url: `/api/accounts/${headquarters.accountId}/keys` });
  expect(keys.json().kinds).toEqual(["partner"]);
  const refused = await newKey(admin, "feed");
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["kind"]]);
  expect((await newKey(admin, "partner")).statusCode).toBe(200);
  const key = await feedKey(test.app, { accountId: headquarters.accountId, facilityId: headquarters.accountId });
  const sent = await send(test, { path: "/feeds/plain/stays", key, payload: stay });
  expect([sent.statusCode, sent.json().message]).toEqual([
    400,
    "このキーの施設は、下に施設のある本部のため、予約・宿泊を受け取れません。宿泊した施設のキーで送ってください",
  ]);
  const own = await feedKey(test.app, { accountId: headquarters.accountId, facilityId: house.accountId });
  expect((await send(test, { path: "/feeds/plain/stays", key: own, payload: stay })).statusCode).toBe(202);
});

it("takes headquarters that stand in a house: with bookings already, or with nothing in use beneath them", async () => {
  const old = await makeAccount(test.app, { name: "旧館" });
  await makeAccount(test.app, { name: "新館", above: old });
  const manager = await test.as(await makeUser(test.app, old, "role_user", ["customers/all"]));
  expect(await places(manager)).toEqual([
    ["新館", true],
    ["旧館", false],
  ]);
  await imported(test.app, old.accountId, old.accountId, file);
  expect((await places(manager)).map(([, isHouse]: [string, boolean]) => isHouse)).toEqual([true, true]);
  expect((await declare(manager, old.accountId, "stays")).statusCode).toBe(200);
  const alone = await makeAccount(test.app, { name: "一軒宿" });
  const staff = await test.as(await makeUser(test.app, alone, "role_user", ["customers/all"]));
  expect(await places(staff)).toEqual([["一軒宿", true]]);
});
