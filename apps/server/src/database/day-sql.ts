import { JAPANESE_HOLIDAYS } from "@okaeri/domain/japanese-holidays";
import { type RawBuilder, sql } from "kysely";
import type { Condition, SqlColumn } from "./form-sql.ts";

// What conditions ask of days, the same over any row.

/** 0 = Sunday. */
export const weekdayOf = (day: SqlColumn): RawBuilder<number> => sql<number>`extract(dow from ${day})::int8`;

/** Whether the day after it is a national holiday. */
export const isHolidayEveSql = (day: SqlColumn): Condition =>
  sql<boolean>`(${day} + 1 = any(${JAPANESE_HOLIDAYS}::date[]))`;

/** Whole years from a birthday to a day; null for a birthday that is to come. */
export const ageOnSql = (birthday: SqlColumn, day: SqlColumn): RawBuilder<number | null> =>
  sql<
    number | null
  >`case when ${birthday} <= ${day} then extract(year from age(${day}::timestamp, ${birthday}::timestamp))::int8 end`;

const monthCount = (day: SqlColumn) => sql`(extract(year from ${day})::int * 12 + extract(month from ${day})::int)`;

/** Whether a day from one to the other, both included, is in the month 1 to 12; null where the month is. */
export const hasMonthSql = (from: SqlColumn, to: SqlColumn, month: SqlColumn): RawBuilder<boolean | null> =>
  sql<
    boolean | null
  >`((${month} - extract(month from ${from})::int + 12) % 12 <= ${monthCount(to)} - ${monthCount(from)})`;
