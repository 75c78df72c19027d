import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { holidayName } from "@okaeri/domain/japanese-holidays";
import { useTranslation } from "react-i18next";

/** The national holiday that a day is, in the page's language. */
export function useHolidayName(): (day: CalendarDate) => string | null {
  const { i18n } = useTranslation();
  return (day) => holidayName(day, i18n.language === "en" ? "en" : "ja");
}
