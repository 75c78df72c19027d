import { NUMBER_OPERATORS } from "@okaeri/domain/segments/fields";
import { MAX_CONDITION_COUNT, SEGMENT_LISTS, type SegmentList } from "@okaeri/domain/segments/lists";
import { IconChevronDown } from "@tabler/icons-react";
import { type FocusEvent, Fragment, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { askedFact } from "../../../parts/campaigns/conditions/asked-fact.ts";
import { useConditionWords } from "../../../parts/campaigns/conditions/condition-text.ts";
import { campaignFieldId } from "../editor/draft-problems.ts";
import { focusSoon } from "../editor/focus-soon.ts";
import styles from "./ConditionBuilder.module.css";
import { operatorWord, type RulePart } from "./condition-controls.tsx";
import { FactMenu } from "./FactMenu.tsx";
import { Ends, FigureValue } from "./FigureValue.tsx";
import { lackOf } from "./rule-state.ts";
import { mark, sentencePieces } from "./sentence-pieces.ts";
import {
  type BuilderContext,
  type BuilderRule,
  isBuilderGroup,
  knownList,
  nodePath,
  toRule,
  withOperator,
} from "./target-tree.ts";

type CountedProps = RulePart & { context: BuilderContext; error: string | undefined };

/** What is counted, as one sentence whose words are pressed to change them; the conditions on what is counted open beneath it. */
export function CountedRuleEditor({ rule, path, onChange, context, error }: CountedProps) {
  const { t } = useTranslation("campaigns");
  const words = useConditionWords();
  const { of, where, sum } = rule;
  const [opened, setOpened] = useState(false);
  if (!knownList(of) || where === undefined) return <span>{t("condition.gone")}</span>;
  const list = words.list(of);
  const inner = where.rules;
  // What counts and what sums the same list keeps its conditions.
  const replaced = (next: BuilderRule) =>
    onChange({ ...next, ...(next.of === of ? { where } : {}), id: rule.id as string });
  const open = (element: string) => {
    setOpened(true);
    focusSoon(element);
  };
  const part: Record<string, ReactNode> = {
    list: (
      <FactMenu place={null} onPick={replaced}>
        <button
          type="button"
          id={campaignFieldId(`${path}.of`)}
          className={styles.word}
          aria-label={`${t("counted.listWord")}: ${list}`}
        >
          {list}
          <IconChevronDown size={12} aria-hidden />
        </button>
      </FactMenu>
    ),
    item:
      sum === undefined ? null : (
        <FactMenu place={null} onPick={replaced}>
          <button type="button" className={styles.word}>
            {words.name(sum, of)}
            <IconChevronDown size={12} aria-hidden />
          </button>
        </FactMenu>
      ),
    test: <CountedTest rule={rule} list={of} path={path} error={error} onChange={onChange} />,
  };
  const key = `${inner.length > 0 ? "some" : "all"}${sum === undefined ? "" : "Sum"}` as const;
  const joint = where.combinator === "or" ? t("counted.or") : t("condition.separator");
  return (
    <div className={styles.counted}>
      <p className={styles.sentence}>
        {sentencePieces(t(`counted.${key}`, { list: mark("list"), item: mark("item"), test: mark("test") })).map(
          (piece) => (
            <Fragment key={piece}>{part[piece] ?? piece}</Fragment>
          ),
        )}
        {inner.length > 0 ? (
          <>
            {" ("}
            {where.not ? t("counted.except", { inner: "" }) : null}
            {inner.map((one, at) => {
              const place = nodePath({ path: `${path}.where` }, [at]);
              const summary = isBuilderGroup(one)
                ? t("counted.nested", {
                    inner: one.rules.map((deep) => ruleWords(deep as BuilderRule)).join(t("condition.separator")),
                  })
                : ruleWords(one as BuilderRule);
              return (
                <Fragment key={one.id ?? at}>
                  {at > 0 ? joint : null}
                  <button
                    type="button"
                    className={styles.word}
                    data-empty={!isBuilderGroup(one) && lackOf(toRule(one as BuilderRule), of) !== undefined}
                    aria-expanded={opened}
                    onClick={() => open(campaignFieldId(isBuilderGroup(one) ? place : `${place}.field`))}
                  >
                    {summary}
                  </button>
                </Fragment>
              );
            })}
            {")"}
          </>
        ) : null}
      </p>
      <button type="button" className={styles.innerSwitch} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {opened ? t("counted.closeInner") : t(inner.length > 0 ? "counted.openInner" : "counted.addInner", { list })}
      </button>
      {opened ? (
        <div className={styles.inner}>
          {context.renderInner({
            path: `${path}.where`,
            list: of,
            where,
            onChange: (next) => onChange({ ...rule, where: next }),
          })}
        </div>
      ) : null}
    </div>
  );

  function ruleWords(one: BuilderRule): string {
    return isBuilderGroup(one) ? t("condition.group") : words.rule(toRule(one), of as SegmentList);
  }
}

/** As long as a press takes. */
const PRESS_MS = 250;

/** How many, as words; pressed, or as long as it lacks something, as fields. */
function CountedTest({
  rule,
  list,
  path,
  error,
  onChange,
}: Omit<CountedProps, "context" | "place"> & { list: SegmentList }) {
  const { t } = useTranslation("campaigns");
  const words = useConditionWords();
  const [editing, setEditing] = useState(false);
  const node = toRule(rule);
  const id = campaignFieldId(`${path}.value`);
  const incomplete = lackOf(node, null) !== undefined || error !== undefined;
  if (!editing && !incomplete)
    return (
      <button
        type="button"
        id={id}
        className={styles.word}
        aria-label={`${t("counted.testWord")}: ${words.counted(node as never)}`}
        onClick={() => {
          setEditing(true);
          focusSoon(id);
        }}
      >
        {words.counted(node as never)}
      </button>
    );
  const fact = rule.sum === undefined ? undefined : askedFact(list, rule.sum);
  const type = fact?.type === "number" ? fact : { min: 0, max: MAX_CONDITION_COUNT, unit: SEGMENT_LISTS[list].unit };
  const leave = (event: FocusEvent<HTMLElement>) => {
    // Not while the press that takes the focus is still down: what it is on would move away beneath it.
    if (!event.currentTarget.contains(event.relatedTarget)) setTimeout(() => setEditing(false), PRESS_MS);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its fields become words again when the focus leaves them
    <span className={styles.test} onFocus={() => setEditing(true)} onBlur={leave}>
      <Ends
        id={id}
        label={t("counted.testWord")}
        error={error}
        operator={rule.operator}
        empty={null}
        value={rule.value}
        onChange={(value) => onChange({ ...rule, value })}
        one={(end) => <FigureValue {...end} type={type} />}
      />
      <select
        id={campaignFieldId(`${path}.operator`)}
        className={styles.chip}
        aria-label={t("condition.operator")}
        value={rule.operator}
        onChange={(event) => onChange(withOperator(rule, event.currentTarget.value, null))}
      >
        {NUMBER_OPERATORS.map((operator) => (
          <option key={operator} value={operator}>
            {operatorWord(t, "number", operator)}
          </option>
        ))}
      </select>
    </span>
  );
}
