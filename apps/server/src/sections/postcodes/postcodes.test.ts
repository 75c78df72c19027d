import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { findInList } from "./published-list.ts";
import tokyo from "./tokyo.fixture.json" with { type: "json" };

let t: TestApp;
let clerk: Caller;

beforeAll(async () => {
  t = await testApp();
  const inn = await makeAccount(t.app, { name: "花の湯" });
  clerk = await t.as(await makeUser(t.app, inn, "role_user", ["customers/read"]));
});
afterAll(() => t.close());

const ask = (code: string) => clerk({ method: "GET", url: `/api/postcodes?code=${encodeURIComponent(code)}` });

/** The part of a town's name that belongs into an address: what stands in brackets tells the post where it ends. */
const inAddress = (town: string) =>
  /^(以下に掲載がない場合|.*の次に.*番地がくる場合|.*一円)$/.test(town) ? "" : town.replace(/（.*$/, "");

test("every published row of the sample is found as published", () => {
  const missing = tokyo.rows.filter(([code = "", prefecture, city, town = ""]) => {
    const found = findInList(`${code.slice(0, 3)}-${code.slice(3)}`);
    return !found.some((one) => one.prefecture === prefecture && one.city === city && one.town === inAddress(town));
  });
  expect(missing).toEqual([]);
  expect(tokyo.rows.length).toBeGreaterThan(100);
});

test.each([
  ["100-0001", [{ prefecture: "東京都", city: "千代田区", town: "千代田" }]],
  ["1000001", [{ prefecture: "東京都", city: "千代田区", town: "千代田" }]],
  ["〒１００－０００１", [{ prefecture: "東京都", city: "千代田区", town: "千代田" }]],
  [
    "618-0000",
    [
      { prefecture: "京都府", city: "乙訓郡大山崎町", town: "" },
      { prefecture: "大阪府", city: "三島郡島本町", town: "" },
    ],
  ],
  ["999-9999", []],
])("anybody signed in asks for %s", async (code, items) => {
  const answer = await ask(code);
  expect([answer.statusCode, answer.json()]).toEqual([200, { items }]);
});

test.each(["", "12345", "abcdefg", "100-00012", "%00"])("%j is no postcode", async (code) => {
  const answer = await ask(code);
  expect([answer.statusCode, Object.keys(answer.json().fields ?? {})]).toEqual([400, ["code"]]);
});
