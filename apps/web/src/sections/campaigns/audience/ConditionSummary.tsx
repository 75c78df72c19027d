import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import { useTranslation } from "react-i18next";
import { useConditionWords } from "../../../parts/campaigns/conditions/condition-text.ts";
import styles from "./ConditionSummary.module.css";

/** The same, of what is for some guests only. */
export const TargetWords = ({ target }: { target: ConditionInput }) => <ConditionSummary node={target} />;

/** A target as a list of sentences, groups within groups. */
export function ConditionSummary({ node }: { node: ConditionInput }) {
  const { t } = useTranslation("campaigns");
  const words = useConditionWords();
  if (!("rules" in node)) return <span>{words.rule(node)}</span>;
  if (node.rules.length === 0) return <span>{t("segment.everybodyShort")}</span>;
  const [only, ...others] = node.rules;
  // A group of one says no more than its condition.
  if (only !== undefined && others.length === 0 && !node.not) return <ConditionSummary node={only} />;
  const lead = t(`sentence.${node.not ? "not" : "yes"}.${node.combinator}`);
  return (
    <div className={styles.words}>
      <span className={styles.lead}>{lead}</span>
      <ul>
        {node.rules.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other name than their place
          <li key={index}>
            <ConditionSummary node={rule} />
          </li>
        ))}
      </ul>
    </div>
  );
}
