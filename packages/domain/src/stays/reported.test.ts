import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { calendarDate } from "../calendar-date.ts";
import { guestDigest } from "./guest-digest.ts";
import { reportedOfStored, reportTimesOf, type StoredColumns } from "./report-times.ts";
import { mergeReported, NOTHING_REPORTED, type Reported, storableValue } from "./reported.ts";
import type { RawReservation, ReservationRow } from "./reservation-row.ts";
import { settle } from "./settle.ts";
import { faultsOf, readReservation } from "./validate-reservation.ts";

const today = calendarDate("2026-11-20");
const key = { reservation_code: "R-1", guest_type: "representative" } as const;

type Line = RawReservation & { kind?: "reservations" | "stays"; empties?: true };
function reported({ kind = "reservations", empties, ...raw }: Line): Reported {
  const result = readReservation(
    { reservation_code: "R-1", ...raw },
    { today, kind, overwriteBlanks: empties === true },
  );
  if (!result.ok) throw new Error(JSON.stringify(result.rejections));
  return result.reported;
}

/** What is stored of the reports, and read again. */
function stored(of: Reported): Reported {
  const row = settle(of, key);
  if (row.state === "cancelled") row.cancel_date ??= today;
  const columns: StoredColumns = {
    ...row,
    reserved_price: row.reserved_price,
    reserved_payment_price: row.reserved_payment_price,
    plan_code: row.plan_code ?? "",
    room_type: row.room_type ?? "",
    room_code: row.room_code ?? "",
    adult_count: row.adult_count,
    child_count: row.child_count,
    booking_channel: row.booking_channel ?? "",
    reservation_system_virtual: storableValue(of, "reservation_system_virtual") ?? "",
    reservation_system_code: storableValue(of, "reservation_system_code") ?? "",
    reserved_min_room_count: storableValue(of, "reserved_min_room_count") ?? 1,
    guest_email: row.email,
    guest_tel: row.tel,
    guest_birthday: row.birthday,
    guest_gender: row.gender,
    report_times: reportTimesOf(of, row),
    digest: guestDigest(of),
    stay:
      row.state === "stayed"
        ? {
            transaction_code: row.transaction_code ?? "",
            confirmed_date: row.confirmed_date ?? row.check_out_date,
            use_price: row.use_price ?? 0,
            payment_price: row.payment_price ?? row.use_price ?? 0,
            use_price_detail: [],
            is_online_check_in: storableValue(of, "is_online_check_in") ?? false,
            is_online_check_out: storableValue(of, "is_online_check_out") ?? false,
            source_updated_at: row.stay_updated_at,
          }
        : null,
  };
  return reportedOfStored(JSON.parse(JSON.stringify(columns)));
}

const asOne = (lines: readonly Reported[]) =>
  lines.reduce((before, line) => mergeReported(before, line), NOTHING_REPORTED);
/** One after the other through what is stored; what is too little to be stored waits. */
function oneByOne(lines: readonly Reported[]): Reported {
  let before = NOTHING_REPORTED;
  let waiting: Reported[] = [];
  for (const line of lines) {
    waiting.push(line);
    for (let left = -1; left !== waiting.length; ) {
      left = waiting.length;
      waiting = waiting.filter((one) => {
        const after = mergeReported(before, one);
        if (faultsOf(settle(after, key), today).length > 0) return true;
        before = stored(after);
        return false;
      });
    }
  }
  return before;
}
/** What is shown of it, and what was said of the guest that is stored elsewhere. */
const shown = (of: Reported) => {
  const { member_number: _m, postcode: _p, email_consent: _c, ...row } = settle(of, key);
  const zero = Object.fromEntries(
    Object.entries(row).map(([field, value]) => [field, value ?? (/price|count/.test(field) ? 0 : null)]),
  );
  return { ...zero, digest: guestDigest(of) };
};
const rowOf = (...lines: Line[]): ReservationRow => settle(oneByOne(lines.map(reported)), key);

const DAYS = { check_in_date: "2026-11-01", check_out_date: "2026-11-03" };
const at = (hour: number) => `2026-11-10T${String(hour).padStart(2, "0")}:00:00Z`;
const GUEST = { guest_name: "山田 花子" };

