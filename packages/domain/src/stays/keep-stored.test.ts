import { describe, expect, it } from "vitest";
import { calendarDate } from "../calendar-date.ts";
import { changesStored, keepStored, type StoredReservation } from "./keep-stored.ts";
import type { RawReservation } from "./reservation-row.ts";
import { validateReservation } from "./validate-reservation.ts";

const today = calendarDate("2026-11-20");
const day = calendarDate;
const stored: StoredReservation = {
  state: "stayed",
  reservation_status: "go_show",
  group_type: "individual",
  language_code: "en",
  reserved_date: day("2026-10-01"),
  check_in_date: day("2026-11-01"),
  check_out_date: day("2026-11-03"),
  cancel_date: null,
  plan_code: "SPA",
  reserved_price: 20_000,
  reserved_payment_price: 0,
  room_type: "和室",
  room_code: "301",
  adult_count: 2,
  child_count: 1,
  booking_channel: "旅の窓",
  guest_name: "山田 花子",
  guest_name_kana: "ヤマダ ハナコ",
  guest_email: "hana@example.jp",
  guest_tel: "+81312345678",
  guest_birthday: day("1980-02-29"),
  guest_gender: "female",
  source_updated_at: null,
  stay: {
    transaction_code: "T-1",
    confirmed_date: day("2026-11-04"),
    use_price: 21_000,
    payment_price: 18_000,
    check_in_date: day("2026-11-01"),
    check_out_date: day("2026-11-03"),
  },
};
const key = { reservation_code: "R-1", check_in_date: "2026-11-01", check_out_date: "2026-11-03" };
function kept(raw: RawReservation, over: Partial<StoredReservation> | null = {}, overwriteBlanks = false) {
  const result = validateReservation({ ...key, guest_name: "山田 花子", ...raw }, { today });
  if (!result.ok) throw new Error(JSON.stringify(result.rejections));
  const before = over === null ? null : { ...stored, ...over };
  const row = keepStored(result.row, result.unsaid, before, { today, overwriteBlanks });
  return { row, changes: before !== null && changesStored(row, before) };
}

describe("a line that says little", () => {
  it("changes nothing", () => {
    const { row, changes } = kept({});
    expect(changes).toBe(false);
    expect(row).toMatchObject({ state: "stayed", use_price: 21_000, plan_code: "SPA", transaction_code: "T-1" });
  });
  it("overwrites with its blanks when it is asked to", () => {
    const { row, changes } = kept({}, {}, true);
    expect(changes).toBe(true);
    expect(row).toMatchObject({
      state: "reserved",
      use_price: null,
      plan_code: null,
      email: null,
      language_code: "ja",
    });
  });
  it("changes only what it says", () => {
    expect(kept({ state: "滞在済", use_price: "22000" }).row).toMatchObject({
      use_price: 22_000,
      payment_price: 18_000,
    });
    expect(kept({ room_code: "302" }).row).toMatchObject({ room_code: "302", room_type: "和室" });
  });
  it("says nothing of another guest", () => {
    expect(kept({ guest_name: "佐藤 次郎" }).row).toMatchObject({ email: null, tel: null, guest_name_kana: null });
  });
});

describe("what was derived", () => {
  const derived = {
    stay: { ...(stored.stay as NonNullable<typeof stored.stay>), use_price: 20_000, payment_price: 20_000 },
  };
  it("follows what it was derived from", () => {
    const { row } = kept({ state: "滞在済", reserved_price: "25000" }, derived);
    expect(row).toMatchObject({ use_price: 25_000, payment_price: null });
  });
  it("moves the settling day with the check-out", () => {
    const stay = { ...derived.stay, confirmed_date: day("2026-11-03") };
    expect(kept({ check_out_date: "2026-11-05" }, { stay }).row.confirmed_date).toBe("2026-11-05");
    expect(kept({ check_out_date: "2026-11-05" }).row.confirmed_date).toBe("2026-11-04");
  });
});

describe("a cancellation without a day", () => {
  it("was today, and stays on the day it was first told", () => {
    expect(kept({ state: "キャンセル" }, null).row.cancel_date).toBe(today);
    const cancelled = { state: "cancelled" as const, cancel_date: day("2026-10-20"), stay: null };
    const { row, changes } = kept({ state: "キャンセル" }, cancelled);
    expect([row.cancel_date, changes]).toEqual(["2026-10-20", false]);
    expect(kept({ state: "予約" }, cancelled).row.cancel_date).toBeNull();
  });
});
