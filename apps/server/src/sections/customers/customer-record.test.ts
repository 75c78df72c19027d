import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "../../test/app.ts";
import { csvOf, imported } from "../imports/imports.fixture.ts";
import { guestForm, one, within } from "./customers.fixture.ts";
import { type Guests, openGuests } from "./guests.fixture.ts";

let t: Guests["t"];
let hotel: Guests["hotel"];
let staff: Caller;
let clerk: Caller;
let id: Guests["id"];
beforeAll(async () => {
  ({ t, hotel, staff, clerk, id } = await openGuests());
});
afterAll(() => t.close());

async function ask(who: Caller, method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) {
  const answer = await who({ method, url: `/api/customers${path}`, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
}
const inHotel = <T>(query: ReturnType<typeof sql<T>>) => within(t.app, [hotel.accountId], (tx) => one(tx, query));
const auditOf = async (customer: number) =>
  (
    await within(
      t.app,
      [hotel.accountId],
      (tx) =>
        tx.all<{ action: string; after: unknown }>`select action, after from audit_logs where entity = 'customers'
        and entity_id = ${customer} order by id`,
    )
  ).map(({ action, after }) => [action, after]);

describe("a guest's record", () => {
  it("is written in one form, with what was typed beside it, and is found at once", async () => {
    const type = await inHotel(
      sql<{
        id: number;
      }>`insert into account_customer_types (account_id, code, name) values (${hotel.accountId}, 'c', '法人') returning id`,
    );
    const typed = guestForm({
      name: "髙橋　ｲﾁﾛｳ",
      name_kana: "たかはし　いちろう",
      member_number: "ｈ-００１",
      email: "Ichiro@Example.JP",
      tel: "０９０-９９９９-８８８８",
      postcode: "2500522",
      address: "箱根町①",
      gender: "male",
      birthday: "1988-02-29",
      nationality: "jp",
      language: "ja",
      customer_type_ids: [type.id],
    });
    const made = await ask(staff, "POST", "", typed);
    expect([made.status, made.body.message]).toEqual([200, undefined]);
    expect(made.body).toMatchObject({
      name: "髙橋 イチロウ",
      name_kana: "タカハシ イチロウ",
      member_number: "H-001",
      email: "Ichiro@example.jp",
      tel: "09099998888",
      postcode: "250-0522",
      address: "箱根町1",
      nationality: "JP",
      birthday: "1988-02-29",
      name_typed: "髙橋　ｲﾁﾛｳ",
      customer_types: [{ id: type.id, name: "法人" }],
      version: 1,
      stay_count: 0,
    });
    const found = await ask(staff, "GET", `?q=${encodeURIComponent("高橋")}`);
    expect(found.body.items.map((one: { id: number }) => one.id)).toEqual([made.body.id]);
    expect(await auditOf(made.body.id)).toEqual([["create", null]]);
  });

  it("says field by field what is wrong", async () => {
    const wrong = await ask(
      staff,
      "POST",
      "",
      guestForm({
        name: "山田",
        birthday: "2027-01-01",
        member_number: "M-0001",
        tel: "123",
        customer_type_ids: [999_999],
      }),
    );
    expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([
      400,
      ["birthday", "customer_type_ids", "member_number", "tel"],
    ]);
    const unread = await ask(
      staff,
      "POST",
      "",
      guestForm({ name_kana: "山田", email: "a@", gender: "no", nationality: "J1" }),
    );
    expect(Object.keys(unread.body.fields).sort()).toEqual(["email", "gender", "name", "name_kana", "nationality"]);
  });

  it("that came by file, as long as a file may say it, is saved again as it is shown", async () => {
    const guestCells = { 氏名: "林 長", 国籍: "jpn", 郵便番号: "12345-6789", 住所: `東京都${"あ".repeat(297)}` };
    const line = { 予約番号: "LONG-1", チェックイン: "2026-12-01", チェックアウト: "2026-12-02", ...guestCells };
    await imported(t.app, hotel.accountId, hotel.accountId, csvOf([line]));
    const [{ id: guest }] = (await ask(staff, "GET", "?q=LONG-1")).body.items;
    const { name, postcode, address, nationality, version } = (await ask(staff, "GET", `/${guest}`)).body;
    expect([nationality, [...address].length]).toEqual(["JPN", 300]);
    const record = { ...guestForm({ name, postcode, address, nationality, tel: "090-5555-6666" }), version };
    const saved = await ask(staff, "PUT", `/${guest}`, record);
    expect([saved.body.fields, saved.body.tel, saved.body.nationality]).toEqual([undefined, "09055556666", "JPN"]);
  });

  it("is changed by who saw its newest version; the log names fields and no words", async () => {
    const before = (await ask(staff, "GET", `/${id.taro}`)).body;
    const record = guestForm({
      name: before.name,
      name_kana: before.name_kana,
      member_number: before.member_number,
      email: "new@example.jp",
      tel: before.tel,
      birthday: before.birthday,
      address: "小田原市",
    });
    const changed = await ask(staff, "PUT", `/${id.taro}`, { ...record, version: before.version });
    expect(changed.body).toMatchObject({ email: "new@example.jp", address: "小田原市", version: before.version + 1 });
    expect((await ask(staff, "PUT", `/${id.taro}`, { ...record, version: before.version })).status).toBe(412);
    expect(await auditOf(id.taro as number)).toEqual([["update", { fields: ["email", "address"] }]]);
    // Nothing new is no change.
    expect((await ask(staff, "PUT", `/${id.taro}`, { ...record, version: before.version + 1 })).body.version).toBe(
      before.version + 1,
    );
  });

  it("names who may be the same guest, within reach and not the guest itself", async () => {
    const alike = async (who: Caller, query: string) =>
      (await ask(who, "GET", `/alike?${query}`)).body.items.map((one: { name: string; reasons: string[] }) => [
        one.name,
        one.reasons,
      ]);
    const kana = `name_kana=${encodeURIComponent("やまだ　たろう")}`;
    expect(await alike(staff, `${kana}&tel=090-1234-5678`)).toEqual([["山田 太郎", ["tel", "name"]]]);
    expect(await alike(staff, "email=HANAKO%40example.jp")).toEqual([]);
    expect(await alike(staff, "email=hanako%40EXAMPLE.jp")).toEqual([["山本 花子", ["email"]]]);
    expect(await alike(staff, "member_number=m-0001")).toEqual([["山田 太郎", ["member_number"]]]);
    for (const name of ["山田太郎", "山 田", "山田 太"])
      expect(await alike(staff, `name=${encodeURIComponent(name)}`), "the whole name").toEqual([]);
    expect(await alike(staff, `name=${encodeURIComponent("山田　太郎")}`)).toEqual([["山田 太郎", ["name"]]]);
    expect(await alike(staff, `${kana}&except=${id.taro}`)).toEqual([]);
    expect(await alike(clerk, kana)).toEqual([]);
  });
});

describe("notes", () => {
  it("are several, dated, by whom; changed by version and removed", async () => {
    const first = await ask(staff, "POST", `/${id.john}/notes`, { body: "羽毛枕を使わない" });
    await ask(staff, "POST", `/${id.john}/notes`, { body: "高層階\nご希望" });
    const all = (await ask(staff, "GET", `/${id.john}/notes`)).body.items;
    expect(all.map((one: { body: string }) => one.body)).toEqual(["高層階\nご希望", "羽毛枕を使わない"]);
    expect(all[0].written_by).toBeTruthy();
    const change = { version: first.body.version, body: "そば殻枕" };
    const path = `/${id.john}/notes/${first.body.id}`;
    expect((await ask(staff, "PUT", path, change)).body).toMatchObject({ body: "そば殻枕", version: 2 });
    expect((await ask(staff, "PUT", path, change)).status).toBe(412);
    expect((await ask(staff, "DELETE", path, {})).body.items).toHaveLength(1);
    expect((await ask(staff, "DELETE", path, {})).status).toBe(404);
    expect((await ask(staff, "POST", `/${id.john}/notes`, { body: " \n" })).status).toBe(400);
    expect((await auditOf(id.john as number)).map(([action]) => action)).toEqual([
      "note_add",
      "note_add",
      "note_change",
      "note_remove",
    ]);
  });

  it("of a guest out of reach are nobody's", async () => {
    expect((await ask(clerk, "GET", `/${id.john}/notes`)).status).toBe(404);
    expect((await ask(staff, "GET", `/${id.foreign}/notes`)).status).toBe(404);
  });
});

describe("consent", () => {
  const consent = { channel: "mail", purpose: "marketing", text_version: "2026年4月版", remarks: "宿泊カードにて" };

  it("is a line with its proof, and decides whether mail reaches", async () => {
    const state = async () => (await ask(staff, "GET", `/${id.hanako}`)).body.mail_state;
    expect(await state()).toBe("no_consent");
    const given = await ask(staff, "POST", `/${id.hanako}/consents`, {
      ...consent,
      state: "given",
      happened_on: "2026-11-02",
    });
    expect(given.body.items[0]).toMatchObject({
      ...consent,
      state: "given",
      source: "staff",
      happened_at: "2026-11-01T15:00:00.000Z",
    });
    expect(given.body.items[0].entered_by).toBeTruthy();
    expect(await state()).toBe("reachable");
    await ask(staff, "POST", `/${id.hanako}/consents`, { ...consent, state: "withdrawn", happened_on: "2026-11-20" });
    expect(await state()).toBe("opted_out");
    expect(await inHotel(sql`select reason from suppressions where address = 'hanako@example.jp'`)).toEqual({
      reason: "opted_out",
    });
    await ask(staff, "POST", `/${id.hanako}/consents`, { ...consent, state: "given", happened_on: "2026-11-20" });
    expect(await state()).toBe("reachable");
    expect((await ask(staff, "GET", `/${id.hanako}/consents`)).body.items).toHaveLength(3);
  });

  it("is neither of tomorrow nor put before a later word", async () => {
    const { body: guest } = await ask(staff, "POST", "", guestForm({ name: "同意 花子", name_kana: "ドウイ ハナコ" }));
    const given = { ...consent, state: "given", happened_on: "2026-11-20" };
    expect((await ask(staff, "POST", `/${guest.id}/consents`, given)).status).toBe(200);
    for (const happened_on of ["2026-11-21", "2026-11-19"]) {
      const refused = await ask(staff, "POST", `/${guest.id}/consents`, {
        ...consent,
        state: "withdrawn",
        happened_on,
      });
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ["happened_on"]]);
    }
  });
});

it("what a facility's clerk may not is refused, and who enters a guest there sees the guest", async () => {
  expect((await ask(clerk, "POST", "", guestForm({ name: "新規 花子" }))).status).toBe(200);
  const found = await ask(clerk, "GET", `?q=${encodeURIComponent("新規")}`);
  expect(found.body.items.map((one: { name: string }) => one.name)).toEqual(["新規 花子"]);
  expect((await ask(clerk, "PUT", `/${id.john}`, { ...guestForm({ name: "x" }), version: 1 })).status).toBe(404);
});
