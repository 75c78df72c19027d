import { addDays, type CalendarDate, calendarDate, parseDate } from "@okaeri/domain/calendar-date";
import { countsBack, meetingDay } from "@okaeri/domain/campaigns/triggers/occasion";
import type { TriggerBase } from "@okaeri/domain/campaigns/triggers/trigger";
import type { client } from "../../../api/client.ts";
import type { Answer } from "../../../api/records.ts";
import { tokyoDay } from "../../../ui/format.ts";

type Guest = Answer<typeof client.customers.get>;
type Booking = Answer<typeof client.customers.reservations>["items"][number];

/** A week ahead: far enough to be thought of as a stay to come. */
const AHEAD = 14;

/** A day on which something might happen to a guest, near today. */
export function supposedDay(base: TriggerBase, offset: number, today: string): CalendarDate {
  return countsBack(base) ? addDays(calendarDate(today), offset + AHEAD) : calendarDate(today);
}

/** The day on which it happens, or last happened, to a guest; undefined where nothing of it is known. */
export function dayOfGuest(
  base: TriggerBase,
  { guest, bookings }: { guest: Guest; bookings: readonly Booking[] },
  today: string,
): CalendarDate | undefined {
  const active = bookings.filter(({ state }) => state !== "cancelled");
  const days = (of: readonly Booking[], day: (one: Booking) => string | null) =>
    of.flatMap((one) => parseDate(day(one) ?? "") ?? []).toSorted();
  const next = (all: CalendarDate[]) => all.find((day) => day >= today) ?? all.at(-1);
  switch (base) {
    case "before_check_in":
    case "check_in":
      return next(days(active, (one) => one.check_in_date));
    case "before_check_out":
    case "after_check_out":
      return next(days(active, (one) => one.check_out_date));
    case "reserved":
      return days(active, (one) => one.reserved_date).at(-1);
    case "cancelled":
      return days(bookings, (one) => one.cancel_date).at(-1);
    case "birthday":
      return guest.birthday === null ? undefined : nextBirthday(guest.birthday, today);
    case "last_stay":
      return parseDate(guest.last_stay_on ?? "");
    case "first_stay":
      return guest.stay_count === 1 ? parseDate(guest.last_stay_on ?? "") : undefined;
    case "registered":
      return parseDate(tokyoDay(guest.created_at));
    case "points_expire":
      return parseDate(guest.next_point_expiry ?? "");
    case "rank_ends":
      return parseDate(guest.rank_expiration_date ?? "");
    case "rank_gained":
      return undefined;
  }
}

/** Of 29 February, in other years, the day before March. */
function nextBirthday(birthday: string, today: string): CalendarDate | undefined {
  const of = (year: number) => parseDate(`${year}${birthday.slice(4)}`) ?? parseDate(`${year}-02-28`);
  const year = Number(today.slice(0, 4));
  const days = [of(year), of(year + 1)];
  return days.find((day) => day !== undefined && day >= today);
}

/** The moment at which a trigger reaches the guest of an occasion. */
export function momentOf(
  base: TriggerBase,
  { day, offset, time }: { day: CalendarDate; offset: number; time: string },
): string {
  const on = meetingDay({ base, offset_days: offset, time }, day);
  return new Date(`${on}T${time}:00+09:00`).toISOString();
}
