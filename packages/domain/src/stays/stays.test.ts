import { describe, expect, it } from "vitest";
import { calendarDate } from "../calendar-date.ts";
import { printable } from "./cell-reader.ts";
import { stayState } from "./derived-state.ts";
import { headerKey, IMPORT_FIELD_NAMES, IMPORT_FIELDS, missingFields, suggestMapping } from "./import-fields.ts";
import { readTimestamp } from "./read-timestamp.ts";
import type { RawReservation } from "./reservation-row.ts";
import { validateReservation } from "./validate-reservation.ts";

const day = calendarDate;
const today = day("2026-11-20");
const base: RawReservation = {
  reservation_code: "R-1",
  guest_name: "山田　太郎",
  check_in_date: "2026/11/01",
  check_out_date: "2026年11月3日",
};
const check = (over: RawReservation) => validateReservation({ ...base, ...over }, { today });
const faults = (over: RawReservation) => {
  const result = check(over);
  return result.ok ? [] : result.rejections.map((rejection) => `${rejection.field} ${rejection.code}`);
};
const row = (over: RawReservation) => {
  const result = check(over);
  if (!result.ok) throw new Error(JSON.stringify(result.rejections));
  return result.row;
};

describe("a good row", () => {
  it("fills in what a short file leaves out", () => {
    expect(row({})).toMatchObject({
      reservation_code: "R-1",
      guest_name: "山田 太郎",
      check_in_date: "2026-11-01",
      check_out_date: "2026-11-03",
      nights: 2,
      state: "reserved",
      reservation_status: "reserved",
      group_type: "individual",
      language_code: "ja",
      guest_type: "representative",
      use_price: null,
      transaction_code: null,
    });
  });
  it("normalises contacts and codes", () => {
    expect(
      row({
        state: "滞在済",
        reservation_status: "ウォークイン",
        group_type: "団体",
        language_code: "EN",
        use_price: "¥12,345",
        adult_count: "５５名",
        child_count: "0",
        guest_name_kana: "ﾔﾏﾀﾞ ﾀﾛｳ",
        email: "Taro@Example.JP",
        tel: "０９０－１２３４－５６７８",
        postcode: "1000001",
        member_number: "a-００１",
        gender: "男性",
        nationality: "prt",
        birthday: "1980/2/29",
        source_updated_at: "2026/11/03 10:00",
      }),
    ).toMatchObject({
      state: "stayed",
      reservation_status: "go_show",
      group_type: "group",
      language_code: "en",
      use_price: 12345,
      adult_count: 55,
      child_count: 0,
      guest_name_kana: "ヤマダ タロウ",
      email: "Taro@example.jp",
      tel: "09012345678",
      postcode: "100-0001",
      member_number: "A-001",
      gender: "male",
      nationality: "PRT",
      birthday: "1980-02-29",
      transaction_code: "R-1",
      confirmed_date: "2026-11-03",
      source_updated_at: "2026-11-03T01:00:00.000Z",
    });
  });
  it.each<[string, RawReservation, object]>([
    ["0 nights", { check_out_date: "2026-11-01" }, { nights: 0 }],
    ["365 nights", { check_in_date: "2026-01-01", check_out_date: "2027-01-01" }, { nights: 365 }],
    ["no guests counted", { adult_count: "0" }, { adult_count: 0 }],
    ["a free stay", { state: "stayed", use_price: "0" }, { use_price: 0 }],
    ["one price only", { state: "stayed", reserved_price: "9000" }, { use_price: 9000, reserved_price: 9000 }],
    ["cancel day tells the state", { cancel_date: "2026-10-30" }, { state: "cancelled", cancel_date: "2026-10-30" }],
    [
      "transaction tells the state",
      { transaction_code: "T9", use_price: "1" },
      { state: "stayed", transaction_code: "T9" },
    ],
    ["no-show", { state: "ノーショー" }, { state: "no_show", use_price: null }],
    [
      "words for nothing",
      { tel: "なし", email: "-", nationality: "NULL", gender: "不明" },
      { tel: null, email: null, nationality: null, gender: null },
    ],
    [
      "words for nothing among codes",
      { gender: "-", language_code: "なし", group_type: "-", customer_type: "-", address: "-", guest_name_kana: "-" },
      {
        gender: null,
        language_code: "ja",
        group_type: "individual",
        customer_type: null,
        address: null,
        guest_name_kana: null,
      },
    ],
    ["marks are no reading", { guest_name_kana: "＊＊＊" }, { guest_name_kana: null }],
    ["a folio of nothing is no stay", { transaction_code: "-" }, { state: "reserved", transaction_code: null }],
    ["an extension", { tel: "tel:03-1234-5678 内線12" }, { tel: "0312345678" }],
    ["a guest called Null", { guest_name: "Null" }, { guest_name: "Null" }],
    ["two telephones", { tel: "03-1234-5678／090-1111-2222" }, { tel: "0312345678" }],
    ["two telephones in two lines", { tel: "自宅 03-1234-5678\n携帯 090-1111-2222" }, { tel: "0312345678" }],
    ["a name in two lines", { guest_name: "山田\r\n花子" }, { guest_name: "山田 花子" }],
    ["the name in place of its reading", { guest_name_kana: "山田 花子" }, { guest_name_kana: null }],
    ["pasted telephone", { tel: "\u202d090-1234-5678\u202c" }, { tel: "09012345678" }],
    ["address with a line break", { address: "東京都\n千代田区" }, { address: "東京都 千代田区" }],
    ["the highest price", { reserved_price: "1000000000" }, { reserved_price: 1_000_000_000 }],
    ["a lost zero", { postcode: "600001", address: "北海道札幌市中央区" }, { postcode: "060-0001" }],
    ["six digits of elsewhere", { postcode: "600001", address: "Singapore" }, { postcode: "600001" }],
    ["six digits alone", { postcode: "600001" }, { postcode: "060-0001" }],
    ["six digits of a guest from Singapore", { postcode: "238823", nationality: "SGP" }, { postcode: "238823" }],
    ["a postcode in words", { postcode: "同上" }, { postcode: null }],
    ["a malformed address", { email: "taro@" }, { email: null }],
    ["an address with header injection", { email: "a@b.example\r\nBcc: c@d.example" }, { email: null }],
    ["an address of 10 kB", { email: "x".repeat(10_240) }, { email: null }],
    ["an old carrier address", { email: "ka..ze.1@docomo.ne.jp" }, { email: "ka..ze.1@docomo.ne.jp" }],
    [
      "a dash of another table",
      { reservation_code: "H−1", member_number: "m−0001" },
      { reservation_code: "H-1", member_number: "M-0001" },
    ],
    ["a member number marked as text", { member_number: '="000124"' }, { member_number: "000124" }],
    ["a room's number with a long-vowel mark", { room_code: "１ー１０１" }, { room_code: "1-101" }],
    ["a plan's code", { plan_code: "P−01" }, { plan_code: "P-01" }],
    ["a plan's name", { plan_code: "プランA―朝食付" }, { plan_code: "プランA―朝食付" }],
    ["prices with .0", { reserved_price: "100.0" }, { reserved_price: 100 }],
  ])("accepts %s", (_, over, expected) => {
    expect(row(over)).toMatchObject(expected);
  });
});

