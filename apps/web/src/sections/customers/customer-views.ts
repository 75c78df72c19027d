import type { customerList } from "@okaeri/contract/lists/customers";
import dayjs from "dayjs";
import type { TFunction } from "i18next";
import type { FilterOptions } from "./customers.api.ts";
import type { View } from "./ListViews.tsx";

// The tabs are a shortcut; the filter offers every group.
const GROUPS_SHOWN = 4;

/** Conditions one looks at every day, as tabs. `today` is the day in Tokyo, YYYY-MM-DD. */
export function quickViews(
  options: FilterOptions | undefined,
  today: string | undefined,
  everybody: number | undefined,
  t: TFunction<["customers", "ui"]>,
): View<typeof customerList>[] {
  const views: View<typeof customerList>[] = [{ key: "all", label: t("view.all"), count: everybody, filters: {} }];
  if (today !== undefined) {
    const day = dayjs(today);
    const recent = day.subtract(30, "day").format("YYYY-MM-DD");
    const month = String(day.startOf("month").add(1, "month").month() + 1);
    views.push({ key: "recent", label: t("view.recent"), filters: { last_stay_from: recent } });
    views.push({ key: "birthday", label: t("view.birthday"), filters: { birthday_month: month } });
  }
  const groups = options?.rfm_groups ?? [];
  const largest = [...groups].sort((a, b) => b.count - a.count).slice(0, GROUPS_SHOWN);
  for (const { id, name, count } of groups) {
    if (count === 0 || !largest.some((group) => group.id === id)) continue;
    views.push({ key: `rfm-${id}`, label: name, count, filters: { rfm_group_id: String(id) } });
  }
  return views;
}
