import { luhnDigit } from "@okaeri/domain/customers/member-number";
import { afterAll, beforeEach, expect, test } from "vitest";
import { jobHandlers } from "../../main/job-handlers.ts";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { guestForm, within } from "../customers/customers.fixture.ts";
import { fed, feedKey } from "../feeds/feeds.fixture.ts";
import { engine, partnerKey } from "../partner/partner.fixture.ts";
import { csvOf, imported, queued, runImport } from "./imports.fixture.ts";

// docs/adr/0321: guests without a member number get one of the programme's.
const t: TestApp = await testApp();
afterAll(() => t.close());

let hotel: Facility;
let staff: Caller;
let serial = 0;
beforeEach(async () => {
  hotel = await makeAccount(t.app, { name: `番号の宿${++serial}` });
  staff = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
});

const call = async (method: "GET" | "POST" | "PUT", path: string, payload?: object) => {
  const answer = await staff({ method, url: `/api${path}`, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
};
const members = async () => (await call("GET", `/accounts/${hotel.accountId}/members`)).body;
const set = async (over: object) => {
  const { owner: _owner, numbering: _numbering, ...now } = await members();
  return call("PUT", `/accounts/${hotel.accountId}/members`, { ...now, ...over });
};
const ON = { member_number_issue: "registration", member_number_prefix: "hn", member_number_digits: 4 };
const number = async () => {
  const answer = await call("POST", `/accounts/${hotel.accountId}/members/number`, {});
  await t.app.jobs.drain(jobHandlers(t.app));
  return answer;
};
let booked = 0;
const line = (name: string, more: Record<string, string> = {}) => ({
  予約番号: `N${++booked}`,
  状態: "予約",
  チェックイン: "2026-12-01",
  チェックアウト: "2026-12-03",
  氏名: name,
  氏名カナ: "",
  メール: "",
  会員番号: "",
  団体区分: "",
  宿泊者区分: "",
  ...more,
});
const send = (...rows: Record<string, string>[]) => imported(t.app, hotel.accountId, hotel.accountId, csvOf(rows));
const inHotel = <T>(work: Parameters<typeof within<T>>[2]) => within(t.app, [hotel.accountId], work);
const numbers = async () =>
  inHotel(async (tx) => {
    const rows = await tx.all<{ name: string; member_number: string | null }>`select name, member_number from customers
      where account_id = ${hotel.accountId} and active_status = 'active' order by id`;
    return Object.fromEntries(rows.map((row) => [row.name, row.member_number]));
  });

test("nothing is given before it is switched on; what is no prefix or no number of digits is refused at its field", async () => {
  await send(line("先客 一"));
  expect(await numbers()).toEqual({ "先客 一": null });
  expect((await call("POST", `/accounts/${hotel.accountId}/members/number`, {})).status).toBe(400);
  for (const [field, value] of [
    ["member_number_prefix", "HN/"],
    ["member_number_prefix", "ABCDEFGHI"],
    ["member_number_prefix", "会"],
    ["member_number_digits", 3],
    ["member_number_digits", 13],
    ["member_number_check", "mod11"],
    ["member_number_issue", "always"],
  ] as const) {
    const answer = await set({ [field]: value });
    expect([value, answer.status, Object.keys(answer.body.fields)]).toEqual([value, 400, [field]]);
  }
  expect((await set(ON)).body).toMatchObject({
    member_number_prefix: "HN",
    numbering: { next_number: 1, left: 9_999, without: 1 },
  });
  expect((await call("GET", "/audit?entity=accounts")).body.items[0]).toMatchObject({ action: "update_members" });
});

test("whoever is registered by file, feed, hand or from the queue has a number, unless one came along; others have none", async () => {
  await set(ON);
  // Full-width and small: the number of a hotel that is typed in any way is passed over.
  await send(
    line("一 番", { 会員番号: "ｈｎ０００２" }),
    line("二 番"),
    line("三 番"),
    line("団 体", { 団体区分: "団体" }),
    line("二 番", { 予約番号: `N${booked - 2}`, 宿泊者区分: "同伴", 氏名: "連れ 一" }),
  );
  expect(await numbers()).toEqual({ "一 番": "HN0002", "二 番": "HN0001", "三 番": "HN0003" });
  const key = await feedKey(t.app, { accountId: hotel.accountId, facilityId: hotel.accountId });
  await fed(t, hotel.accountId, key, "/feeds/plain/reservations", [
    {
      reservation_code: "F1",
      state: "reserved",
      check_in_date: "2026-12-01",
      check_out_date: "2026-12-02",
      guest_name: "四 番",
    },
  ]);
  const made = await call("POST", "/customers", guestForm({ name: "五 番" }));
  expect([made.status, made.body.member_number]).toEqual([200, "HN0005"]);
  const [waiting] = (await call("GET", "/merges?reason=group_contact")).body.items;
  await call("POST", `/merges/${waiting.id}/create-customer`, {});
  expect(await numbers()).toMatchObject({ "四 番": "HN0004", "五 番": "HN0005", "団 体": "HN0006" });
  expect((await numbers())["連れ 一"]).toBeUndefined();
  expect((await call("GET", "/customers?q=hn0004")).body.items).toMatchObject([
    { name: "四 番", member_number: "HN0004" },
  ]);
  const taken = await call("POST", "/customers", guestForm({ name: "五 番", member_number: "ＨＮ0004" }));
  expect(Object.keys(taken.body.fields)).toEqual(["member_number"]);
});

test("all without a number get one by a job, some at a time; an engine finds them, and numbers that do not suffice are said before", async () => {
  await send(line("甲"), line("乙"), line("丙", { 会員番号: "OWN-1" }));
  await set({ ...ON, member_number_check: "luhn" });
  await inHotel((tx) => tx.run`insert into member_number_counters values (${hotel.accountId}, 9998)`);
  const short = await number();
  expect([short.status, short.body.message]).toEqual([400, expect.stringContaining("残り1件")]);
  await inHotel(
    (tx) => tx.run`update member_number_counters set last_number = 41 where account_id = ${hotel.accountId}`,
  );
  expect((await number()).body.numbering).toMatchObject({ work: { state: "waiting" } });
  const first = `HN0042${luhnDigit("0042")}`;
  expect(await numbers()).toEqual({ 甲: first, 乙: `HN0043${luhnDigit("0043")}`, 丙: "OWN-1" });
  expect((await members()).numbering).toMatchObject({ without: 0, next_number: 44, work: { state: "idle" } });
  const found = await engine(
    t,
    await partnerKey(t.app, hotel.accountId),
    `customers?member_number=${first.toLowerCase()}`,
  );
  expect(found.status).toBe(200);
  const actions = (await call("GET", "/audit?entity=accounts")).body.items.map((one: { action: string }) => one.action);
  expect(actions).toEqual(expect.arrayContaining(["number_members", "issue_member_numbers"]));
  await number();
  expect((await members()).numbering.next_number, "again: nobody is left").toBe(44);
});

test("a hotel's own number takes the place of an issued one, which goes on naming the guest; whichever came first, it is one guest", async () => {
  await set(ON);
  const mail = { メール: "kei@example.jp", 氏名カナ: "ケイ" };
  await send(line("桂", mail));
  await send(line("桂", { ...mail, 会員番号: "OWN-7" }));
  expect(await numbers()).toEqual({ 桂: "OWN-7" });
  await send(line("カード", { 会員番号: "hn 0001" }), line("桂", { ...mail, 会員番号: "OWN-7" }));
  expect(await numbers(), "the card with the issued number is the same guest's").toEqual({ 桂: "OWN-7" });
  const [guest] = (await call("GET", "/customers?q=OWN-7")).body.items;
  const other = guestForm({ name: "別人", member_number: "HN0001" });
  expect(Object.keys((await call("POST", "/customers", other)).body.fields)).toEqual(["member_number"]);
  expect((await call("GET", `/customers/${guest.id}`)).body.reservation_count ?? 4).toBe(4);
});

test("two files and the job at once: each guest has one number, and no number two guests", async () => {
  await send(...Array.from({ length: 40 }, (_, n) => line(`古参${n}`)));
  await set(ON);
  await call("POST", `/accounts/${hotel.accountId}/members/number`, {});
  const files = await Promise.all(
    ["東", "西"].map((side) =>
      queued(t.app, hotel.accountId, hotel.accountId, csvOf(Array.from({ length: 40 }, (_, n) => line(`${side}${n}`)))),
    ),
  );
  await Promise.all([
    ...files.map((id) => runImport(t.app, hotel.accountId, id, { batchRows: 7 })),
    t.app.jobs.drain(jobHandlers(t.app)),
  ]);
  const given = Object.values(await numbers());
  expect([given.length, new Set(given).size, given.includes(null)]).toEqual([120, 120, false]);
});

test("an import can be undone as before after its guests were numbered, and their numbers are given to nobody else", async () => {
  await send(line("消える 一", { メール: "gone@example.jp" }), line("消える 二", { メール: "two@example.jp" }));
  const [batch] = await inHotel(
    (tx) => tx.all<{ id: number }>`select max(id) as id from import_batches where account_id = ${hotel.accountId}`,
  );
  // A merge that was undone before is no change by hand, either.
  const [one, two] = await inHotel(
    (tx) => tx.all<{ id: number }>`select id from customers where account_id = ${hotel.accountId} order by id`,
  );
  const pair = { survivor_id: one?.id, survivor_version: 1, source_id: two?.id, source_version: 1, fields: {} };
  const { body: merged } = await call("POST", "/merges/merge", pair);
  await call("POST", `/merges/done/${merged.merge_id}/undo`, {});
  await set(ON);
  await number();
  expect(await numbers()).toEqual({ "消える 一": "HN0001", "消える 二": "HN0002" });
  expect((await call("GET", `/imports/${batch?.id}/undo`)).body).toMatchObject({
    customers_removed: 2,
    retained: { by_hand: 0 },
  });
  await call("POST", `/imports/${batch?.id}/undo`, {});
  await t.app.jobs.drain(jobHandlers(t.app));
  expect(await numbers()).toEqual({});
  await send(line("次 三"));
  expect(await numbers()).toEqual({ "次 三": "HN0003" });
});

test("an undo of the file that brought a hotel's number gives the issued one back", async () => {
  await set(ON);
  const mail = { メール: "back@example.jp" };
  await send(line("戻 一", mail));
  await send(line("戻 一", { ...mail, 会員番号: "OWN-9" }));
  const [batch] = await inHotel(
    (tx) => tx.all<{ id: number }>`select max(id) as id from import_batches where account_id = ${hotel.accountId}`,
  );
  await call("POST", `/imports/${batch?.id}/undo`, {});
  await t.app.jobs.drain(jobHandlers(t.app));
  expect(await numbers()).toEqual({ "戻 一": "HN0001" });
});

test("a merge keeps both numbers as keys, proposes the hotel's, and undoing gives each its own; an erased guest's is not given again", async () => {
  await set(ON);
  await send(line("残 一", { メール: "m1@example.jp" }), line("残 一", { メール: "m2@example.jp", 会員番号: "OWN-3" }));
  const ids = await inHotel(
    (tx) => tx.all<{ id: number }>`select id from customers where account_id = ${hotel.accountId} order by id`,
  );
  const [issued, own] = ids.map((row) => row.id);
  const request = { survivor_id: issued, source_id: own, fields: {} };
  const preview = (await call("POST", "/merges/preview", request)).body;
  expect(preview).toMatchObject({ proposed_survivor_id: own, winners: { member_number: "source" } });
  const versions = { survivor_version: preview.survivor.version, source_version: preview.source.version };
  const { body: merged } = await call("POST", "/merges/merge", { ...request, ...versions });
  const key = await partnerKey(t.app, hotel.accountId);
  for (const member of ["HN0001", "OWN-3"])
    expect((await engine(t, key, `customers?member_number=${member}`)).status, member).toBe(200);
  await call("POST", `/merges/done/${merged.merge_id}/undo`, {});
  const after = await inHotel(
    (tx) =>
      tx.all<{
        member_number: string;
      }>`select member_number from customers where account_id = ${hotel.accountId} order by id`,
  );
  expect(after.map((row) => row.member_number)).toEqual(["HN0001", "OWN-3"]);
  const { body: guest } = await call("GET", `/customers/${issued}`);
  const erased = await call("POST", `/customers/${issued}/erasure`, { version: guest.version });
  expect(erased.status, JSON.stringify(erased.body)).toBe(200);
  await send(line("新 二"));
  expect((await numbers())["新 二"]).toBe("HN0002");
});