describe("a refused row names every fault", () => {
  it.each<[string, RawReservation, string[]]>([
    [
      "all required missing",
      { reservation_code: "", guest_name: "　", check_in_date: undefined as never, check_out_date: null },
      ["reservation_code required", "check_in_date required", "check_out_date required", "guest_name required"],
    ],
    ["30 February", { check_in_date: "2026-02-30" }, ["check_in_date not_a_date"]],
    ["2026-00-00", { reserved_date: "2026-00-00" }, ["reserved_date not_a_date"]],
    ["year 9999", { check_out_date: "9999-12-31" }, ["check_out_date out_of_range", "check_out_date too_many_nights"]],
    ["check-out before check-in", { check_out_date: "2026-10-31" }, ["check_out_date check_out_before_check_in"]],
    ["366 nights", { check_in_date: "2025-11-01", check_out_date: "2026-11-02" }, ["check_out_date too_many_nights"]],
    ["reserved after check-out", { reserved_date: "2026-11-04" }, ["reserved_date reserved_after_check_out"]],
    ["negative price", { reserved_price: "-829" }, ["reserved_price negative"]],
    ["negative price with decimals", { reserved_price: "-6.38" }, ["reserved_price negative"]],
    ["decimals", { reserved_price: "100.5" }, ["reserved_price decimals"]],
    ["price above 10^9", { reserved_price: "1000000001" }, ["reserved_price too_large"]],
    ["price 10^15", { use_price: "1000000000000000", state: "stayed" }, ["use_price too_large"]],
    ["price in words", { payment_price: "一万円" }, ["payment_price not_a_number"]],
    ["stayed without a price", { state: "滞在済" }, ["use_price required"]],
    [
      "unknown codes",
      { state: "謎", reservation_status: "??", group_type: "x", language_code: "xx", guest_type: "z", gender: "q" },
      [
        "state unknown_code",
        "gender unknown_code",
        "reservation_status unknown_code",
        "group_type unknown_code",
        "language_code unknown_code",
        "guest_type unknown_code",
      ],
    ],
    [
      "codes that a spreadsheet has shortened",
      { reservation_code: "1.23457E+17", member_number: "1.0E+11", transaction_code: "123.0", tel: "8.19012E+11" },
      [
        "reservation_code shortened_number",
        "transaction_code shortened_number",
        "member_number shortened_number",
        "tel shortened_number",
      ],
    ],
    ["thousands behind a dot", { reserved_price: "10.000" }, ["reserved_price dot_or_comma"]],
    ["a negative price in brackets", { reserved_price: "(1,000)" }, ["reserved_price negative"]],
    ["a price with an exponent", { reserved_price: "1E+05" }, ["reserved_price shortened_number"]],
    ["telephone", { tel: "内線のみ" }, ["tel invalid_tel"]],
    ["counts", { adult_count: "1000", child_count: "-1" }, ["adult_count out_of_range", "child_count negative"]],
    ["half a guest", { adult_count: "1.5" }, ["adult_count decimals"]],
    ["NUL", { guest_name: "山\u0000田" }, ["guest_name bad_character"]],
    ["lone surrogate", { guest_name: "\ud800" }, ["guest_name bad_character"]],
    ["plan code of 10 kB", { plan_code: "x".repeat(10_240) }, ["plan_code too_long"]],
    ["a name of 101", { guest_name: "山".repeat(101) }, ["guest_name too_long"]],
    ["cell of 1 MB", { address: "東".repeat(1_000_000) }, ["address too_long"]],
    [
      "cancel day of a stay",
      { state: "stayed", use_price: "1", cancel_date: "2026-10-01" },
      ["cancel_date contradicts_state"],
    ],
    [
      "stay in the future",
      { state: "stayed", use_price: "1", check_out_date: "2026-11-21" },
      ["check_out_date in_future"],
    ],
    [
      "no-show in the future",
      { state: "no_show", check_in_date: "2026-11-21", check_out_date: "2026-11-22" },
      ["check_in_date in_future"],
    ],
    ["birthday in the future", { birthday: "2026-11-21" }, ["birthday in_future"]],
    ["birthday in 1899", { birthday: "1899-12-31" }, ["birthday out_of_range"]],
    ["a time to come", { source_updated_at: "2099-01-01T00:00:00Z" }, ["source_updated_at in_future"]],
    ["timestamp", { source_updated_at: "2026-11-20 25:00" }, ["source_updated_at not_a_timestamp"]],
  ])("%s", (_, over, expected) => {
    expect(faults(over)).toEqual(expected);
  });
  it("shows the value shortened and safe to store", () => {
    expect(printable("a\u0000b")).toBe("a\ufffdb");
    expect(printable("\ud800x")).toBe("\ufffdx");
    expect(printable("𠮷".repeat(500))).toBe("𠮷".repeat(100));
  });
});

