import type { EvaluationTime } from "@okaeri/domain/segments/as-of";
import { createContext, use } from "react";
import type { ConditionNames } from "../../../parts/campaigns/conditions/names.ts";

/** What stands around conditions that are built: a campaign, or a template of a mail. */
export type ConditionsAround = {
  /** What is wrong with a part of them, in words, by its path. */
  errorAt: (path: string) => string | undefined;
  /** The account's own words. */
  names: ConditionNames;
  /** When they are judged: it decides what can be asked. */
  judged: EvaluationTime;
};

export const ConditionsContext = createContext<ConditionsAround | undefined>(undefined);

export function useConditionsAround(): ConditionsAround {
  const around = use(ConditionsContext);
  if (around === undefined) throw new Error("no conditions are built here");
  return around;
}
