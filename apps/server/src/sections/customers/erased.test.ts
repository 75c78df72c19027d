import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { booking, fed, feedKey } from "../feeds/feeds.fixture.ts";
import { checkImport } from "../imports/check-import.ts";
import { countsOf, csvOf, imported, runImport, upload } from "../imports/imports.fixture.ts";
import { guestForm, within } from "./customers.fixture.ts";
import { customerJobs } from "./customers.jobs.ts";

// docs/adr/0105: of who asked to be forgotten nothing is left but the guest register, and then nothing at all.
let t: TestApp;
let hotel: Facility;
let annex: Facility;
let staff: Caller;
let key: string;
beforeEach(async () => {
  t = await testApp();
  hotel = await makeAccount(t.app, { name: "本館", option: "crm_option_parent" });
  const { accountId } = hotel;
  key = await feedKey(t.app, { accountId, facilityId: accountId });
  // With bookings of its own it stays a house when another one opens beneath it.
  await feed(booking("FIRST", { guest_name: "宿 始" }));
  annex = await makeAccount(t.app, { name: "別館", above: hotel, option: null });
  staff = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
});
afterEach(() => t.close());

const get = async (url: string, by = staff) => (await by({ method: "GET", url: `/api${url}` })).json();
const post = (url: string, payload: object = {}, by = staff) => by({ method: "POST", url: `/api${url}`, payload });
const feed = (...rows: object[]) => fed(t, hotel.accountId, key, "/feeds/plain/reservations", rows);
const inHotel = <T>(work: Parameters<typeof within<T>>[2]) => within(t.app, [hotel.accountId, annex.accountId], work);
const customerOf = async (code: string): Promise<number> =>
  (
    await inHotel(
      (tx) =>
        tx.one<{
          id: number;
        }>`select coalesce(customer.merged_into, customer.id) as id from stay_reservations reservation
        join customers customer on customer.account_id = reservation.account_id and customer.id = reservation.customer_id
          where reservation.original_reservation_code = ${code}`,
    )
  ).id;

