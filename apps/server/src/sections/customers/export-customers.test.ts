import { MOST_PICKED } from "@okaeri/contract/selection-limits";
import iconv from "iconv-lite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, makeAccount, makeUser } from "../../test/app.ts";
import { within } from "./customers.fixture.ts";
import { type Guests, openGuests } from "./guests.fixture.ts";

let t: Guests["t"];
let hotel: Guests["hotel"];
let annex: Guests["annex"];
let staff: Caller;
let id: Guests["id"];
beforeAll(async () => {
  ({ t, hotel, annex, staff, id } = await openGuests());
});
afterAll(() => t.close());

const file = (who: Caller, query = "") => who({ method: "GET", url: `/api/customers/export.csv?${query}` });
const listed = async (who: Caller, query: string): Promise<{ name: string }[]> =>
  (await who({ method: "GET", url: `/api/customers?size=100&${query}` })).json().items;
const namesIn = (body: string) =>
  body
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",")[1]);

it("the file holds the guests of the list, by its conditions and in its order; picked ones alone; never those of others", async () => {
  for (const query of ["", "sort=-stay_count", "stay_count_min=1&sort=name_kana", `q=${encodeURIComponent("山田")}`]) {
    const answer = await file(staff, query);
    expect([answer.statusCode, query]).toEqual([200, query]);
    const wanted = (await listed(staff, query)).map((one) => one.name);
    expect(wanted.length).toBeGreaterThan(0);
    expect(namesIn(answer.body)).toEqual(wanted);
  }
  // A facility's clerk takes out the guests of the facility alone, also by their numbers.
  const own = await t.as(
    await makeUser(t.app, annex, "role_user", ["customers/read", "crm_option"], { canExport: true }),
  );
  const seen = (await listed(own, "")).map((one) => one.name);
  expect(seen).not.toContain("未泊 次郎");
  expect(namesIn((await file(own)).body)).toEqual(seen);
  expect(namesIn((await file(own, `ids=${id.never}`)).body)).toEqual([]);
  const picked = await file(staff, `ids=${id.taro},${id.merged},999999`);
  expect(namesIn(picked.body)).toEqual(["山田 太郎"]);
  expect(picked.headers["okaeri-omitted"]).toBe("2");
  expect((await file(staff)).headers["okaeri-omitted"]).toBeUndefined();
  expect(picked.body.split("\r\n")[0]).toContain("会員番号,氏名,氏名カナ,電話番号,メールアドレス");
  const many = Array.from({ length: MOST_PICKED + 1 }, (_, n) => n + 1).join(",");
  for (const bad of [`ids=${many}`, "ids=1,x", "stay_count_min=x", "sort=tel", "unknown=1"])
    expect([(await file(staff, bad)).statusCode, bad]).toEqual([400, bad]);
});

it("a formula in a name stays a text, and Shift_JIS is offered with what it would lose", async () => {
  const inn = await makeAccount(t.app, { name: "式の宿" });
  const okami = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  await within(t.app, [inn.accountId], async (tx) => {
    await tx.run`insert into customers (account_id, name, name_kana) values (${inn.accountId}, '=1+1', 'シキ'),
      (${inn.accountId}, '𠮷田 髙﨑', null)`;
  });
  expect((await file(okami)).body).toContain("'=1+1");
  const sjis = await okami({ method: "GET", url: "/api/customers/export.csv?encoding=sjis" });
  expect(iconv.decode(sjis.rawPayload, "cp932")).toContain("〓田 髙﨑");
  const check = await okami({ method: "GET", url: "/api/customers/export.csv/check?encoding=sjis" });
  expect(check.json()).toEqual({ lost: 1, examples: ["𠮷"] });
});

it("who may read but not export gets no file; what left is in the log without the words that were searched for", async () => {
  const reader = await t.as(await makeUser(t.app, hotel, "role_user", ["customers/read"], { canExport: false }));
  expect((await reader({ method: "GET", url: "/api/customers" })).statusCode).toBe(200);
  expect((await file(reader)).statusCode).toBe(403);
  await file(staff, `stay_count_min=1&q=${encodeURIComponent("山田")}`);
  await file(staff, `ids=${id.taro}`);
  const lines = await within(
    t.app,
    [hotel.accountId],
    (tx) => tx.all<{ after: object }>`select after from audit_logs
      where action = 'export' and entity = 'customers' and account_id = ${hotel.accountId} order by id desc limit 2`,
  );
  expect(lines.map(({ after }) => after)).toEqual([
    { count: 1, picked: [id.taro] },
    { count: expect.any(Number), sort: "-last_stay_on", stay_count_min: 1, searched: true },
  ]);
});
