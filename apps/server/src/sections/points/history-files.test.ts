import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeUser } from "../../test/app.ts";
import { type Guests, openGuests } from "../customers/guests.fixture.ts";

// The four histories of a guest as files: what the screens show, for those who may take people's data out. Today is 2026-11-20.

let g: Guests;
beforeAll(async () => {
  g = await openGuests();
});
afterAll(() => g.t.close());

const take = async (name: string, query = "", who = g.staff) => {
  const answer = await who({ url: `/api/customers/${g.id.taro}/${name}.csv${query}` });
  const [head = "", ...lines] = answer.body.replace("\ufeff", "").trimEnd().split("\r\n");
  return { status: answer.statusCode, head, lines, name: answer.headers["content-disposition"] };
};

test("each history with its conditions: balances, what paid a use, and what was cancelled", async () => {
  const grants = await take("grant-points");
  expect(grants.head).toContain("番号,日付,記帳日,種類,ポイント,付与後の残高,残り,利用,失効");
  expect(grants.lines.map((line) => line.split(",").slice(1, 9).join(","))).toEqual([
    "2026年10月04日,,付与,300,1300,300,0,0",
    "2026年10月03日,,付与,1000,1000,800,200,0",
  ]);
  expect((await take("grant-points", "?grant_date_from=2026-10-04")).lines).toHaveLength(1);
  const uses = await take("use-points");
  expect(uses.lines.map((line) => line.split(",").slice(1, 7).join(","))).toEqual([
    "2026年11月02日,50,1050,2026年10月03日 50,取り消し済み,2026年11月03日",
    "2026年11月01日,200,1100,2026年10月03日 200,有効,",
  ]);
  expect((await take("use-points", "?state=cancelled")).lines).toHaveLength(1);
  const got = await take("acquire-coupons");
  expect(got.lines.map((line) => line.split(",").slice(1, 5).join(","))).toEqual(["朝食無料,2026年10月05日,使える,1"]);
  const used = await take("use-coupons", "?encoding=utf8");
  expect(used.lines.map((line) => line.split(",").slice(1, 6).join(","))).toEqual([
    "朝食無料,2026年10月06日,1500,1,有効",
  ]);
  expect(decodeURIComponent(String(used.name))).toContain(`クーポン利用履歴_${g.id.taro}.csv`);
});

test("only who may take people's data out, of guests in reach, with conditions that exist; each file leaves a line", async () => {
  const reads = await makeUser(g.t.app, g.hotel, "role_user", ["customers/read", "crm_option"]);
  expect((await take("use-points", "", await g.t.as(reads))).status).toBe(403);
  expect((await take("use-points", "?nonsense=1")).status).toBe(400);
  expect((await g.staff({ url: `/api/customers/${g.id.foreign}/use-points.csv` })).statusCode).toBe(404);
  const logged = () =>
    g.t.app.database.asSystem(
      (tx) =>
        tx.all<{
          after: object;
        }>`select after from audit_logs where action = 'export' and entity = 'customers' and entity_id = ${g.id.taro}
        and ${sql`after ->> 'history'`} = 'use-coupons' order by id desc limit 1`,
    );
  await take("use-coupons", "?state=valid");
  expect(await logged()).toMatchObject([{ after: { history: "use-coupons", state: "valid" } }]);
});
