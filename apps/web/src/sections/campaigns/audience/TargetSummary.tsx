import type { ConditionInput, SegmentTarget } from "@okaeri/contract/campaigns/audience/condition";
import { type ScriptPart, scriptParts } from "@okaeri/domain/segments/lua/script-parts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import styles from "./ConditionSummary.module.css";
import { ConditionSummary } from "./ConditionSummary.tsx";

/** Whom a segment means, in words; of a script what words can say, and the script itself to unfold. */
export function TargetSummary({ target }: { target: SegmentTarget }) {
  return "lua" in target ? <ScriptSummary script={target.lua} /> : <ConditionSummary node={target} />;
}

function ScriptSummary({ script }: { script: string }) {
  const { t } = useTranslation("campaigns");
  const description = useMemo(() => scriptParts(script), [script]);
  const lines = script.trimEnd().split("\n").length;
  return (
    <>
      {description === undefined ? null : <DescriptionPart description={description} />}
      <details className={styles.script}>
        <summary>{t("lua.lines", { count: lines })}</summary>
        <pre>
          <code>{script}</code>
        </pre>
      </details>
    </>
  );
}

function DescriptionPart({ description }: { description: ScriptPart }) {
  const { t } = useTranslation("campaigns");
  if ("tree" in description) return <ConditionSummary node={description.tree as ConditionInput} />;
  if ("script" in description) return <span>{t("lua.part")}</span>;
  return (
    <div className={styles.words}>
      <span className={styles.lead}>{t(`sentence.yes.${description.combinator}`)}</span>
      <ul>
        {description.parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a script have no other name than their place
          <li key={index}>
            <DescriptionPart description={part} />
          </li>
        ))}
      </ul>
    </div>
  );
}
