import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ruleAt, rulesOf } from "../../../../parts/records/field-rules.ts";
import { Card } from "../../../../ui/Card.tsx";
import { ConfirmDialog } from "../../../../ui/Dialog.tsx";
import { kindOf } from "../../actions/kinds.ts";
import styles from "../../text.module.css";
import { type DraftAction, detailOf, sentDetail, withAction } from "../draft.ts";
import { fieldId, labelOf } from "../draft-problems.ts";
import { useEditor } from "../editor-context.ts";

/** Where an action stands in the draft. */
export type ActionPlace = { segment: number; action: number; path: string };

type ActionCardProps = { action: DraftAction; place: ActionPlace; onRemove: () => void };

const RULES = rulesOf("campaigns.update");

/** One action: its kind's form, in a frame that can be removed. */
export function ActionCard({ action, place, onRemove }: ActionCardProps) {
  const { t } = useTranslation("campaigns");
  const { errorAt, draft, change, record } = useEditor();
  const { type, id } = action;
  const detail = detailOf(action);
  const { Form, ...kind } = kindOf(type);
  const set = (part: object) =>
    change((before) =>
      withAction(before, place.segment, place.action, (old) => ({
        ...old,
        [type]: { ...(detailOf(old) as object), ...part },
      })),
    );
  const field = (name: string) => {
    const path = `${place.path}.${type}.${name}`;
    return { id: fieldId(path), label: t(`field.${labelOf(path)}`), error: errorAt(path) };
  };
  const given = new Set(
    draft.segments[place.segment]?.actions.flatMap((one) => kindOf(one.type).rule.gives(sentDetail(one, draft.type))),
  );
  const [asking, setAsking] = useState(false);
  const wrongType = errorAt(`${place.path}.type`);
  const several = draft.segments.length > 1;
  return (
    <Card
      title={t(`action.${type}.title`)}
      note={several ? t("segment.title", { n: place.segment + 1 }) : undefined}
      aside={
        <Button size="xs" onClick={() => (kind.isFilled(detail) ? setAsking(true) : onRemove())}>
          {t(`action.${type}.remove`)}
        </Button>
      }
    >
      {wrongType ? (
        <p className={styles.error} role="alert">
          {wrongType}
        </p>
      ) : null}
      <Form
        detail={detail}
        set={set}
        field={field}
        rule={(name) => ruleAt(RULES, `segments.actions.${type}.${name}`) ?? {}}
        type={draft.type}
        given={given}
        saved={id === null ? null : { campaignId: record.id, actionId: id }}
      />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t(`action.${type}.removeTitle`)}
        confirm={t(`action.${type}.remove`)}
        danger
        onConfirm={onRemove}
      >
        {t(`action.${type}.removeLoss`)}
      </ConfirmDialog>
    </Card>
  );
}
