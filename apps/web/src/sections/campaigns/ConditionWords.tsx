import type { ConditionNode } from "@okaeri/contract/campaigns";
import { useTranslation } from "react-i18next";
import styles from "./campaigns.module.css";
import { useValueWords } from "./condition-words.ts";

/** A target as a list of sentences, groups within groups. */
export function ConditionWords({ node }: { node: ConditionNode }) {
  const { t } = useTranslation("campaigns");
  const words = useValueWords();
  if (!("rules" in node)) return <span>{words.rule(node)}</span>;
  if (node.rules.length === 0) return <span>{t("segment.everybodyShort")}</span>;
  const lead = t(`sentence.${node.not ? "not" : "yes"}.${node.combinator}`);
  return (
    <div className={styles.words}>
      {node.rules.length > 1 || node.not ? <span className={styles.lead}>{lead}</span> : null}
      <ul>
        {node.rules.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other name than their place
          <li key={index}>
            <ConditionWords node={rule} />
          </li>
        ))}
      </ul>
    </div>
  );
}
