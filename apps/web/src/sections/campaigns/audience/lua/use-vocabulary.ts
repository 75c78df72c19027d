import { judgedIn } from "@okaeri/domain/campaigns/triggers/occasions";
import { type EvaluationTime, fieldsFor } from "@okaeri/domain/segments/as-of";
import type { ConditionGroup, ConditionRule } from "@okaeri/domain/segments/condition";
import { exampleRule } from "@okaeri/domain/segments/examples";
import { type FactEntry, factOf } from "@okaeri/domain/segments/fields";
import { itemOf, itemsOf, SEGMENT_LIST_NAMES, type SegmentList } from "@okaeri/domain/segments/lists";
import { toLua } from "@okaeri/domain/segments/lua";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ConditionNames } from "../../../../parts/campaigns/conditions/names.ts";
import { unitOf, weekdayName } from "../../../../ui/format.ts";
import { campaignDocumentOf } from "../../editor/draft.ts";
import { useEditor } from "../../editor/editor-context.ts";
import type { CompletionChoice, Vocabulary, Word } from "./completion.ts";

type Translate = ReturnType<typeof useTranslation<"campaigns">>["t"];

/** Everything that a script of this campaign may name: facts, lists with what is known of their things, functions, values. */
export function useVocabulary(): Vocabulary {
  const { names, draft } = useEditor();
  const { t } = useTranslation("campaigns");
  const judged = judgedIn(campaignDocumentOf(draft));
  return useMemo(() => {
    const lists = judged === "evening" ? [] : SEGMENT_LIST_NAMES;
    return {
      words: [
        ...factWords(judged, names, t),
        ...lists.map((list) => listWord(list, t)),
        ...plainWords(t, lists.length > 0),
      ],
      items: Object.fromEntries(lists.map((list) => [list, itemWords(list, names, t)])),
    };
  }, [names, judged, t]);
}

const factWords = (judged: EvaluationTime, names: ConditionNames, t: Translate): Word[] =>
  fieldsFor(judged).flatMap((field) => {
    const fact = factOf(field);
    if (fact.type === "people") return [];
    const choices = choicesOf(field, fact, names, t);
    const rule = exampleOf(field, fact, choices);
    return {
      name: fact.luaList ?? field,
      kind: "fact",
      words: t(`segmentField.${field}`),
      notes: notesOf(fact, t),
      example: toLua({ combinator: "and", rules: [rule as ConditionRule] }),
      ...(choices.length > 0 ? { choices } : {}),
    };
  });

const listWord = (list: SegmentList, t: Translate): Word => ({
  name: list,
  kind: "list",
  words: t(`segmentList.${list}`),
  notes: [],
  example: `count(${list}, function(x) return true end) >= 2`,
});

const itemWords = (list: SegmentList, names: ConditionNames, t: Translate): Word[] =>
  itemsOf(list).map((item) => {
    const fact = itemOf(list, item) as FactEntry;
    const choices = choicesOf(item, fact, names, t);
    const where = { combinator: "and", rules: [exampleOf(item, fact, choices)] } as const;
    const counted = { of: list, where, operator: ">=", value: 2 } as unknown as ConditionGroup["rules"][number];
    return {
      name: item,
      kind: "fact",
      words: t(`itemField.${item}`),
      notes: notesOf(fact, t),
      example: toLua({ combinator: "and", rules: [counted] }),
      ...(choices.length > 0 ? { choices } : {}),
    };
  });

const FUNCTIONS = {
  contains: "contains(facility_account_ids, 3)",
  count: "count(stays, function(x) return x.use_price >= 30000 end)",
  sum: "sum(stays, function(x) return x.use_price end)",
  days_ago: "last_stay_on >= days_ago(30)",
  days_ahead: "days_ahead(14)",
  "math.floor": "math.floor(use_price_total / 1000)",
  "math.ceil": "math.ceil(use_price_total / 1000)",
  "math.min": "math.min(stay_count, 10)",
  "math.max": "math.max(stay_count, 1)",
  "math.abs": "math.abs(stay_count - 5)",
  "string.len": "string.len(language)",
  "string.lower": "string.lower(language)",
  "string.upper": "string.upper(language)",
  "string.sub": "string.sub(last_stay_on, 1, 4)",
  "string.find": 'string.find(language, "j", 1, true)',
} as const;
/** Functions over lists, which an always-on campaign has none of. */
const OVER_LISTS: readonly string[] = ["count", "sum"];
const VALUES = {
  today: "last_stay_on < today",
  this_month: "birthday_month == this_month",
  next_month: "birthday_month == next_month",
} as const;

function plainWords(t: Translate, hasLists: boolean): Word[] {
  const word =
    (kind: Word["kind"]) =>
    ([name, example]: readonly [string, string], words: string): Word => ({
      name,
      kind,
      words,
      notes: [],
      example,
    });
  const functions = (Object.entries(FUNCTIONS) as [keyof typeof FUNCTIONS, string][])
    .filter(([name]) => hasLists || !OVER_LISTS.includes(name))
    .map((entry) => word("function")(entry, t(`lua.functions.${lastPart(entry[0])}`)));
  const values = (Object.entries(VALUES) as [keyof typeof VALUES, string][]).map((entry) =>
    word("value")(entry, t(`lua.values.${entry[0]}`)),
  );
  return [...functions, ...values];
}

type LastPart<Name extends string> = Name extends `${string}.${infer Last}` ? Last : Name;
const lastPart = <Name extends string>(name: Name) => name.slice(name.indexOf(".") + 1) as LastPart<Name>;

/** What it is, in which unit, and whether it is known of everybody. */
function notesOf(fact: FactEntry, t: Translate): string[] {
  const kind =
    fact.type === "number" ? t("lua.kind.number", { unit: unitOf(fact.unit, 2).trim() }) : t(`lua.kind.${fact.type}`);
  return [kind, t(fact.always || fact.luaList !== undefined ? "lua.known.always" : "lua.known.maybe")];
}

function choicesOf(name: string, fact: FactEntry, names: ConditionNames, t: Translate): CompletionChoice[] {
  switch (fact.type) {
    case "reference":
      return names[fact.reference].map((one) => ({ value: String(one.id), words: one.name }));
    case "choice":
      return fact.choices.map((value) => ({
        value: String(value),
        words: t(`choice.${name as "gender"}.${value as "male"}`),
      }));
    case "weekday":
      return [0, 1, 2, 3, 4, 5, 6].map((day) => ({ value: String(day), words: weekdayName(day) }));
    case "month":
      return Array.from({ length: 12 }, (_, at) => ({
        value: String(at + 1),
        words: t("month.number", { n: at + 1 }),
      }));
    default:
      return [];
  }
}

/** A condition as people would write it first, of a record that there is. */
function exampleOf<F extends string>(field: F, fact: FactEntry, choices: readonly CompletionChoice[]) {
  const rule = exampleRule(field, fact);
  const [first] = choices;
  return fact.type === "reference" && first ? { ...rule, value: [Number(first.value)] } : rule;
}
