import { MAX_CONDITION_RULES } from "@okaeri/domain/segments/condition";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { RuleGroupBodyComponents, type RuleGroupProps, type RuleGroupType, useRuleGroup } from "react-querybuilder";
import { campaignFieldId } from "../editor/draft-problems.ts";
import { focusSoon } from "../editor/focus-soon.ts";
import styles from "./ConditionBuilder.module.css";
import { useConditionsAround } from "./conditions-around.ts";
import { FactMenu } from "./FactMenu.tsx";
import { RuleCount } from "./RuleRow.tsx";
import { type BuilderContext, type BuilderRule, countRules, nodePath, toTarget } from "./target-tree.ts";
import { useRuleNotes } from "./use-rule-notes.ts";

/** Rules that are all, or any of which is, met. */
export function ConditionGroupEditor(props: RuleGroupProps) {
  const { t } = useTranslation("campaigns");
  const group = useRuleGroup(props);
  const { errorAt } = useConditionsAround();
  const notes = useRuleNotes();
  const context = props.context as BuilderContext;
  const path = nodePath(context, props.path);
  const inner = props.path.length > 0;
  const ruleGroup = group.ruleGroup as RuleGroupType;
  const { rules } = ruleGroup;
  const node = toTarget(ruleGroup);
  const counted = notes !== undefined && context.place === null;
  const empty = inner && rules.length === 0;
  const error = inner && !empty ? errorAt(path) : undefined;
  const add = (rule: BuilderRule) => {
    props.actions.onRuleAdd(rule, props.path);
    const place = `${path}.rules.${rules.length}`;
    focusSoon(campaignFieldId(`${place}.value`), campaignFieldId(`${place}.args.0`), campaignFieldId(`${place}.field`));
  };
  const addGroup = () => {
    props.actions.onGroupAdd({ combinator: "or", rules: [] }, props.path);
    focusSoon(campaignFieldId(`${path}.rules.${rules.length}`));
  };
  return (
    <fieldset
      className={styles.group}
      data-inner={inner || context.place !== null}
      {...(inner ? { id: campaignFieldId(path), tabIndex: -1 } : {})}
      aria-label={t(inner ? "condition.group" : "condition.all")}
    >
      {inner || rules.length > 0 ? (
        <div className={styles.head}>
          <GroupSelects group={group} />
          {counted && !inner ? <MatchHint /> : null}
          {counted && inner ? <RuleCount match={notes.matchOf(node)} /> : null}
          {inner ? (
            <button
              type="button"
              className={styles.remove}
              aria-label={t("condition.removeGroup")}
              onClick={() => {
                const parent = nodePath(context, props.path.slice(0, -1));
                group.removeGroup();
                focusSoon(campaignFieldId(`${parent}.add`));
              }}
            >
              <IconX size={16} aria-hidden />
            </button>
          ) : null}
        </div>
      ) : null}
      <div className={styles.body}>
        <RuleGroupBodyComponents {...group} />
      </div>
      {empty ? <p className={styles.lack}>{t("condition.emptyGroup")}</p> : null}
      {error ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      {counted && notes.nobodyIn(node) ? <p className={styles.lack}>{t("match.nobody")}</p> : null}
      {(notes?.rules ?? countRules(ruleGroup)) >= MAX_CONDITION_RULES ? (
        <p className={styles.everybody}>{t("condition.full", { count: MAX_CONDITION_RULES })}</p>
      ) : (
        <div className={styles.adders}>
          <FactMenu place={context.place} adds onPick={add}>
            <button type="button" id={campaignFieldId(`${path}.add`)}>
              <IconPlus size={14} aria-hidden />
              {t("condition.addRule")}
            </button>
          </FactMenu>
          {props.path.length < context.maxDepth - 1 ? (
            <button type="button" onClick={addGroup}>
              <IconPlus size={14} aria-hidden />
              {t("condition.addGroup")}
            </button>
          ) : null}
        </div>
      )}
    </fieldset>
  );
}

function GroupSelects({ group }: { group: ReturnType<typeof useRuleGroup> }) {
  const { t } = useTranslation("campaigns");
  const { combinator = "and", not = false } = group;
  return (
    <>
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
    </>
  );
}

/** What the figures beside the rules are; or that they could not be had. */
function MatchHint() {
  const { t } = useTranslation("campaigns");
  const notes = useRuleNotes();
  if (!notes?.failed) return <span className={styles.hint}>{t("match.hint")}</span>;
  return (
    <span className={styles.hint} role="alert">
      {t("match.failed")}{" "}
      <button type="button" className={styles.innerSwitch} onClick={notes.retry}>
        {t("match.retry")}
      </button>
    </span>
  );
}
