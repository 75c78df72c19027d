import { MAX_CONDITION_DEPTH } from "@okaeri/domain/segments/condition";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { RuleGroupType } from "react-querybuilder";
import { campaignDocumentOf, type DraftSegment, withSegment } from "../editor/draft.ts";
import { useEditor } from "../editor/editor-context.ts";
import styles from "./ConditionBuilder.module.css";
import { ConditionTree, innerTree } from "./ConditionTree.tsx";
import { unfinishedPaths } from "./rule-state.ts";
import { toTarget } from "./target-tree.ts";
import { RuleNotesContext, useLiveRuleNotes } from "./use-rule-notes.ts";

/** The conditions of a segment: chips for a fact, its comparison and its value, sentences for what is counted, groups within groups. */
export function ConditionBuilder({ segment, index }: { segment: DraftSegment; index: number }) {
  const { t } = useTranslation("campaigns");
  const { draft, change } = useEditor();
  const notes = useLiveRuleNotes(segment.target, campaignDocumentOf(draft), index);
  const path = `segments.${index}.target`;
  const onChange = useCallback(
    (recipe: (query: RuleGroupType) => RuleGroupType) =>
      change((before) => withSegment(before, index, (old) => ({ ...old, target: recipe(old.target) }))),
    [change, index],
  );
  return (
    <RuleNotesContext value={notes}>
      <ConditionTree
        query={segment.target}
        path={path}
        place={null}
        maxDepth={MAX_CONDITION_DEPTH}
        onChange={onChange}
        renderInner={innerTree}
      />
      {segment.target.rules.length === 0 ? <p className={styles.everybody}>{t("segment.everybody")}</p> : null}
      <Unfinished target={segment.target} path={path} />
    </RuleNotesContext>
  );
}

/** Says that the segment waits for rules that are not finished, and leads to the first. */
function Unfinished({ target, path }: { target: RuleGroupType; path: string }) {
  const { t } = useTranslation("campaigns");
  const { focusOn } = useEditor();
  const [first, ...others] = unfinishedPaths(toTarget(target));
  if (first === undefined) return null;
  return (
    <p className={styles.waits} role="status">
      {t("match.segmentWaits", { count: others.length + 1 })}{" "}
      <button type="button" className={styles.innerSwitch} onClick={() => focusOn(`${path}.${first}.value`)}>
        {t("match.toUnfinished")}
      </button>
    </p>
  );
}
