import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { RawBuilder } from "kysely";

/** Day on which conditions are evaluated, Asia/Tokyo: one for a whole statement, or an SQL date that differs from row to row. */
export type EvaluationDay = CalendarDate | RawBuilder<CalendarDate>;