/** Every table in which a row says one of these words, in any column: text, lists and JSON. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  return t.past.asSystem(async (tx) => {
    const tables = await tx.all<{
      name: string;
    }>`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' order by 1`;
    const found: string[] = [];
    for (const { name } of tables) {
      const hits = await sql`select 1 from ${sql.raw(name)} t where exists (select from unnest(${words}::text[]) w
        where strpos(lower(t::text), lower(w)) > 0) limit 1`.execute(tx.db);
      if (hits.rows.length > 0) found.push(name.replace("public.", ""));
    }
    return found;
  });
}

const CONTACTS = ["forget.me@example.jp", "second@example.jp", "KAIIN-77"];
const NAMES = ["鷺沼", "サギヌマ", "09011112222", "9011112222"];
const REGISTER = ["customers", "stay_customers", "stay_reservation_customers", "stay_reservations"];
const guest = { guest_name: "鷺沼 はな", guest_name_kana: "サギヌマ ハナ", tel: "090-1111-2222" };
const stayed = { state: "stayed", use_price: 12_000 };

test("an erased guest leaves a register and no contact, anywhere; merges cannot bring one back", async () => {
  // By file, twice: what an import changed is kept for its undoing.
  const filed = { 予約番号: "C-0", チェックイン: "2026-11-01", チェックアウト: "2026-11-02", 氏名: "鷺沼 はな" };
  const more = { 氏名カナ: "サギヌマ ハナ", 会員番号: "KAIIN-77", 電話: "090-1111-2222" };
  for (const price of [100, 200])
    await imported(t.app, hotel.accountId, hotel.accountId, csvOf([{ ...filed, ...more, 予約金額: price }]));
  await feed(
    booking("F-1", { ...guest, ...stayed, email: "Forget.Me@Example.jp", member_number: "kaiin-77", gender: "女" }),
    booking("F-2", { ...stayed, guest_name: "SAGINUMA HANA", email: "second@example.jp", email_consent: "はい" }),
    // A companion of somebody else, and a guest who waits because two are named.
    booking("F-3", {
      guest_name: "海野 渚",
      email: "nagisa@example.jp",
      companions: [{ guest_name: "鷺沼 はな", email: "forget.me@example.jp" }],
    }),
    booking("F-4", { guest_name: "鷺沼 はな", member_number: "kaiin-77", email: "second@example.jp" }),
  );
  await feed(booking("F-5", { guest_name: "Ｓ", email: "forget.me@example.jp", check_in_date: "いつか" }));
  await feed(booking("F-6", { guest_name: "別 の人", email: "betsu@example.jp", check_in_date: "いつか" }));
  const line = {
    予約番号: "C-1",
    チェックイン: "来週",
    チェックアウト: "2026-11-02",
    氏名: "鷺沼　はな",
    会員番号: "",
  };
  const rows = [
    line,
    { ...line, 予約番号: "C-2", 氏名: "別 の人" },
    { ...line, 予約番号: "C-3", 氏名: "X", 会員番号: "ＫＡＩＩＮ-77" },
  ];
  expect(await imported(t.app, hotel.accountId, hotel.accountId, csvOf(rows))).toMatchObject({ refused: 3 });

  const [survivor, source] = [await customerOf("F-1"), await customerOf("F-2")];
  const request = { survivor_id: survivor, source_id: source, fields: {} };
  const preview = (await post("/merges/preview", request)).json();
  const versions = { survivor_version: preview.survivor.version, source_version: preview.source.version };
  const { merge_id } = (await post("/merges/merge", { ...request, ...versions })).json();
  await post(`/customers/${survivor}/notes`, { body: "鷺沼様は海側のお部屋" });
  const consent = { channel: "mail", purpose: "marketing", text_version: "", remarks: "", happened_on: "2026-11-20" };
  await post(`/customers/${survivor}/consents`, { ...consent, state: "withdrawn" });
  expect(await tablesWith(CONTACTS)).toEqual(expect.arrayContaining(["customer_merges", "feed_rows", "suppressions"]));
  // Views that search for the guest, by name, in full width, by mail and telephone; and one that does not.
  const keep = (name: string, q: string, is_shared = false) =>
    post("/views/customers", { name, is_shared, is_default: false, search: { q, stay_count_min: 1 } });
  const savedViews = [
    await keep("よく来る人", "サギヌマ ハナ", true),
    await keep("鷺沼　はな様", "海側"),
    await keep("宛先", "ＦＯＲＧＥＴ.me@example.jp"),
    await keep("電話", "090-1111-2222"),
    await keep("別", "海野"),
  ];
  expect(savedViews.map((answer) => answer.statusCode)).toEqual(savedViews.map(() => 200));

  const { version, register_until } = await get(`/customers/${survivor}/erasure`);
  expect(register_until).toBe("2029-11-03");
  expect((await post(`/customers/${survivor}/erasure`, { version })).statusCode).toBe(200);
  expect(await tablesWith(CONTACTS)).toEqual([]);
  expect(await tablesWith(NAMES), "the register only").toEqual(REGISTER);
  expect(await tablesWith(["別 の人"]), "who is somebody else is still there").toEqual([
    "feed_rows",
    "import_rejections",
  ]);
  const views = (await get("/views/customers")).items as { name: string; search: object; dropped: string[] }[];
  const without = { search: { stay_count_min: 1 }, dropped: ["q"] };
  expect(views).toMatchObject([
    { name: "よく来る人", ...without },
    { name: expect.stringMatching(/^\(\d+\)$/), search: { q: "海側", stay_count_min: 1 }, dropped: [] },
    { name: "宛先", ...without },
    { name: "電話", ...without },
    { name: "別", search: { q: "海野", stay_count_min: 1 }, dropped: [] },
  ]);
  const lines = await inHotel((tx) => tx.all`select raw from import_rejections`);
  expect(lines, "also in full width").toHaveLength(1);
  const undone = await post(`/merges/done/${merge_id}/undo`);
  expect([undone.statusCode, undone.json().message]).toEqual([
    400,
    "統合したあとに顧客の情報が消去されたため、取り消せません",
  ]);

  // Come again by feed, with a consent that the sender claims: a new guest, and no mail goes there.
  await feed(booking("F-7", { ...guest, email: "FORGET.me@example.jp", email_consent: "はい" }));
  const newCustomer = await customerOf("F-7");
  expect(newCustomer).not.toBe(survivor);
  const stateOf = async (id: number) => (await get(`/customers/${id}`)).mail_state;
  expect(await stateOf(newCustomer)).toBe("opted_out");
  const typed = await post("/customers", guestForm({ name: "海野 二", email: "second@example.jp" }));
  expect(await stateOf(typed.json().id)).toBe("opted_out");
  // What the guest says to staff counts, from then on for the feed, too.
  await post(`/customers/${newCustomer}/consents`, { ...consent, state: "given" });
  expect(await stateOf(newCustomer)).toBe("reachable");
  await feed(booking("F-8", { ...guest, email: "forget.me@example.jp" }));
  expect(await stateOf(newCustomer)).toBe("reachable");
  await t.past.asSystem(async (tx) => void (await sql`delete from suppressions`.execute(tx.db)));

  // Three years later the register goes, too.
  await inHotel(
    (tx) => tx.run`update customers set erase_remaining_on = '2026-11-01' where id in (${survivor}, ${source})`,
  );
  await customerJobs(t.app, async () => {})["erase-guests"]({}, { signal: new AbortController().signal });
  expect(await tablesWith(["SAGINUMA"])).toEqual([]);
  const left = await inHotel(
    (tx) =>
      tx.all`select reservation.tel, guest.name from stay_reservations reservation
        join stay_reservation_customers guest on guest.stay_reservation_id = reservation.id
      join stay_customers stay_guest on stay_guest.name = guest.name where reservation.customer_id = ${survivor}
        and guest.guest_type = 'representative'`,
  );
  expect(left).toEqual(expect.arrayContaining([{ tel: null, name: "" }]));
});

test("a stay from before that is told again stays the forgotten guest's, by feed and by file; one to come is a guest who comes again", async () => {
  const person = {
    guest_name: "鷲尾 みね",
    guest_name_kana: "ワシオ ミネ",
    email: "washio@example.jp",
    tel: "090-3333-4444",
  };
  const guestFields = {
    ...person,
    member_number: "WASHIO-1",
    birthday: "1980-02-29",
    gender: "女",
    email_consent: "はい",
  };
  const past = { ...guestFields, ...stayed, check_in_date: "2026-11-01", check_out_date: "2026-11-02" };
  const later = { ...guestFields, check_in_date: "2026-12-20", check_out_date: "2026-12-21" };
  await feed(booking("W-1", past), booking("W-2", past), booking("W-3", later), booking("W-4", later));
  const id = await customerOf("W-1");
  const { version } = await get(`/customers/${id}/erasure`);
  expect((await post(`/customers/${id}/erasure`, { version })).statusCode).toBe(200);

  const traces = ["washio@example.jp", "WASHIO-1", "1980-02-29"];
  await feed(
    booking("W-1", {
      ...past,
      use_price: 9_000,
      companions: [{ guest_name: "鷲尾 みね", email: "washio@example.jp" }],
    }),
    booking("W-3", { ...later, state: "cancelled", cancel_date: "2026-11-22" }),
  );
  const line = {
    予約番号: "W-2",
    チェックイン: "2026-11-01",
    チェックアウト: "2026-11-02",
    状態: "宿泊済",
    利用金額: 8_000,
  };
  const guestOfFile = {
    氏名: "鷲尾　美根",
    氏名カナ: "ワシオ ミネ",
    メール: "washio@example.jp",
    会員番号: "WASHIO-1",
    生年月日: "1980-02-29",
  };
  await imported(t.app, hotel.accountId, hotel.accountId, csvOf([{ ...line, ...guestOfFile }]));
  expect(await tablesWith(traces)).toEqual([]);
  expect([await customerOf("W-1"), await customerOf("W-2"), await customerOf("W-3")]).toEqual([id, id, id]);
  const totals = await inHotel((tx) => tx.one`select stay_count, use_price_total from customers where id = ${id}`);
  expect(totals, "the bill is corrected all the same").toEqual({ stay_count: 2, use_price_total: 17_000 });

  await feed(booking("W-4", { ...later, check_out_date: "2026-12-22" }));
  const newCustomer = await customerOf("W-4");
  expect(newCustomer).not.toBe(id);
  expect((await get(`/customers/${newCustomer}`)).mail_state).toBe("opted_out");
});

test("a file of customers does not bring a forgotten guest back, by mail, member number or telephone; the line says why, and staff can", async () => {
  const person = {
    guest_name: "鶴見 そら",
    guest_name_kana: "ツルミ ソラ",
    email: "tsurumi@example.jp",
    tel: "090-5555-6666",
  };
  await feed(
    booking("T-1", { ...person, ...stayed, member_number: "TSURU-1" }),
    booking("T-2", { guest_name: "鶴見 うみ" }),
  );
  const id = await customerOf("T-1");
  const { version } = await get(`/customers/${id}/erasure`);
  expect((await post(`/customers/${id}/erasure`, { version })).statusCode).toBe(200);
  const other = { 氏名: "鶴見 そら", 住所: "横浜市" };
  const file = csvOf([
    { ...other, メール: "Tsurumi@Example.jp" },
    { ...other, 会員番号: "ｔｓｕｒｕ-1" },
    { ...other, 氏名カナ: "ツルミソラ", 電話: "+81 90 5555 6666" },
    { ...other, 氏名: "鶴見 なみ", 氏名カナ: "ツルミ ナミ", 電話: "090-5555-6666" },
  ]);
  const bring = async () => {
    const batch = await upload(staff, hotel.accountId, file, "members.csv", "customers");
    const { mapping } = await get(`/imports/${batch}/preview`);
    await post(`/imports/${batch}/check`, { mapping });
    await checkImport(t.app, { account_id: hotel.accountId, import_batch_id: batch });
    const check = (await post(`/imports/${batch}/check`, { mapping })).json();
    expect((await post(`/imports/${batch}/start`, { mapping })).statusCode).toBe(200);
    await runImport(t.app, hotel.accountId, batch);
    const { items } = await get(`/imports/${batch}/rejections`);
    return { check, counts: await countsOf(t.app, hotel.accountId, batch), items };
  };
  const first = await bring();
  expect(first.check).toMatchObject({ state: "done", rows_new: 1, rows_refused: 3 });
  expect(first.counts).toMatchObject({ new: 1, refused: 3, customers: 1 });
  const why = /ご本人の依頼で情報を消去したお客様です/;
  const rejection = expect.objectContaining({
    reasons: [expect.objectContaining({ message: expect.stringMatching(why) })],
  });
  expect(first.items).toEqual([rejection, rejection, rejection]);
  expect(await tablesWith(["tsurumi@example.jp"]), "but for the lines that were refused").toEqual([
    "import_rejections",
  ]);

  // The guest wants to be known again, and staff add him: from then on the file is about a known customer.
  const made = await post(
    "/customers",
    guestForm({
      name: "鶴見 そら",
      name_kana: "ツルミ ソラ",
      member_number: "TSURU-1",
      email: "tsurumi@example.jp",
      tel: "090-5555-6666",
    }),
  );
  expect(made.statusCode).toBe(200);
  expect((await bring()).counts).toMatchObject({ refused: 0, customers: 0 });
});

test("a guest is the whole programme's: a facility's right to delete does not erase one", async () => {
  await feed(booking("P-1", { guest_name: "共有 一", email: "kyoyu@example.jp" }));
  const id = await customerOf("P-1");
  await inHotel(
    (tx) =>
      tx.run`insert into customer_facilities (account_id, facility_account_id, customer_id, first_seen_on)
      values (${hotel.accountId}, ${annex.accountId}, ${id}, '2026-11-01')`,
  );
  const clerk = await t.as(await makeUser(t.app, annex, "role_user", ["customers/all", "crm_option"]));
  const shown = await get(`/customers/${id}`, clerk);
  expect(shown).toMatchObject({ id, page_actions: ["read", "create", "edit"] });
  expect((await get("/customers", clerk)).items[0].page_actions).not.toContain("delete");
  expect((await clerk({ method: "GET", url: `/api/customers/${id}/erasure` })).statusCode).toBe(403);
  expect((await post(`/customers/${id}/erasure`, { version: shown.version }, clerk)).statusCode).toBe(403);
  expect((await get(`/customers/${id}`)).page_actions).toContain("delete");
});
