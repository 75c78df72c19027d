import { Button } from "@mantine/core";
import { carriesOut } from "@okaeri/domain/campaigns/offered-types";
import { MAX_ACTIONS } from "@okaeri/domain/campaigns/readiness";
import { useTranslation } from "react-i18next";
import { Card } from "../../../../ui/Card.tsx";
import { ALL_KINDS } from "../../actions/kinds.ts";
import layout from "../../layout.module.css";
import { TargetSummary } from "../../TargetSummary.tsx";
import text from "../../text.module.css";
import { type DraftAction, type DraftSegment, newAction, targetOf, withSegment } from "../draft.ts";
import { fieldId } from "../draft-problems.ts";
import { useEditor } from "../editor-context.ts";
import { ActionCard } from "./ActionCard.tsx";
import { BenefitsSwitch } from "./BenefitsSwitch.tsx";
import styles from "./buttons.module.css";

/** What each segment gets: its benefits and messages. */
export function WhatCard() {
  const { draft } = useEditor();
  return draft.segments.map((one, index) => <SegmentActions key={one.key} segment={one} index={index} />);
}

function SegmentActions({ segment, index }: { segment: DraftSegment; index: number }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { draft, change, errorAt, setCurrent } = useEditor();
  const path = `segments.${index}.actions`;
  const setActions = (recipe: (actions: DraftAction[]) => DraftAction[]) =>
    change((before) => withSegment(before, index, (old) => ({ ...old, actions: recipe(old.actions) })));
  const full = segment.actions.length >= MAX_ACTIONS;
  const offered = ALL_KINDS.flatMap((kind) => {
    const count = segment.actions.filter(({ type }) => type === kind.type).length;
    const more = !full && carriesOut(draft.type, kind.type) && kind.takesMore(count, draft.type);
    return more ? [{ ...kind, words: kind.addWords(t, count > 0) }] : [];
  });
  return (
    <section
      id={fieldId(path)}
      tabIndex={-1}
      className={layout.stack}
      aria-label={t("problem.inSegment", { n: index + 1, label: t("card.what") })}
      onFocusCapture={() => setCurrent(index)}
    >
      <Card title={t("segment.title", { n: index + 1 })} note={t("action.forWhom")}>
        <TargetSummary target={targetOf(segment)} />
        <div className={styles.actionButtons}>
          {offered.map(({ type, Icon, words }) => (
            <Button
              key={type}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => setActions((actions) => [...actions, newAction(type)])}
            >
              {words}
            </Button>
          ))}
        </div>
        <BenefitsSwitch segment={segment} index={index} />
        {draft.type === "basic" ? <p className={text.quiet}>{t("action.onlyPoints")}</p> : null}
        {errorAt(path) ? (
          <p className={text.error} role="alert">
            {errorAt(path)}
          </p>
        ) : null}
      </Card>
      {segment.actions.map((action, at) => {
        const place = { segment: index, action: at, path: `${path}.${at}` };
        const remove = () => setActions((actions) => actions.filter((_, position) => position !== at));
        return <ActionCard key={action.key} action={action} place={place} onRemove={remove} />;
      })}
    </section>
  );
}
