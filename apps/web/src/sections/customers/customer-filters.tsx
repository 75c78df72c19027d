import type { TFunction } from "i18next";
import type { Filter } from "../../ui/FilterChips.tsx";
import {
  ChoicesEditor,
  DateRangeEditor,
  NumberRangeEditor,
  OneChoiceEditor,
  type Range,
} from "../../ui/filter-editors.tsx";
import { formatCount, formatDate, formatYen } from "../../ui/format.ts";
import type { CustomerFilters, FilterOptions } from "./customers.api.ts";

type Words = TFunction<["customers", "ui"]>;
type Named = { id: number; name: string };
type Keys<Value> = {
  [Key in keyof CustomerFilters]-?: CustomerFilters[Key] extends Value ? Key : never;
}[keyof CustomerFilters];

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

/** The list's conditions as chips; `set` changes some of them and leaves the others. */
export function customerFilters(
  search: CustomerFilters,
  options: FilterOptions | undefined,
  set: (change: CustomerFilters) => void,
  t: Words,
): Filter[] {
  const make = builders(search, set, t);
  const scores = { recency_score: "recency", frequency_score: "frequency", monetary_score: "monetary" } as const;
  return [
    make.names("rank_detail_id", t("filter.rank"), options?.ranks, true),
    make.names("rfm_group_id", t("filter.rfm"), options?.rfm_groups, true),
    make.days("last_stay_from", "last_stay_to", t("filter.lastStay")),
    make.numbers("stay_count_min", "stay_count_max", t("filter.stays"), t("ui:unit.times")),
    make.numbers("use_price_min", "use_price_max", t("filter.total"), t("ui:unit.yen"), formatYen),
    make.numbers("point_min", "point_max", t("filter.points"), t("ui:unit.points")),
    make.months(),
    make.reach("mail", t("filter.mail")),
    make.reach("line", t("filter.line")),
    make.names("facility_account_id", t("filter.facility"), options?.facilities),
    make.names("customer_type_id", t("filter.type"), options?.customer_types),
    ...(Object.keys(scores) as (keyof typeof scores)[]).map((key) => make.score(key, t(`filter.${scores[key]}`))),
  ].filter((filter) => filter !== undefined);
}

function builders(search: CustomerFilters, set: (change: CustomerFilters) => void, t: Words) {
  const joined = (words: string[]) => words.join(t("filter.separator"));

  /** Some of a list of named records; left out while there is nothing to choose. */
  const names = (key: Keys<string | undefined>, label: string, all: Named[] | undefined, pinned = false) => {
    const chosen = search[key]?.split(",") ?? [];
    if (chosen.length === 0 && all?.length === 0) return undefined;
    const known = (all ?? []).filter((one) => chosen.includes(String(one.id))).map((one) => one.name);
    return {
      key,
      label,
      pinned,
      value: chosen.length === 0 ? undefined : known.length === 0 ? t("filter.unknown") : joined(known),
      editor: (close: () => void) => (
        <ChoicesEditor
          options={(all ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
          value={chosen}
          onApply={(ids) => {
            set({ [key]: ids.join(",") || undefined });
            close();
          }}
        />
      ),
      onRemove: () => set({ [key]: undefined }),
    };
  };

  const days = (from: "last_stay_from", to: "last_stay_to", label: string): Filter => ({
    key: from,
    label,
    pinned: true,
    value: rangeText({ from: search[from], to: search[to] }, formatDate, "range", t),
    editor: (close) => (
      <DateRangeEditor
        value={{ from: search[from], to: search[to] }}
        onApply={(range) => {
          set({ [from]: range.from, [to]: range.to });
          close();
        }}
      />
    ),
    onRemove: () => set({ [from]: undefined, [to]: undefined }),
  });

  const numbers = (
    from: Keys<number | undefined>,
    to: Keys<number | undefined>,
    label: string,
    unit: string,
    format = (value: number) => formatCount(value, unit),
  ): Filter => ({
    key: from,
    label,
    pinned: from !== "use_price_min",
    value: rangeText({ from: search[from], to: search[to] }, format, "amount", t),
    editor: (close) => (
      <NumberRangeEditor
        value={{ from: search[from], to: search[to] }}
        unit={unit}
        onApply={(range) => {
          set({ [from]: range.from, [to]: range.to });
          close();
        }}
      />
    ),
    onRemove: () => set({ [from]: undefined, [to]: undefined }),
  });

  const months = (): Filter => {
    const chosen = search.birthday_month?.split(",") ?? [];
    return {
      key: "birthday_month",
      label: t("filter.birthday"),
      value: chosen.length === 0 ? undefined : joined(chosen.map((n) => t("filter.month", { n }))),
      editor: (close) => (
        <ChoicesEditor
          options={MONTHS.map((n) => ({ value: String(n), label: t("filter.month", { n }) }))}
          value={chosen}
          onApply={(picked) => {
            const inOrder = MONTHS.map(String).filter((month) => picked.includes(month));
            set({ birthday_month: inOrder.join(",") || undefined });
            close();
          }}
        />
      ),
      onRemove: () => set({ birthday_month: undefined }),
    };
  };

  const reach = (key: "mail" | "line", label: string): Filter => {
    const value = search[key];
    return {
      key,
      label,
      value: value && t(`filter.${value}`),
      editor: (close) => (
        <OneChoiceEditor
          options={(["reachable", "unreachable"] as const).map((one) => ({ value: one, label: t(`filter.${one}`) }))}
          value={value}
          onApply={(one) => {
            set({ [key]: one === "reachable" ? "reachable" : "unreachable" });
            close();
          }}
        />
      ),
      onRemove: () => set({ [key]: undefined }),
    };
  };

  const score = (key: "recency_score" | "frequency_score" | "monetary_score", label: string): Filter => {
    const value = search[key];
    return {
      key,
      label,
      value: value === undefined ? undefined : String(value),
      editor: (close) => (
        <OneChoiceEditor
          options={[5, 4, 3, 2, 1].map((n) => ({
            value: String(n),
            label: t(n === 5 ? "filter.best" : n === 1 ? "filter.worst" : "filter.score", { n }),
          }))}
          value={value === undefined ? undefined : String(value)}
          onApply={(one) => {
            set({ [key]: Number(one) });
            close();
          }}
        />
      ),
      onRemove: () => set({ [key]: undefined }),
    };
  };

  return { names, days, numbers, months, reach, score };
}

function rangeText<T>(
  { from, to }: Range<T>,
  format: (value: T) => string,
  words: "range" | "amount",
  t: Words,
): string | undefined {
  if (from !== undefined && to !== undefined) return t("ui:filter.rangeBoth", { from: format(from), to: format(to) });
  if (from !== undefined) return t(`ui:filter.${words}From`, { from: format(from) });
  return to === undefined ? undefined : t(`ui:filter.${words}To`, { to: format(to) });
}
