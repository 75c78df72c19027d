import fc from "fast-check";
import { addDays, type CalendarDate } from "../../calendar-date.ts";
import { GENDERS, LANGUAGE_CODES } from "../../enumerations.ts";
import { recencyDays } from "../../rfms/score.ts";
import type { CustomerFacts, GuestLists } from "../matches.ts";
import type { LuaGuest } from "./oracle.fixture.ts";

export type Guest = CustomerFacts & GuestLists;

const PLANS = ["朝食付き", "BB-01", "a", "宿泊", "", "Ｂ", "😀", "RO.2"];

/** Guests of every kind: strangers of whom nothing is known, and regulars with several stays. */
export function guestsOn(today: CalendarDate): fc.Arbitrary<Guest> {
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 3 });
  const day = fc.integer({ min: -800, max: 60 }).map((ahead) => addDays(today, ahead));
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 4 });
  const stay = fc.record({
    facility_account_id: fc.integer({ min: 1, max: 5 }),
    check_in_on: day,
    check_out_on: day,
    stay_days: fc.integer({ min: 1, max: 9 }),
    use_price: fc.constantFrom(0, 1000, 1001, 12_000, 250_000, 999_999_999),
    plan_code: maybe(fc.constantFrom(...PLANS)),
    check_in_day: fc.integer({ min: 0, max: 6 }),
    check_out_day: fc.integer({ min: 0, max: 6 }),
    is_online_check_in: fc.boolean(),
    is_online_check_out: fc.boolean(),
  });
  const score = maybe(fc.integer({ min: 1, max: 5 }));
  return fc.record({
    customer_id: fc.integer({ min: 1, max: 9 }),
    rfm_group_ids: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 1 }),
    rfm_recency_score: score,
    rfm_frequency_score: score,
    rfm_monetary_score: score,
    last_stay_on: maybe(fc.integer({ min: -800, max: 0 }).map((ahead) => addDays(today, ahead))),
    stay_count: fc.integer({ min: 0, max: 12 }),
    stay_count_2y: fc.integer({ min: 0, max: 5 }),
    use_price_total: fc.constantFrom(0, 1, 7, 12_345, 250_000, 999_999_999_999),
    stay_check_in_day: maybe(fc.integer({ min: 0, max: 6 })),
    stay_check_out_day: maybe(fc.integer({ min: 0, max: 6 })),
    stay_days: maybe(fc.integer({ min: 1, max: 9 })),
    point_balance: fc.integer({ min: 0, max: 5000 }),
    birthday_month: maybe(fc.integer({ min: 1, max: 12 })),
    gender: maybe(fc.constantFrom(...GENDERS)),
    language: fc.constantFrom(...LANGUAGE_CODES),
    customer_type_ids: ids,
    rank_detail_id: maybe(fc.integer({ min: 8, max: 10 })),
    facility_account_ids: ids,
    reserved_facility_account_ids: ids,
    mail_reachable: fc.boolean(),
    line_reachable: fc.boolean(),
    has_member_number: fc.boolean(),
    stays: fc.array(stay, { maxLength: 4 }),
  });
}

/** A guest as Lua is given them: facts of which there are several as lists, and nil for what is not known. */
export function luaGuest({ rfm_group_ids, ...guest }: Guest, today: CalendarDate): LuaGuest {
  return {
    ...(guest as unknown as LuaGuest),
    rfm_group_id: rfm_group_ids[0] ?? null,
    last_stay_days: guest.last_stay_on === null ? null : recencyDays(guest.last_stay_on, today),
  };
}
