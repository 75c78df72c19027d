import { Button } from "@mantine/core";
import { carriesOut } from "@okaeri/domain/campaigns/offered-types";
import { MAX_ACTIONS } from "@okaeri/domain/campaigns/readiness";
import { useTranslation } from "react-i18next";
import { Card } from "../../../../ui/Card.tsx";
import { ALL_KINDS, kindOf } from "../../actions/kinds.ts";
import layout from "../../layout.module.css";
import { TargetSummary } from "../../TargetSummary.tsx";
import text from "../../text.module.css";
import { type DraftAction, type DraftSegment, editOf, newAction, targetOf, withSegment } from "../draft.ts";
import { fieldId } from "../draft-problems.ts";
import { useEditor } from "../editor-context.ts";
import { useAudience } from "../use-audience.ts";
import { ActionCard } from "./ActionCard.tsx";
import { BenefitsSwitch } from "./BenefitsSwitch.tsx";
import styles from "./buttons.module.css";

/** ③ What each segment gets: its benefits and messages; a message beside its form as a real guest reads it. */
export function WhatCard() {
  const { t } = useTranslation("campaigns");
  const { draft, current } = useEditor();
  const { query } = useAudience(draft);
  const edits = editOf(draft).segments;
  const previewOf = (index: number) => edits[index]?.actions.flatMap(({ type }) => kindOf(type).Preview ?? [])[0];
  const shown = previewOf(current) ? current : edits.findIndex((_, index) => previewOf(index));
  const [Preview, segment] = [previewOf(shown), edits[shown]];
  const segments = draft.segments.map((one, index) => <SegmentActions key={one.key} segment={one} index={index} />);
  if (!Preview || !segment) return <div className={layout.stack}>{segments}</div>;
  return (
    <div className={layout.columnsEven}>
      <div className={layout.stack}>{segments}</div>
      <aside className={layout.side} aria-label={t("preview.title")}>
        <Preview
          key={draft.segments[shown]?.key}
          target={segment.target}
          actions={segment.actions}
          examples={query.data?.segments[shown]?.examples ?? []}
        />
      </aside>
    </div>
  );
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
      aria-label={t("problem.inSegment", { n: index + 1, label: t("step.actions") })}
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
