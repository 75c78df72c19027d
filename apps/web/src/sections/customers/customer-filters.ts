import type { customerList } from "@okaeri/contract/lists/customers";
import { type FlowPosition, parseFlow } from "@okaeri/domain/rfms/flow";
import type { TFunction } from "i18next";
import { createElement } from "react";
import type { FilterParts } from "../../parts/lists/list-filters.tsx";
import { formatDate } from "../../ui/format.ts";
import type { FilterOptions } from "./customers.api.ts";

/** What the list's conditions are called and offer. */
export function customerFilters(
  options: FilterOptions | undefined,
  t: TFunction<["customers", "ui"]>,
): FilterParts<typeof customerList> {
  const unknown = t("filter.unknown");
  const reach = (value: "reachable" | "unreachable") => t(`filter.${value}`);
  const score = (n: number) => t(n === 5 ? "filter.best" : n === 1 ? "filter.worst" : "filter.score", { n });
  const place = (at: FlowPosition) =>
    typeof at === "number"
      ? (options?.rfm_groups.find(({ id }) => id === at)?.name ?? t("filter.flowGone"))
      : t(`filter.flowPlace.${at}`);
  const flow = (code: string) => {
    const found = parseFlow(code);
    if (found === undefined) return unknown;
    const { was, is, from, to } = found;
    return t("filter.flowWords", { was: place(was), is: place(is), from: formatDate(from), to: formatDate(to) });
  };
  return {
    rank_detail_id: { label: t("filter.rank"), choices: options?.ranks, unknown, pinned: true },
    rfm_group_id: { label: t("filter.rfm"), choices: options?.rfm_groups, unknown, pinned: true },
    rfm_id: {
      label: t("filter.rfmShared"),
      choices: (options?.rfms ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      unknown,
    },
    last_stay: { label: t("filter.lastStay"), pinned: true },
    stay_count: { label: t("filter.stays"), unit: "stays", pinned: true },
    use_price: { label: t("filter.total") },
    point: { label: t("filter.points"), unit: "points", pinned: true },
    birthday_month: { label: t("filter.birthday"), word: (n) => t("filter.month", { n }) },
    mail: { label: t("filter.mail"), word: reach },
    line: { label: t("filter.line"), word: reach },
    facility_account_id: { label: t("filter.facility"), choices: options?.facilities, unknown },
    reserved_facility_account_id: { label: t("filter.reservedFacility"), choices: options?.facilities, unknown },
    customer_type_id: { label: t("filter.type"), choices: options?.customer_types, unknown },
    recency_score: { label: t("filter.recency"), word: score },
    frequency_score: { label: t("filter.frequency"), word: score },
    rfm_flow: { label: t("filter.flow"), says: flow, about: createElement("p", null, t("filter.flowAbout")) },
    monetary_score: { label: t("filter.monetary"), word: score },
  };
}
