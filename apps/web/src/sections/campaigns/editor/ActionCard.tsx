import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import styles from "../campaigns.module.css";
import { useEditor } from "./editor-context.ts";

/** Where an action stands in the draft. */
export type ActionPlace = { segment: number; action: number; path: string };

type ActionCardProps = {
  type: "point" | "coupon" | "mail";
  place: ActionPlace;
  /** Something was typed: removing asks first. */
  filled: boolean;
  onRemove: () => void;
  children: ReactNode;
};

/** The frame of one action's form. */
export function ActionCard({ type, place, filled, onRemove, children }: ActionCardProps) {
  const { t } = useTranslation("campaigns");
  const { errorAt, draft } = useEditor();
  const [asking, setAsking] = useState(false);
  const wrongType = errorAt(`${place.path}.type`);
  const several = draft.segments.length > 1;
  return (
    <Card
      title={t(`action.${type}.title`)}
      note={several ? t("segment.title", { n: place.segment + 1 }) : undefined}
      aside={
        <Button size="xs" onClick={() => (filled ? setAsking(true) : onRemove())}>
          {t(`action.${type}.remove`)}
        </Button>
      }
    >
      {wrongType ? (
        <p className={styles.error} role="alert">
          {wrongType}
        </p>
      ) : null}
      {children}
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
