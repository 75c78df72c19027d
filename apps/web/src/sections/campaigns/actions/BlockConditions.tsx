import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import { MAX_CONDITION_DEPTH } from "@okaeri/domain/segments/condition";
import { useState } from "react";
import type { RuleGroupType } from "react-querybuilder";
import { ConditionTree, innerTree } from "../audience/ConditionTree.tsx";
import { fromTarget, toTarget } from "../audience/target-tree.ts";

type BlockConditionsProps = { target: ConditionInput; path: string; onChange: (target: ConditionInput) => void };

const sameTarget = (one: ConditionInput, tree: RuleGroupType) =>
  JSON.stringify(toTarget(fromTarget(one))) === JSON.stringify(toTarget(tree));

/** Whom a part of a message is for, built as the target of a segment is. */
export function BlockConditions({ target, path, onChange }: BlockConditionsProps) {
  const [held, setHeld] = useState(() => ({ target, tree: fromTarget(target) }));
  // What comes from elsewhere, a step back or a newer version; what was built here keeps its rows.
  if (held.target !== target) setHeld({ target, tree: sameTarget(target, held.tree) ? held.tree : fromTarget(target) });
  return (
    <ConditionTree
      query={held.tree}
      path={path}
      place={null}
      maxDepth={MAX_CONDITION_DEPTH}
      onChange={(recipe) => {
        const tree = recipe(held.tree);
        const next = toTarget(tree);
        setHeld({ target: next, tree });
        onChange(next);
      }}
      renderInner={innerTree}
    />
  );
}
