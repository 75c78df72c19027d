import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatNumber } from "../../ui/format.ts";
import { CountChange } from "./CountChange.tsx";
import { GroupRow } from "./GroupRow.tsx";
import { type DraftGroup, fieldId, groupPath, moved } from "./rfm-draft.ts";
import styles from "./rfm-edit.module.css";
import type { RfmCounts } from "./use-rfm-counts.ts";

/** Every combination of scores once; more groups could never be reached. */
const MOST_GROUPS = 125;

type GroupsEditorProps = {
  groups: readonly DraftGroup[];
  onChange: (groups: DraftGroup[]) => void;
  messages: Record<string, string>;
  counts: RfmCounts;
};

/** The groups in the order in which they are tried: add, change, move, delete. */
export function GroupsEditor({ groups, onChange, messages, counts }: GroupsEditorProps) {
  const { t } = useTranslation(["rfms", "ui"]);
  const [leaving, setLeaving] = useState<DraftGroup>();
  const [told, setTold] = useState("");
  const focusNext = useRef<string>(undefined);
  const nameOf = (group: DraftGroup) => group.name.trim() || t("form.unnamed");
  // Rows change places in the document, which drops the focus; it goes back to the button that was pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the rows, whatever changed
  useEffect(() => {
    if (focusNext.current) document.getElementById(focusNext.current)?.focus();
    focusNext.current = undefined;
  }, [groups]);

  const move = (index: number, step: 1 | -1) => {
    const group = groups[index];
    if (group === undefined) return;
    const to = index + step;
    const atEnd = to === 0 || to === groups.length - 1;
    focusNext.current = `rfm-group-${group.key}-${(step === 1) === atEnd ? "up" : "down"}`;
    setTold(t("form.moved", { name: nameOf(group), n: to + 1 }));
    onChange(moved(groups, index, step));
  };
  const add = () => {
    focusNext.current = fieldId(groupPath(groups.length));
    const blank = { id: null, name: "", recency_score: null, frequency_score: null, monetary_score: null };
    onChange([...groups, { ...blank, key: `new-${crypto.randomUUID()}` }]);
  };
  const remove = (group: DraftGroup) => onChange(groups.filter((other) => other.key !== group.key));
  const [outsideBefore, outsideAfter] = [counts.groupBefore(null), counts.groupAfter(null)];
  return (
    <Card title={t("groups.title")} note={t("form.groupsNote")}>
      <span className={styles.unseen} role="status">
        {told}
      </span>
      {groups.length === 0 ? (
        <EmptyState sentence={t("groups.empty")} />
      ) : (
        <ol className={styles.groups} aria-label={t("groups.title")}>
          {groups.map((group, index) => (
            <GroupRow
              key={group.key}
              group={group}
              index={index}
              last={index === groups.length - 1}
              name={nameOf(group)}
              message={messages[groupPath(index)]}
              before={counts.groupBefore(group.key)}
              after={counts.groupAfter(group.key)}
              onChange={(next) => onChange(groups.map((other) => (other.key === group.key ? next : other)))}
              onMove={(step) => move(index, step)}
              onRemove={() => setLeaving(group)}
            />
          ))}
        </ol>
      )}
      <div className={styles.groupsFoot}>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add} disabled={groups.length >= MOST_GROUPS}>
          {t("form.add")}
        </Button>
        {groups.length >= MOST_GROUPS ? <small>{t("form.full")}</small> : null}
        {outsideBefore || outsideAfter ? (
          <span className={styles.outside}>
            {t("groups.none")}
            <CountChange before={outsideBefore} after={outsideAfter} />
          </span>
        ) : null}
      </div>
      <ConfirmDialog
        opened={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={leaving ? t("form.removeTitle", { name: nameOf(leaving) }) : ""}
        confirm={t("form.removeConfirm")}
        danger
        onConfirm={() => leaving && remove(leaving)}
      >
        {leaving?.id == null
          ? t("form.removeNew")
          : t("form.removeLost", { n: formatNumber(counts.groupBefore(leaving.key) ?? 0) })}
      </ConfirmDialog>
    </Card>
  );
}
