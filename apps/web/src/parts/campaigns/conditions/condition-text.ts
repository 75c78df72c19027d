import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import type { FactEntry } from "@okaeri/domain/segments/field-types";
import { isSegmentList, itemOf, SEGMENT_LISTS, type SegmentList } from "@okaeri/domain/segments/lists";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import { askedFact, type FactSubject } from "./asked-fact.ts";
import { useNames } from "./names.ts";
import { figureText, knownText, valueText } from "./value-text.ts";

type Rule = Exclude<ConditionInput, { rules: unknown }>;
type CountedRule = Extract<Rule, { of: string }>;
type Tested = Pick<Rule, "operator" | "value">;

export type ConditionWords = {
  /** What is asked of: "RFMグループ", "30日以内に失効するポイント". */
  name: (field: string, place: FactSubject, args?: readonly unknown[]) => string;
  /** One value of a fact as a person reads it: a rank's name, a month, an amount with its unit. */
  one: (field: string, value: unknown, place?: FactSubject) => string;
  many: (field: string, values: readonly unknown[], place?: FactSubject) => string;
  /** A whole condition: "宿泊回数: 3回以上". */
  rule: (rule: Rule, place?: FactSubject) => string;
  /** How many, or how much in all: "2回以上", "100,000円以上". */
  counted: (rule: CountedRule) => string;
  /** The list that is counted. */
  list: (list: SegmentList) => string;
};

/** Values and conditions in words. */
export function useConditionWords(): ConditionWords {
  const names = useNames();
  const { t } = useTranslation("campaigns");
  return useMemo(() => {
    const name: ConditionWords["name"] = (field, place, args = []) => {
      if (askedFact(place, field) === undefined) return t("condition.gone");
      if (args.length > 0) {
        const argumentTexts = args.map((one) =>
          typeof one === "number" ? t("sentence.withinDays", { n: one }) : t(`factArgument.${one as "post"}`),
        );
        return t("sentence.withArguments", {
          name: name(field, place),
          args: argumentTexts.join(t("condition.separator")),
        });
      }
      return place === null ? t(`segmentField.${field as "stay_count"}`) : t(`itemField.${field as "use_price"}`);
    };
    const one: ConditionWords["one"] = (field, value, place = null) => {
      const fact = askedFact(place, field);
      return fact === undefined ? String(value) : valueText(t, names, field, fact, value);
    };
    const many: ConditionWords["many"] = (field, values, place = null) =>
      askedFact(place, field)?.type === "people"
        ? formatCount(values.length, "people")
        : values.map((value) => one(field, value, place)).join(t("condition.separator"));

    const tested = (kind: "number" | "date", { operator, value }: Tested, word: (one: unknown) => string) => {
      const [low, high] = Array.isArray(value) ? (value as unknown[]) : [value];
      return operator === "between"
        ? t(`test.${kind}.between`, { low: word(low), high: word(high) })
        : t(`test.${kind}.${operator}` as "test.number.=", { value: word(value) });
    };
    const test = (field: string, fact: FactEntry, rule: Tested, place: FactSubject): string => {
      const { operator, value } = rule;
      if (operator === "null" || operator === "notNull") return knownText(t, field, operator);
      if (fact.type === "boolean") return one(field, value, place);
      const word = (part: unknown) => valueText(t, names, field, fact, part);
      if (fact.type === "number" || fact.type === "date") return tested(fact.type, rule, word);
      const chosen = Array.isArray(value) && value.length > 0 ? many(field, value, place) : t("condition.empty");
      return t(`test.list.${operator}` as "test.list.in", { value: chosen });
    };
    const list: ConditionWords["list"] = (of) => t(`segmentList.${of}`);
    const counted: ConditionWords["counted"] = (rule) => {
      const item = isSegmentList(rule.of) && rule.sum !== undefined ? itemOf(rule.of, rule.sum) : undefined;
      const unit = item?.type === "number" ? item.unit : isSegmentList(rule.of) ? SEGMENT_LISTS[rule.of].unit : "times";
      return tested("number", rule, (value) => figureText(t, unit, value));
    };
    const inner = (node: ConditionInput, of: SegmentList, nested: boolean): string => {
      if (!("rules" in node)) return rule(node, of);
      const joined = node.rules
        .map((part) => inner(part, of, true))
        .join(node.combinator === "or" ? t("counted.or") : t("condition.separator"));
      const whole = nested && node.rules.length > 1 ? t("counted.nested", { inner: joined }) : joined;
      return node.not ? t("counted.except", { inner: whole }) : whole;
    };
    const countedRule = (condition: CountedRule): string => {
      if (!isSegmentList(condition.of)) return t("condition.gone");
      const { of, where, sum } = condition;
      const some = "rules" in where && where.rules.length > 0;
      const item = sum === undefined ? undefined : name(sum, of);
      const key = `${some ? "some" : "all"}${item === undefined ? "" : "Sum"}` as const;
      const words = t(`counted.${key}`, { list: list(of), test: counted(condition), item });
      return some ? t("counted.inner", { counted: words, inner: inner(where, of, false) }) : words;
    };
    const rule: ConditionWords["rule"] = (condition, place = null) => {
      if ("of" in condition) return countedRule(condition);
      const fact = askedFact(place, condition.field);
      if (fact === undefined) return t("condition.gone");
      return t("sentence.plain", {
        name: name(condition.field, place, condition.args),
        value: test(condition.field, fact, condition, place),
      });
    };
    return { name, one, many, rule, counted, list };
  }, [names, t]);
}