describe("versions of one booking", () => {
  const full = { ...DAYS, ...GUEST, plan_code: "SPA", email: "hana@example.jp", birthday: "1980-02-29" };
  const short = { ...DAYS, ...GUEST, room_code: "301" };
  const both = { plan_code: "SPA", email: "hana@example.jp", birthday: "1980-02-29", room_code: "301" };
  it("fill each other's blanks in either order", () => {
    const older = { ...full, source_updated_at: at(10) };
    const newer = { ...short, source_updated_at: at(12) };
    for (const lines of [
      [older, newer],
      [newer, older],
      [older, newer, older],
    ])
      expect(rowOf(...lines)).toMatchObject(both);
    expect(rowOf(full, short), "without times").toMatchObject(both);
  });
  it("disagree: the newer one counts, and of one time the same one always does", () => {
    const report = (plan_code: string, hour: number) => ({ ...full, plan_code, source_updated_at: at(hour) });
    expect(rowOf(report("A", 10), report("B", 9)).plan_code).toBe("A");
    expect([rowOf(report("A", 9), report("B", 9)).plan_code, rowOf(report("B", 9), report("A", 9)).plan_code]).toEqual([
      "B",
      "B",
    ]);
    expect(rowOf(report("B", 9), { ...full, plan_code: "A" }).plan_code, "what has no time comes last").toBe("A");
    expect(rowOf(report("B", 9), { ...full, plan_code: "A" }, report("C", 8)).plan_code).toBe("A");
    expect(rowOf(report("B", 9), { ...full, plan_code: "A" }, report("C", 10)).plan_code).toBe("C");
  });
  it("empty what they leave out only where they are to", () => {
    const newer = { ...short, source_updated_at: at(12) };
    const older = { ...full, source_updated_at: at(10) };
    expect(rowOf({ ...newer, empties: true }, older)).toMatchObject({ plan_code: null, email: null, room_code: "301" });
    expect(rowOf(older, { ...newer, empties: true })).toMatchObject({ plan_code: null, email: null });
  });
  it("name another guest: nothing of the former one stays, whichever comes first", () => {
    const other = { ...DAYS, guest_name: "佐藤 次郎", source_updated_at: at(12) };
    const former = { ...full, source_updated_at: at(10) };
    for (const lines of [
      [former, other],
      [other, former],
    ])
      expect(rowOf(...lines)).toMatchObject({ guest_name: "佐藤 次郎", email: null, birthday: null, plan_code: "SPA" });
  });
  it("call the guest by another spelling, or by none: the same guest, whichever comes first", () => {
    const former = { ...full, source_updated_at: at(10) };
    const unchanged = { email: "hana@example.jp", birthday: "1980-02-29" };
    for (const [name, shown] of [
      ["山田花子", "山田花子"],
      ["山田 花子 様", "山田 花子 様"],
      ["-", "山田 花子"],
      ["・", "山田 花子"],
    ]) {
      const later: Line = { ...DAYS, guest_name: name ?? "", source_updated_at: at(12) };
      expect(rowOf(former, later), name).toMatchObject({ ...unchanged, guest_name: shown });
      expect(rowOf(later, former), name).toMatchObject({ ...unchanged, guest_name: shown });
      expect(rowOf(former, { ...later, source_updated_at: "" }), name).toMatchObject({
        ...unchanged,
        guest_name: shown,
      });
    }
    expect(rowOf({ ...former, guest_name: "-" }), "nobody else is named").toMatchObject({
      ...unchanged,
      guest_name: "-",
    });
  });
});

describe("a booking and its stay, told apart", () => {
  const booking: Line = { ...DAYS, ...GUEST, reserved_price: "20000", plan_code: "SPA", source_updated_at: at(8) };
  const stay: Line = { kind: "stays", use_price: "21000", transaction_code: "T-1", source_updated_at: at(12) };
  it("are one in either order, the stay without guest and days", () => {
    for (const lines of [
      [booking, stay],
      [stay, booking],
    ])
      expect(rowOf(...lines)).toMatchObject({
        state: "stayed",
        plan_code: "SPA",
        use_price: 21_000,
        transaction_code: "T-1",
        guest_name: "山田 花子",
        source_updated_at: "2026-11-10T08:00:00.000Z",
        stay_updated_at: "2026-11-10T12:00:00.000Z",
      });
  });
  it("the stay is called off by a later cancellation, and not by being booked", () => {
    const again = { ...booking, state: "reserved", source_updated_at: at(15) };
    const off: Line = { state: "cancelled", source_updated_at: at(14) };
    const earlier: Line = { state: "cancelled", source_updated_at: at(9) };
    expect(rowOf(booking, stay, again).state).toBe("stayed");
    for (const lines of [
      [booking, stay, off],
      [off, stay, booking],
    ])
      expect(rowOf(...lines).state).toBe("cancelled");
    for (const lines of [
      [booking, stay, earlier],
      [earlier, stay, booking],
    ])
      expect(rowOf(...lines).state).toBe("stayed");
    for (const lines of [
      [booking, stay, off, again],
      [again, off, booking, stay],
    ])
      expect(rowOf(...lines)).toMatchObject({ state: "stayed", use_price: 21_000 });
    const untimed: Line = { state: "キャンセル" };
    expect(rowOf(booking, { ...stay, source_updated_at: "" }, untimed).state).toBe("cancelled");
    expect(rowOf(booking, stay, untimed).state).toBe("cancelled");
    expect(rowOf(booking, earlier, stay, untimed).state, "called off again").toBe("cancelled");
    expect(settle(asOne([booking, earlier, stay, untimed].map(reported)), key).state, "at once").toBe("cancelled");
    expect(rowOf(booking, stay, untimed, again), "revoked").toMatchObject({ state: "stayed", use_price: 21_000 });
  });
  it("a stay whose blanks are to empty leaves the booking what it has no column for", () => {
    const bare: Line = {
      kind: "stays",
      use_price: "",
      payment_price: "21000",
      empties: true,
      source_updated_at: at(12),
    };
    const full = { ...booking, email: "hana@example.jp", reserved_date: "2026-10-01" };
    const unchanged = {
      plan_code: "SPA",
      reserved_price: 20_000,
      email: "hana@example.jp",
      reserved_date: "2026-10-01",
    };
    expect(rowOf(full, bare)).toMatchObject({ ...unchanged, state: "stayed", use_price: 21_000 });
    expect(rowOf(full, { ...bare, plan_code: "" })).toMatchObject({ ...unchanged, plan_code: null });
  });
  it("what was derived follows what it was derived from, also when that comes later", () => {
    const bare: Line = { kind: "stays", transaction_code: "T-1", source_updated_at: at(12) };
    const longer = { ...booking, check_out_date: "2026-11-04", reserved_price: "30000", source_updated_at: at(13) };
    for (const lines of [
      [booking, bare, longer],
      [bare, longer, booking],
      [longer, booking, bare],
    ])
      expect(rowOf(...lines)).toMatchObject({ use_price: 30_000, confirmed_date: "2026-11-04", payment_price: null });
  });
});

