import type { ConditionNode } from "@okaeri/contract/campaigns/condition";
import { isSegmentField, SEGMENT_FIELDS, type SegmentFieldType } from "@okaeri/domain/segments/fields";
import type { SegmentList } from "@okaeri/domain/segments/lists";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, formatDate, formatYen, weekdayName } from "../../ui/format.ts";
import { useNames } from "./names.ts";

type Rule = Exclude<ConditionNode, { rules: unknown }>;

export type ValueText = {
  /** One value of a field as a person reads it: a rank's name, a month, an amount with its unit. */
  one: (field: string, value: unknown) => string;
  many: (field: string, values: readonly unknown[]) => string;
  /** A whole condition: "宿泊回数: 3回以上". */
  rule: (rule: Rule) => string;
};

/** Values and conditions in words. */
export function useValueText(): ValueText {
  const names = useNames();
  const { t } = useTranslation("campaigns");
  return useMemo(() => {
    const one = (field: string, value: unknown): string => {
      if (!isSegmentField(field)) return String(value);
      const type = SEGMENT_FIELDS[field] as SegmentFieldType;
      switch (type.type) {
        case "boolean":
          return t(`yesNo.${field as "mail_reachable"}.${value === true ? "yes" : "no"}`);
        case "reference":
          return names[type.reference].find(({ id }) => id === value)?.name ?? t("condition.gone");
        case "people":
          return String(value);
        case "choice":
          return t(`choice.${field as "gender"}.${value as "male"}`);
        case "code":
          return String(value);
        case "weekday":
          return typeof value === "number" ? weekdayName(value) : t("condition.empty");
        case "month":
          return typeof value === "number"
            ? t("month.number", { n: value })
            : t(`month.${value as "this_month" | "next_month"}`);
        case "date":
          return typeof value === "string" && value !== "" ? formatDate(value) : t("condition.empty");
        case "number":
          if (typeof value !== "number") return t("condition.empty");
          return type.unit === "yen" ? formatYen(value) : formatCount(value, type.unit);
      }
    };
    const many = (field: string, values: readonly unknown[]) =>
      isSegmentField(field) && SEGMENT_FIELDS[field].type === "people"
        ? formatCount(values.length, "people")
        : values.map((value) => one(field, value)).join(t("condition.separator"));
    const rule = (rule: Rule): string => {
      if ("of" in rule) return t(`segmentList.${rule.of as SegmentList}`);
      const { field, operator, value } = rule;
      if (!isSegmentField(field)) return t("condition.gone");
      const { type } = SEGMENT_FIELDS[field];
      const name = t(`segmentField.${field}`);
      if (type === "boolean") return t("sentence.plain", { name, value: one(field, value) });
      if (operator === "between" && Array.isArray(value)) {
        return t("sentence.between", { name, low: one(field, value[0]), high: one(field, value[1]) });
      }
      const kind = type === "date" || type === "number" ? type : "list";
      const text = Array.isArray(value)
        ? value.length
          ? many(field, value)
          : t("condition.empty")
        : one(field, value);
      return t(`sentence.${kind}.${operator}` as "sentence.list.in", { name, value: text });
    };
    return { one, many, rule };
  }, [names, t]);
}
