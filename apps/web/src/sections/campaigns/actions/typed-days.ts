import { parseDate } from "@okaeri/domain/calendar-date";

/** A typed day that is one, else null. */
export const readDay = (typed: string | null) => (typed === null || parseDate(typed) === undefined ? null : typed);

/** Something is typed, and it is no day. */
export const isNoDay = (typed: unknown) => typeof typed === "string" && typed !== "" && parseDate(typed) === undefined;