const maybe = (...values: string[]) => fc.option(fc.constantFrom(...values), { freq: 2, nil: undefined });
const version = fc
  .record({
    kind: fc.constantFrom("reservations", "reservations", "stays"),
    hour: fc.integer({ min: 0, max: 23 }),
    days: fc.option(fc.constantFrom(DAYS, { ...DAYS, check_out_date: "2026-11-05" }), { freq: 3, nil: undefined }),
    state: maybe("予約", "キャンセル", "ノーショー", "滞在済"),
    empties: fc.constantFrom(false, false, false, true),
    guest_name: maybe("山田 花子", "山田花子", "佐藤 次郎", "-"),
    email: maybe("a@example.jp", "b@example.jp"),
    birthday: maybe("1980-02-29"),
    postcode: maybe("100-0001", "200-0002"),
    member_number: maybe("M-1"),
    plan_code: maybe("A", "B"),
    adult_count: maybe("0", "2"),
    language_code: maybe("ja", "en"),
    reserved_price: maybe("0", "9000"),
    reserved_payment_price: maybe("500"),
    use_price: maybe("0", "9000", "8000"),
    payment_price: maybe("9000", "7000"),
    transaction_code: maybe("R-1", "T-1"),
    confirmed_date: maybe("2026-11-03", "2026-11-06"),
    is_online_check_in: maybe("はい", "いいえ"),
    reserved_min_room_count: maybe("1", "2"),
  })
  .map(({ hour, days, kind, empties, ...fields }): Line => {
    const report = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const cells = { ...report, ...days, source_updated_at: at(hour) } as RawReservation;
    if (kind === "stays") delete cells.state;
    // A contact that is said without a name is said of whoever is named at last.
    if (cells.guest_name === undefined)
      for (const field of ["email", "birthday", "postcode", "member_number"] as const) delete cells[field];
    return { ...cells, kind: kind as "stays", ...(empties ? { empties: true as const } : {}) };
  });

/** Enough to be stored, reported before all others. */
const BOOKING: Line = {
  ...DAYS,
  ...GUEST,
  reserved_price: "20000",
  use_price: "20000",
  source_updated_at: "2026-11-09T10:00:00Z",
};

test("any versions in any order, at once or one by one through what is stored, some again: one booking", () => {
  const histories = fc.uniqueArray(version, { minLength: 1, maxLength: 5, selector: (one) => one.source_updated_at });
  fc.assert(
    fc.property(histories, fc.infiniteStream(fc.nat()), (lines, order) => {
      const all = [BOOKING, ...lines].map(reported);
      const shuffled = [...all, ...all.slice(0, 2)]
        .map((line) => ({ line, place: order.next().value ?? 0 }))
        .sort((a, b) => a.place - b.place)
        .map(({ line }) => line);
      // Blanks that are to empty the price of a stay leave nothing that could be stored.
      fc.pre(faultsOf(settle(asOne(all), key), today).length === 0);
      const wanted = shown(asOne(all));
      expect(shown(asOne(shuffled))).toEqual(wanted);
      expect(shown(oneByOne(all))).toEqual(wanted);
      expect(shown(oneByOne(shuffled))).toEqual(wanted);
      const [first = NOTHING_REPORTED, ...rest] = shuffled;
      if (faultsOf(settle(first, key), today).length === 0)
        expect(shown(mergeReported(stored(first), asOne(rest))), "the others laid together first").toEqual(wanted);
    }),
    { numRuns: 100 },
  );
}, 30_000);
