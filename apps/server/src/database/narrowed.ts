import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";

/** Days in Asia/Tokyo, both included; null: without an end. */
export type OpenDayRange = { from: CalendarDate | null; to: CalendarDate | null };

/** SQL: the day of a moment. */
export const dayInTokyo = (moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${moment} at time zone 'Asia/Tokyo')::date`;

/** SQL: a moment on one of these days. */
export function momentWithin({ from, to }: OpenDayRange, moment: RawBuilder<unknown>): RawBuilder<boolean> {
  const parts = [
    ...(from === null ? [] : [sql`${moment} >= ${from}::timestamp at time zone 'Asia/Tokyo'`]),
    ...(to === null ? [] : [sql`${moment} < (${to}::date + 1)::timestamp at time zone 'Asia/Tokyo'`]),
  ];
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

/** SQL: one of these days. */
export function dayWithin({ from, to }: OpenDayRange, day: RawBuilder<unknown>): RawBuilder<boolean> {
  const parts = [
    ...(from === null ? [] : [sql`${day} >= ${from}::date`]),
    ...(to === null ? [] : [sql`${day} <= ${to}::date`]),
  ];
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

/** What figures are narrowed by: the facilities of a person's view, and SQL, whether a customer is one of the person's guests. */
export type Seen = {
  accountId: number;
  /** Null: all of the programme. */
  facilityIds: readonly number[] | null;
  within(customerId: RawBuilder<unknown>): RawBuilder<boolean>;
};

/** SQL: one of these facilities. */
export function atFacilities(
  { facilityIds }: Pick<Seen, "facilityIds">,
  facility: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return facilityIds === null ? sql<boolean>`true` : sql<boolean>`${facility} = any (${facilityIds}::bigint[])`;
}
