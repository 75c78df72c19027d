import { IconAlertTriangle } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { RuleProps } from "react-querybuilder";
import { formatCount } from "../../../ui/format.ts";
import { useLackText } from "../editor/use-lack-text.ts";
import styles from "./ConditionBuilder.module.css";
import { ConditionValueField } from "./ConditionValueField.tsx";
import { CountedRuleEditor } from "./CountedRuleEditor.tsx";
import { FactChip, OperatorChip, RemoveRule } from "./condition-controls.tsx";
import { useConditionsAround } from "./conditions-around.ts";
import { lackOf } from "./rule-state.ts";
import { type BuilderContext, type BuilderRule, nodePath, toRule } from "./target-tree.ts";
import { type RuleGuestCount, useRuleNotes } from "./use-rule-notes.ts";

/** One rule: what it asks, what it lacks, and how many guests it keeps by itself. */
export function RuleRow({ rule: given, path: at, context, actions }: RuleProps) {
  const { t } = useTranslation("campaigns");
  const id = useId();
  const { errorAt } = useConditionsAround();
  const notes = useRuleNotes();
  const lackText = useLackText();
  const builder = context as BuilderContext;
  const rule = given as BuilderRule;
  const { place } = builder;
  const path = nodePath(builder, at);
  const node = toRule(rule);
  const lack = lackOf(node, place);
  const error =
    lack === undefined
      ? ["", ".field", ".of", ".operator", ".args", ".value", ".sum"].map((part) => errorAt(path + part)).find(Boolean)
      : undefined;
  const against = place === null ? notes?.against(at) : undefined;
  const onChange = (next: BuilderRule) => builder.replace(at, next);
  const part = { rule, place, path, onChange };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in one line with its count in every browser
    <div
      className={styles.rule}
      role="group"
      aria-label={t("condition.rule")}
      aria-describedby={`${id}-note`}
      data-unfinished={lack !== undefined}
    >
      <div className={styles.parts}>
        {rule.of === undefined ? (
          <>
            <FactChip {...part} />
            <OperatorChip {...part} />
            <ConditionValueField {...part} error={error} onChange={(value) => onChange({ ...rule, value })} />
          </>
        ) : (
          <CountedRuleEditor {...part} context={builder} error={error} />
        )}
      </div>
      {notes === undefined || place !== null ? null : <RuleCount match={notes.matchOf(node)} />}
      <RemoveRule path={path} onRemove={() => actions.onRuleRemove(at)} />
      <div id={`${id}-note`} className={styles.notes}>
        {lack ? (
          <p className={styles.lack}>
            <IconAlertTriangle size={14} aria-hidden />
            {lackText(lack, rule, place)}
          </p>
        ) : null}
        {error ? (
          <p className={styles.error} role="alert">
            {error}
          </p>
        ) : null}
        {against ? <p className={styles.lack}>{t("match.contradiction", { other: against })}</p> : null}
      </div>
    </div>
  );
}

/** 単独 4,780人; a dash while the rule is not finished. */
export function RuleCount({ match }: { match: RuleGuestCount }) {
  const { t } = useTranslation("campaigns");
  const content =
    match === "waits" ? (
      <span title={t("match.waits")}>{t("match.none")}</span>
    ) : match === "counting" ? (
      <span className={styles.counting} title={t("match.counting")} />
    ) : (
      <strong className="num">{formatCount(match, "people")}</strong>
    );
  return (
    <span className={styles.match} aria-busy={match === "counting"}>
      {t("match.alone")} {content}
    </span>
  );
}
