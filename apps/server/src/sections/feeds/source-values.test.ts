import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { csvOf, runImport, upload } from "../imports/imports.fixture.ts";
import { booking, fed, feedKey, statusOf } from "./feeds.fixture.ts";

// Words for types and channels that nobody knows: listed with counts by batch, matched once, and applied to earlier bookings at once.

let t: TestApp;
let staff: Caller;
let accountId: number;
let keys: { s4: string; plain: string };
let serial = 0;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  const inn = await makeAccount(t.app, { name: `言葉の宿${++serial}` });
  accountId = inn.accountId;
  staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const of = { accountId, facilityId: accountId };
  keys = { s4: await feedKey(t.app, of, "s4"), plain: await feedKey(t.app, of) };
});

type Code = { id: number; version: number };
const added = async (list: "customer-types" | "booking-channels", name: string): Promise<Code> => {
  const payload = { code: name, name, sort_order: 1, active_status: "active", linkages: [] };
  const domains = list === "booking-channels" ? { masked_email_domains: [] } : {};
  const url = `/api/accounts/${accountId}/${list}`;
  const answer = await staff({ method: "POST", url, payload: { ...payload, ...domains } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const sent = (rows: object[]) =>
  fed(t, accountId, keys.s4, "/feeds/s4/reservations", rows as Record<string, unknown>[]);
const reported = async (batchId: number) => (await statusOf(t, keys.s4, batchId)).json().unknown_words;
const words = async () => (await staff({ method: "GET", url: "/api/customers/source-values" })).json();
const match = (id: number, choice_id: number | null) =>
  staff({ method: "POST", url: `/api/customers/source-values/${id}/match`, payload: { choice_id } });
const guest = (code: string, over: object = {}) =>
  booking(code, { guest_name: `客 ${code}`, email: `${code.toLowerCase()}@example.jp`, ...over });
const inScope = <Row>(work: Parameters<typeof t.app.database.inScope<Row>>[1]) =>
  t.app.database.inScope({ accountIds: [accountId] }, work);
const typed = () =>
  inScope(
    (tx) =>
      tx.all`select customer.name, account_customer_type.name as type from customer_types customer_type
        join customers customer on customer.account_id = customer_type.account_id and customer.id = customer_type.customer_id
      join account_customer_types account_customer_type on account_customer_type.account_id = customer_type.account_id
        and account_customer_type.id = customer_type.account_customer_type_id
      where customer_type.account_id = ${accountId} order by customer.name`,
  );

test("a type nobody knows is told with its rows; matched once, guests who came before have it at once, and those who come", async () => {
  const { id } = await added("customer-types", "常連");
  const { batchId } = await sent([
    guest("A", { customer_type: "GOLD" }),
    guest("B", { customer_type: "gold" }),
    guest("C"),
  ]);
  expect(await reported(batchId)).toEqual([{ field: "customer_type", word: "GOLD", rows: 2 }]);
  const { items, choices } = await words();
  expect(items).toMatchObject([{ field: "customer_type", channel: "s4", word: "GOLD", rows: 2, reservations: 2 }]);
  expect(choices).toEqual([{ field: "customer_type", id, name: "常連" }]);
  expect((await match(items[0].id, 999_999)).json().fields).toHaveProperty("choice_id");
  expect((await match(items[0].id, id)).json()).toMatchObject({ customers: 2, reservations: 0, items: [] });
  expect(await typed()).toEqual([
    { name: "客 A", type: "常連" },
    { name: "客 B", type: "常連" },
  ]);
  expect(await reported(batchId)).toEqual([]);
  expect((await match(items[0].id, id)).statusCode).toBe(404);
  const later = await sent([guest("D", { customer_type: "Gold" })]);
  expect(await reported(later.batchId)).toEqual([]);
  expect(await typed()).toHaveLength(3);
  // Another system may mean something else by a word only where it has a meaning of its own; a meaning that is out of use is asked for
  // again.
  const payload = { code: "常連", name: "常連", sort_order: 1, active_status: "inactive", linkages: [], version: 1 };
  await staff({ method: "PUT", url: `/api/accounts/${accountId}/customer-types/${id}`, payload });
  await sent([guest("E", { customer_type: "GOLD" })]);
  expect((await words()).items).toMatchObject([{ word: "GOLD", reservations: 1 }]);
});

test("a booking channel too, for what was booked before; a word that means nothing is not asked for again", async () => {
  const { id } = await added("booking-channels", "楽天");
  const rows = [
    guest("A", { booking_channel: "RT" }),
    guest("B", { reservation_system_code: "11", reservation_system_name: "RT" }),
    guest("C", { booking_channel: "TEL" }),
  ];
  const { batchId } = await sent(rows);
  const { items } = await words();
  expect(items).toMatchObject([
    { field: "booking_channel", word: "RT", rows: 2 },
    { field: "booking_channel", word: "TEL", rows: 1 },
  ]);
  expect((await match(items[0].id, id)).json()).toMatchObject({ reservations: 2 });
  expect((await match(items[1].id, null)).json()).toMatchObject({ reservations: 0, items: [] });
  const channels = await inScope(
    (tx) =>
      tx.all`select account_booking_channel_id as channel from stay_reservations where account_id = ${accountId}
        order by original_reservation_code`,
  );
  expect(channels).toEqual([{ channel: id }, { channel: id }, { channel: null }]);
  await sent([guest("D", { booking_channel: "TEL" })]);
  expect([await reported(batchId), (await words()).items]).toEqual([[], []]);
  const audit = await inScope(
    (tx) =>
      tx.all`select after->>'word' as word from audit_logs where account_id = ${accountId} and action = 'match_word' order by id`,
  );
  expect(audit).toEqual([{ word: "RT" }, { word: "TEL" }]);
});

test("a file that was started with words nobody knows says so afterwards: of bookings and of customers", async () => {
  const { id } = await added("customer-types", "法人");
  const taken = async (rows: Record<string, string>[], kind?: string) => {
    const file = await upload(staff, accountId, csvOf(rows), "f.csv", kind);
    const { mapping } = (await staff({ method: "GET", url: `/api/imports/${file}/preview` })).json();
    await staff({ method: "POST", url: `/api/imports/${file}/start`, payload: { mapping } });
    await runImport(t.app, accountId, file);
    return (await staff({ method: "GET", url: `/api/customers/source-values/batches/${file}` })).json().items;
  };
  const stay = { 予約番号: "F-1", チェックイン: "2026-12-01", 泊数: "1", 氏名: "山田 花子", 顧客区分: "CORP" };
  expect(await taken([stay])).toEqual([{ field: "customer_type", word: "CORP", rows: 1 }]);
  const person = { 会員番号: "M-1", 氏名: "佐藤 次郎", 顧客区分: "CORP" };
  expect(await taken([person], "customers")).toEqual([{ field: "customer_type", word: "CORP", rows: 1 }]);
  const { items } = await words();
  expect(items).toMatchObject([{ channel: "none", rows: 2, reservations: 1 }]);
  expect((await match(items[0].id, id)).json()).toMatchObject({ customers: 1 });
  expect(await taken([person], "customers")).toEqual([]);
  expect(await typed()).toHaveLength(2);
});

test("who sees one facility is asked for its words alone; free text for a type asks for two hundred words at most", async () => {
  const chain = await makeAccount(t.app, { name: `言葉の本部${++serial}`, option: "crm_option_parent" });
  const [east, west] = [
    await makeAccount(t.app, { name: `言葉の東館${serial}`, above: chain }),
    await makeAccount(t.app, { name: `言葉の西館${serial}`, above: chain }),
  ];
  const ofChain = async (facility: { accountId: number }, rows: object[]) => {
    const key = await feedKey(t.app, { accountId: chain.accountId, facilityId: facility.accountId });
    return fed(t, chain.accountId, key, "/feeds/plain/reservations", rows as Record<string, unknown>[]);
  };
  const { batchId } = await ofChain(west, [guest("W", { customer_type: "西" })]);
  const many = Array.from({ length: 210 }, (_, n) => booking(`E-${n}`, { customer_type: `自由${n}` }));
  await ofChain(east, many);
  const clerk = await t.as(await makeUser(t.app, east, "role_user", ["customers/all"]));
  const seen = (await clerk({ method: "GET", url: "/api/customers/source-values" })).json().items;
  expect([seen.length, seen.some(({ word }: { word: string }) => word === "西")]).toEqual([199, false]);
  const foreign = await clerk({ method: "GET", url: `/api/customers/source-values/batches/${batchId}` });
  expect(foreign.statusCode).toBe(404);
  const reader = await t.as(await makeUser(t.app, east, "role_user", ["customers/read"]));
  const refused = await reader({
    method: "POST",
    url: `/api/customers/source-values/${seen[0].id}/match`,
    payload: { choice_id: null },
  });
  expect(refused.statusCode).toBe(403);
});
