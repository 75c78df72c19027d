import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { judgedIn, type Occasion, occasionsOf } from "@okaeri/domain/campaigns/triggers/occasions";
import { contradictions } from "@okaeri/domain/segments/contradictions";
import { parseTarget } from "@okaeri/domain/segments/target";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createContext, use, useMemo } from "react";
import type { RuleGroupType } from "react-querybuilder";
import { useConditionWords } from "../../../parts/campaigns/conditions/condition-text.ts";
import { usePaused } from "../../../ui/use-paused.ts";
import { ruleCountsQuery } from "../campaigns.api.ts";
import { countableParts, isCountable } from "./rule-state.ts";
import { countRules, toTarget } from "./target-tree.ts";

/** Fast enough to feel live, slow enough not to count at every key. */
const PAUSE_MS = 350;

/** How many guests a rule or group keeps by itself: a figure, still being counted, or none because it is not finished. */
export type RuleGuestCount = number | "counting" | "waits";
type Rule = Exclude<ConditionInput, { rules: unknown }>;

/** What is said beside the rules of a segment. */
export type RuleNotes = {
  matchOf: (node: ConditionInput) => RuleGuestCount;
  /** Nobody meets the group, though each of its parts is met by somebody. */
  nobodyIn: (node: ConditionInput) => boolean;
  /** The rule before it with which this one can never be met, in words. */
  against: (at: readonly number[]) => string | undefined;
  /** In the whole segment. */
  rules: number;
  failed: boolean;
  retry: () => void;
};

/** One question for all that can be counted. What has not changed keeps its figure while the rest is counted. */
export function useLiveRuleNotes(query: RuleGroupType, edit: CampaignEdit, index: number): RuleNotes {
  const { type } = edit;
  const judged = judgedIn(edit);
  const occasions = JSON.stringify(occasionsOf(edit, edit.segments[index] ?? { actions: [] }));
  const words = useConditionWords();
  const text = JSON.stringify(toTarget(query));
  const rules = countRules(query);
  const { asked, against } = useMemo(() => {
    const whole = JSON.parse(text) as ConditionInput;
    const parts = countableParts(whole, judged);
    const complete = parseTarget(whole, judged);
    return {
      asked: parts.length === 0 ? "" : JSON.stringify(complete.ok ? whole : { combinator: "and", rules: parts }),
      against: new Map(
        complete.ok && complete.target.tree !== null
          ? contradictions(complete.target.tree).map(({ path, earlier }) => [path, earlier])
          : [],
      ),
    };
  }, [text, judged]);
  const paused = usePaused(asked, PAUSE_MS);
  const question =
    paused === ""
      ? undefined
      : { target: JSON.parse(paused) as ConditionInput, type, occasions: JSON.parse(occasions) as Occasion[] };
  const { data, isError, refetch } = useQuery({ ...ruleCountsQuery(question), placeholderData: keepPreviousData });
  return useMemo(() => {
    const matchOf = (node: ConditionInput): RuleGuestCount => {
      if (!isCountable(node, judged)) return "waits";
      return data?.get(JSON.stringify(node)) ?? (isError ? "waits" : "counting");
    };
    return {
      matchOf,
      nobodyIn: (node) =>
        "rules" in node &&
        node.rules.length > 1 &&
        data?.get(JSON.stringify(node)) === 0 &&
        node.rules.every((part) => (data.get(JSON.stringify(part)) ?? 0) > 0),
      against: (at) => {
        const earlier = against.get(at.map((place) => `rules.${place}`).join("."));
        return earlier === undefined ? undefined : words.rule(earlier as Rule);
      },
      rules,
      failed: isError,
      retry: () => void refetch(),
    };
  }, [data, isError, refetch, judged, against, words, rules]);
}

export const RuleNotesContext = createContext<RuleNotes | undefined>(undefined);

/** What is said beside the rules of the segment around. */
export const useRuleNotes = (): RuleNotes | undefined => use(RuleNotesContext);
