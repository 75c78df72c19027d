import { Button } from "@mantine/core";
import { carriesOut } from "@okaeri/domain/campaigns/actions/offered-types";
import { MAX_ACTIONS } from "@okaeri/domain/campaigns/review/readiness";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { TargetSummary } from "../audience/TargetSummary.tsx";
import { useAudience } from "../audience/use-audience.ts";
import type { SegmentAudience } from "../campaigns.api.ts";
import { type DraftAction, type DraftSegment, newAction, targetOf, withSegment } from "../editor/draft.ts";
import { campaignFieldId } from "../editor/draft-problems.ts";
import { useEditor } from "../editor/editor-context.ts";
import text from "../text.module.css";
import { ActionCard } from "./ActionCard.tsx";
import { ActionOrder } from "./ActionOrder.tsx";
import { BenefitsSwitch } from "./BenefitsSwitch.tsx";
import { ALL_KINDS } from "./kinds.ts";
import { ACTION_GROUPS, type Group, groupedActions, movedWithin } from "./order-of-actions.ts";
import styles from "./what.module.css";

/** What each segment gets: what is given, and then what is told. */
export function WhatCard() {
  const { draft } = useEditor();
  const { query } = useAudience(draft);
  return draft.segments.map((one, index) => (
    <SegmentActions key={one.key} segment={one} index={index} counted={query.data?.segments[index]} />
  ));
}

type SegmentActionsProps = { segment: DraftSegment; index: number; counted: SegmentAudience | undefined };
type Change = (recipe: (actions: DraftAction[]) => DraftAction[]) => void;

function SegmentActions({ segment, index, counted }: SegmentActionsProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft, change, errorAt, setCurrent } = useEditor();
  const path = `segments.${index}.actions`;
  const several = draft.segments.length > 1;
  const setActions: Change = (recipe) =>
    change((before) => withSegment(before, index, (old) => ({ ...old, actions: recipe(old.actions) })));
  const shown = ACTION_GROUPS.filter((group) => groupedActions(segment.actions, group).length > 0);
  return (
    <section
      id={campaignFieldId(path)}
      tabIndex={-1}
      className={styles.segment}
      aria-label={t("problem.inSegment", { n: index + 1, label: t("card.what") })}
      onFocusCapture={() => setCurrent(index)}
    >
      <Card title={several ? t("what.segment", { n: index + 1 }) : t("card.what")} flush>
        {several ? (
          <div className={styles.about}>
            <TargetSummary target={targetOf(segment)} />
          </div>
        ) : null}
        {draft.type === "basic" ? <p className={styles.about}>{t("action.onlyPoints")}</p> : null}
        {shown.length === 0 ? <p className={styles.about}>{t("what.nothing")}</p> : null}
        {shown.length > 1 ? <p className={styles.about}>{t("what.order")}</p> : null}
        {shown.map((group) => (
          <div key={group} className={styles.group}>
            {shown.length > 1 ? <h3>{t(`what.${group}`)}</h3> : null}
            <GroupActions group={group} segment={segment} index={index} counted={counted} setActions={setActions} />
            {group === "gives" ? (
              <div className={styles.about}>
                <BenefitsSwitch segment={segment} index={index} />
              </div>
            ) : null}
          </div>
        ))}
        {errorAt(path) ? (
          <p className={`${text.error} ${styles.about}`} role="alert">
            {errorAt(path)}
          </p>
        ) : null}
        <AddRow segment={segment} setActions={setActions} />
      </Card>
    </section>
  );
}

type GroupActionsProps = SegmentActionsProps & { group: Group; setActions: Change };

function GroupActions({ group, segment, index, counted, setActions }: GroupActionsProps) {
  const { t } = useTranslation("campaigns");
  const items = groupedActions(segment.actions, group);
  const move = (key: string, over: string) => setActions((actions) => movedWithin(actions, key, over));
  return (
    <ActionOrder
      items={items.map(({ action: { key, type } }) => ({ key, title: t(`action.${type}.title`) }))}
      move={move}
    >
      {items.map(({ action, at }, place) => {
        const past = (by: 1 | -1) => {
          const over = items[place + by]?.action.key;
          return over === undefined ? undefined : () => move(action.key, over);
        };
        return (
          <ActionCard
            key={action.key}
            action={action}
            place={{ segment: index, action: at, path: `segments.${index}.actions.${at}` }}
            counted={counted}
            up={past(-1)}
            down={past(1)}
            onRemove={() => setActions((actions) => actions.filter(({ key }) => key !== action.key))}
          />
        );
      })}
    </ActionOrder>
  );
}

/** What else the segment can get. A new action is worked on at once. */
function AddRow({ segment, setActions }: { segment: DraftSegment; setActions: Change }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft } = useEditor();
  const offered = ALL_KINDS.flatMap((kind) => {
    const count = segment.actions.filter(({ type }) => type === kind.type).length;
    const more =
      segment.actions.length < MAX_ACTIONS &&
      carriesOut(draft.type, kind.type) &&
      kind.content.takesMore(count, draft.type);
    return more ? [{ ...kind, words: kind.content.addWords(t, count > 0) }] : [];
  });
  if (offered.length === 0) return null;
  return (
    <div className={styles.add}>
      <span>{t("what.add")}</span>
      {offered.map(({ type, Icon, words }) => (
        <Button
          key={type}
          size="xs"
          aria-label={words}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => setActions((actions) => [...actions, newAction(type)])}
        >
          {t(`action.${type}.short`)}
        </Button>
      ))}
    </div>
  );
}
