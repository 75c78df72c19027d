import { MAX_CONDITION_DEPTH, MAX_CONDITION_RULES } from "@okaeri/domain/segments/condition";
import { SEGMENT_FIELDS, type SegmentField } from "@okaeri/domain/segments/fields";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { QueryBuilder, RuleGroupBodyComponents, type RuleGroupProps, useRuleGroup } from "react-querybuilder";
import styles from "./ConditionBuilder.module.css";
import { ConditionValue } from "./ConditionValue.tsx";
import { FieldSelector, OperatorSelector, RemoveRule } from "./condition-controls.tsx";
import { type DraftSegment, withSegment } from "./draft.ts";
import { fieldId } from "./draft-problems.ts";
import { useEditor } from "./editor-context.ts";
import { type BuilderContext, firstOperator, firstValue, nodePath, offeredFields, settled } from "./target-tree.ts";

const CLASSES = {
  queryBuilder: styles.builder ?? "",
  body: styles.body ?? "",
  rule: styles.rule ?? "",
};

const CONTROLS = {
  ruleGroup: ConditionGroup,
  fieldSelector: FieldSelector,
  operatorSelector: OperatorSelector,
  valueEditor: ConditionValue,
  removeRuleAction: RemoveRule,
};

/** Conditions as blocks: chips for field, comparison and value, groups within groups. */
export function ConditionBuilder({ segment, index }: { segment: DraftSegment; index: number }) {
  const { t } = useTranslation("campaigns");
  const { names, draft, change } = useEditor();
  const fields = useMemo(
    () => offeredFields(names, draft.type).map((name) => ({ name, label: t(`segmentField.${name}`) })),
    [names, draft.type, t],
  );
  const context: BuilderContext = useMemo(() => ({ path: `segments.${index}.target` }), [index]);
  return (
    <>
      <QueryBuilder
        query={segment.target}
        // Mounting is no edit: it would take the server's remarks away that led here.
        enableMountQueryChange={false}
        onQueryChange={(target) =>
          change((before) => withSegment(before, index, (old) => ({ ...old, target: settled(target) })))
        }
        fields={fields}
        context={context}
        controlElements={CONTROLS}
        controlClassnames={CLASSES}
        suppressStandardClassnames
        addRuleToNewGroups
        getOperators={(field) =>
          (SEGMENT_FIELDS[field as SegmentField]?.operators ?? []).map((name) => ({ name, label: name }))
        }
        getDefaultField="last_stay_days"
        getDefaultOperator={firstOperator}
        getDefaultValue={(rule) => firstValue(rule.field)}
      />
      {segment.target.rules.length === 0 ? <p className={styles.everybody}>{t("segment.everybody")}</p> : null}
    </>
  );
}

/** Rules in a whole tree. */
function countRules(rules: RuleGroupProps["ruleGroup"]["rules"]): number {
  return rules.reduce<number>(
    (total, node) => total + (typeof node === "string" ? 0 : "rules" in node ? countRules(node.rules) : 1),
    0,
  );
}

function ConditionGroup(props: RuleGroupProps) {
  const { t } = useTranslation("campaigns");
  const group = useRuleGroup(props);
  const { errorAt, draft } = useEditor();
  const context = props.context as BuilderContext;
  const path = nodePath(context, props.path);
  const inner = props.path.length > 0;
  const segment = draft.segments.find((_, index) => `segments.${index}.target` === context.path);
  const full = segment !== undefined && countRules(segment.target.rules) >= MAX_CONDITION_RULES;
  const { combinator = "and", not = false } = group;
  const error = inner ? errorAt(path) : undefined;
  return (
    <fieldset
      className={styles.group}
      data-inner={inner}
      {...(inner ? { id: fieldId(path), tabIndex: -1 } : {})}
      aria-label={t(inner ? "condition.group" : "condition.all")}
    >
      {inner || group.ruleGroup.rules.length > 0 ? (
        <div className={styles.head}>
          <select
            className={styles.combinator}
            data-kind={combinator}
            aria-label={t("condition.combinator")}
            value={combinator}
            onChange={(event) => group.onCombinatorChange(event.currentTarget.value)}
          >
            <option value="and">{t("condition.and")}</option>
            <option value="or">{t("condition.or")}</option>
          </select>
          <select
            className={styles.combinator}
            data-kind={not ? "not" : "plain"}
            aria-label={t("condition.not")}
            value={not ? "not" : "plain"}
            onChange={(event) => group.onNotToggleChange(event.currentTarget.value === "not")}
          >
            <option value="plain">{t("condition.included")}</option>
            <option value="not">{t("condition.excluded")}</option>
          </select>
          {inner ? (
            <button
              type="button"
              className={styles.remove}
              aria-label={t("condition.removeGroup")}
              onClick={() => group.removeGroup()}
            >
              <IconX size={16} aria-hidden />
            </button>
          ) : null}
        </div>
      ) : null}
      <div className={styles.body}>
        <RuleGroupBodyComponents {...group} />
      </div>
      {error ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      {full ? (
        <p className={styles.everybody}>{t("condition.full", { count: MAX_CONDITION_RULES })}</p>
      ) : (
        <div className={styles.adders}>
          <button type="button" onClick={() => group.addRule()}>
            <IconPlus size={14} aria-hidden />
            {t("condition.addRule")}
          </button>
          {props.path.length < MAX_CONDITION_DEPTH - 1 ? (
            <button type="button" onClick={() => group.addGroup()}>
              <IconPlus size={14} aria-hidden />
              {t("condition.addGroup")}
            </button>
          ) : null}
        </div>
      )}
    </fieldset>
  );
}
