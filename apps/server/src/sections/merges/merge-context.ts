import type { CalendarDate } from "@okaeri/domain/calendar-date";

/** In which account, by whom and when guests are merged or parted. */
export type MergeContext = {
  readonly accountId: number;
  readonly userId: number | null;
  readonly ip: string | null;
  readonly today: CalendarDate;
  readonly now: Date;
};
