import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { within } from "../customers/customers.fixture.ts";
import { type Guests, openGuests } from "../customers/guests.fixture.ts";
import { recountGuests } from "../stays/hand-over-stays.ts";
import { everyRow } from "./merges.fixture.ts";

// What two guests may bring into a merge at once. Undone, both stand as they stood. Points, debts and uses are in merges.property.test.ts.
let guests: Guests;
beforeAll(async () => {
  guests = await openGuests();
  // Rows that tests write directly are counted otherwise than the product counts them.
  await inScope((tx) => recountGuests(tx, account(), [guests.id.taro as number, guests.id.john as number]));
});
afterAll(() => guests.t.close());

const inScope = <T>(work: Parameters<typeof within<T>>[2]) =>
  within(guests.t.app, [guests.hotel.accountId, guests.annex.accountId], work);
const post = (url: string, payload: object = {}) => guests.staff({ method: "POST", url: `/api${url}`, payload });

/** Beside the states, what only grows or is nobody's state: none of it may change, either. */
const OTHER_TABLES = ["customer_notes", "customer_consents", "customer_rank_histories", "coupon_counters"];
const everything = () =>
  inScope(async (tx) => {
    const others: Record<string, string[]> = {};
    for (const table of OTHER_TABLES) {
      const own = table === "customer_consents" ? sql`and source <> 'merge'` : sql``;
      const rows = await tx.all<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(table)} t
        where account_id = ${guests.hotel.accountId} ${own} order by 1`;
      others[table] = rows.map(({ row }) => row);
    }
    return { ...(await everyRow(tx, guests.hotel.accountId)), ...others };
  });

type Side = "taro" | "john";
const account = () => guests.hotel.accountId;
const line = (who: Side, state: "following" | "blocked") =>
  inScope(
    (tx) => tx.run`update customers set line_user_id = ${`U${who.padEnd(32, "0")}`}, line_follow_state = ${state}
    where id = ${guests.id[who]}`,
  );
const consent = (who: Side, channel: string, state: string) =>
  inScope(
    (tx) => tx.run`insert into customer_consents (account_id, customer_id, channel, state, source)
    values (${account()}, ${guests.id[who]}, ${channel}, ${state}, 'staff')`,
  );
const coupon = (who: Side, key: string) =>
  inScope(
    (tx) => tx.run`insert into acquire_coupons (account_id, customer_id, coupon_id, acquire_date, idempotency_key)
    select account_id, ${guests.id[who]}, id, '2026-10-07', ${key} from coupons where account_id = ${account()} limit 1`,
  );
const rank = async (who: Side) => {
  const given = { rank_detail_id: guests.id.gold, expiration_date: "2027-10-03", remarks: "常連様" };
  const answer = await post(`/customers/${guests.id[who]}/rank`, { version: 0, ...given });
  expect(answer.statusCode, answer.body).toBe(200);
};

const BOTH: [name: string, make: () => Promise<unknown>][] = [
  ["nothing more", async () => undefined],
  ["LINE of the one who goes", () => line("john", "following")],
  ["LINE of both, one of them blocked", () => line("taro", "blocked")],
  [
    "consents that contradict each other, over two channels",
    () => consent("taro", "post", "given").then(() => consent("john", "post", "withdrawn")),
  ],
  ["the same coupon, twice", () => coupon("john", "there-and-back")],
  ["a rank by hand each", () => rank("taro").then(() => rank("john"))],
];

// Each brings what those before it brought, too.
for (const [at, [name, make]] of BOTH.entries()) {
  test(`${at + 1}: ${name}`, async () => {
    await make();
    for (const [survivor, source] of [
      ["taro", "john"],
      ["john", "taro"],
    ] as const) {
      const before = await everything();
      const request = { survivor_id: guests.id[survivor], source_id: guests.id[source], fields: {} };
      const preview = (await post("/merges/preview", request)).json();
      expect(await everything(), "a preview leaves nothing").toEqual(before);
      const versions = { survivor_version: preview.survivor.version, source_version: preview.source.version };
      const merged = await post("/merges/merge", { ...request, ...versions });
      expect([survivor, merged.statusCode, merged.statusCode === 200 ? "" : merged.body]).toEqual([survivor, 200, ""]);
      expect(await everything()).not.toEqual(before);
      const undone = await post(`/merges/done/${merged.json().merge_id}/undo`);
      expect([survivor, undone.statusCode, undone.statusCode === 200 ? "" : undone.body]).toEqual([survivor, 200, ""]);
      expect(await everything()).toEqual(before);
    }
  });
}
