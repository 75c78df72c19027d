import { MAX_ITEM_DEPTH } from "@okaeri/domain/segments/condition";
import { useMemo } from "react";
import { QueryBuilder, type RuleGroupType } from "react-querybuilder";
import type { FactSubject } from "../../../parts/campaigns/conditions/asked-fact.ts";
import styles from "./ConditionBuilder.module.css";
import { ConditionGroupEditor } from "./ConditionGroupEditor.tsx";
import { RuleRow } from "./RuleRow.tsx";
import { type BuilderContext, type InnerConditions, replacedIn } from "./target-tree.ts";

const CLASSES = { queryBuilder: styles.builder ?? "", body: styles.body ?? "" };
const CONTROLS = { ruleGroup: ConditionGroupEditor, rule: RuleRow };

type ConditionTreeProps = {
  query: RuleGroupType;
  /** The path of its top group, as the checks name it. */
  path: string;
  place: FactSubject;
  maxDepth: number;
  onChange: (recipe: (query: RuleGroupType) => RuleGroupType) => void;
  renderInner: (inner: InnerConditions) => React.ReactNode;
};

/** Rules and groups within groups. */
export function ConditionTree({ query, path, place, maxDepth, onChange, renderInner }: ConditionTreeProps) {
  const context: BuilderContext = useMemo(
    () => ({
      path,
      place,
      maxDepth,
      renderInner,
      replace: (at, rule) => onChange((before) => replacedIn(before, at, rule)),
    }),
    [path, place, maxDepth, renderInner, onChange],
  );
  return (
    <QueryBuilder
      query={query}
      // Mounting is no edit: it would take the server's remarks away that led here.
      enableMountQueryChange={false}
      onQueryChange={(next) => onChange(() => next)}
      context={context}
      controlElements={CONTROLS}
      controlClassnames={CLASSES}
      suppressStandardClassnames
    />
  );
}

/** What is counted has one level of conditions: within them nothing opens any more. */
export function innerTree({ path, list, where, onChange }: InnerConditions) {
  return (
    <ConditionTree
      query={where}
      path={path}
      place={list}
      maxDepth={MAX_ITEM_DEPTH}
      onChange={(recipe) => onChange(recipe(where))}
      renderInner={() => null}
    />
  );
}