describe("timestamps", () => {
  it.each([
    ["2026-11-20T10:00:00Z", "2026-11-20T10:00:00.000Z"],
    ["2026-11-20T10:00:00.123456+09:00", "2026-11-20T01:00:00.123Z"],
    ["2026/11/20 08:30", "2026-11-19T23:30:00.000Z"],
    ["2026-11-20", "2026-11-19T15:00:00.000Z"],
    ["2026-11-20T10:00-0530", "2026-11-20T15:30:00.000Z"],
    ["20261120083000", "2026-11-19T23:30:00.000Z"],
    ["2026年11月20日 8時30分", "2026-11-19T23:30:00.000Z"],
    ["2026/11/20 午後3:05:06", "2026-11-20T06:05:06.000Z"],
    ["46346.5", "2026-11-20T03:00:00.000Z"],
    ["2026-02-30T10:00:00Z", undefined],
    ["yesterday", undefined],
  ])("%s is %s", (text, expected) => {
    expect(readTimestamp(text)).toBe(expected);
  });
});

describe("column mapping", () => {
  it("suggests by Japanese and English headers", () => {
    const mapping = suggestMapping([
      "予約番号",
      "お客様名",
      "ﾁｪｯｸｲﾝ日",
      "Check Out",
      "電話番号",
      "備考",
      "予約番号",
      "TEL",
    ]);
    expect(mapping).toEqual({ reservation_code: 0, guest_name: 1, check_in_date: 2, check_out_date: 3, tel: 4 });
    expect(missingFields(mapping)).toEqual([]);
  });
  it("suggests every field by its own name", () => {
    expect(Object.keys(suggestMapping(IMPORT_FIELD_NAMES))).toEqual([...IMPORT_FIELD_NAMES]);
  });
  it("names what a file lacks", () => {
    expect(missingFields(suggestMapping(["予約番号", "氏名"]))).toEqual(["check_in_date", "check_out_date"]);
    expect(missingFields(suggestMapping(["予約番号", "IN", "泊数", "氏名"]))).toEqual([]);
  });
  it("no header means two fields", () => {
    const keys = IMPORT_FIELD_NAMES.flatMap((name) => {
      const own = new Set([name, ...IMPORT_FIELDS[name].aliases].map(headerKey));
      return [...own];
    });
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});

describe("derived state", () => {
  it.each([
    ["before check-in", "2026-11-21", "2026-11-22", null, false, "reserved"],
    ["check-in day", "2026-11-20", "2026-11-22", null, false, "in_house"],
    ["check-out day, not settled", "2026-11-19", "2026-11-20", null, false, "in_house"],
    ["check-out day, settled", "2026-11-19", "2026-11-20", null, true, "checked_out"],
    ["day use, settled", "2026-11-20", "2026-11-20", null, true, "checked_out"],
    ["settled in advance", "2026-11-19", "2026-11-22", null, true, "in_house"],
    ["past and settled", "2026-11-01", "2026-11-02", null, true, "checked_out"],
    ["past and never settled", "2026-11-01", "2026-11-02", null, false, "no_show"],
    ["cancelled", "2026-12-01", "2026-12-02", "2026-11-01", false, "cancelled"],
  ] as const)("%s", (_, checkIn, checkOut, cancel, confirmed, expected) => {
    const stay = {
      check_in_date: day(checkIn),
      check_out_date: day(checkOut),
      cancel_date: cancel === null ? null : day(cancel),
      confirmed,
    };
    expect(stayState(stay, today)).toBe(expected);
  });
});

describe("files as systems export them", () => {
  it.each([
    ["Confirmation No.", "reservation_code"],
    ["Guest", "guest_name"],
    ["IN", "check_in_date"],
    ["OUT", "check_out_date"],
    ["料金合計", "use_price"],
    ["ご予約状況", "state"],
    ["泊数", "nights"],
    ["人数", "adult_count"],
    ["Arrival", "check_in_date"],
    ["No. of Nights", "nights"],
    ["顧客区分", "customer_type"],
  ])("%s is %s", (header, field) => expect(Object.keys(suggestMapping([header]))).toEqual([field]));

  it("takes nights in place of the check-out day, and the day where both are told", () => {
    expect(row({ check_out_date: "", nights: "３泊" })).toMatchObject({ check_out_date: "2026-11-04", nights: 3 });
    expect(row({ nights: "9" })).toMatchObject({ check_out_date: "2026-11-03", nights: 2 });
    expect(faults({ check_out_date: "", nights: "" })).toEqual(["check_out_date required"]);
    expect(faults({ check_out_date: "", nights: "x" })).toEqual(["nights not_a_number"]);
  });
  it("takes a line of a file of stays as a settled stay, with its guest or without", () => {
    const stay = validateReservation({ ...base, guest_name: "", use_price: "12,300円" }, { today, kind: "stays" });
    expect(stay).toMatchObject({ ok: true, row: { state: "stayed", use_price: 12_300, guest_name: "" } });
  });
});
