import { Button, Checkbox, Radio } from "@mantine/core";
import { SCORES, type Score } from "@okaeri/domain/rfms/score";
import { IconArrowBackUp, IconPlus } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { formatNumber } from "../../ui/format.ts";
import { CountChange } from "./CountChange.tsx";
import { GroupRow } from "./GroupRow.tsx";
import styles from "./groups.module.css";
import { PaintGrid } from "./PaintGrid.tsx";
import {
  type DraftGroup,
  groupPath,
  MOST_GROUPS,
  numbersAt,
  type Painted,
  paintedWith,
  rowsOf,
} from "./painted-groups.ts";
import { type RfmDraft, rfmFieldId, withEntryMoved } from "./rfm-draft.ts";
import { areasInWords } from "./threshold-text.ts";
import type { RfmCounts } from "./use-rfm-counts.ts";

const BEST_FIRST: Score[] = [...SCORES].reverse();
const NOBODY = "";
type GroupsEditorProps = {
  draft: RfmDraft;
  onChange: (painted: Painted) => void;
  messages: Record<string, string>;
  counts: RfmCounts;
};

/** Groups painted on the grid of R and F, for some of M or all: add, name, paint, move, delete, undo. */
export function GroupsEditor({ draft, onChange, messages, counts }: GroupsEditorProps) {
  const { t } = useTranslation(["rfms", "ui"]);
  const { painted, rows } = draft;
  const { groups } = painted;
  const [chosen, setChosen] = useState<string>(groups[0]?.key ?? NOBODY);
  const [levels, setLevels] = useState<Score[]>([...SCORES]);
  const [leaving, setLeaving] = useState<DraftGroup>();
  const [announcement, setAnnouncement] = useState("");
  const [past, setPast] = useState<Painted[]>([]);
  const focusNext = useRef<string>(undefined);
  const nameOf = (group: DraftGroup | undefined) => group?.name.trim() || t("form.unnamed");
  const brush = groups.find((group) => group.key === chosen) ?? null;
  // Rows change places in the document, which drops the focus; it goes back to the button that was pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the rows, whatever changed
  useEffect(() => {
    if (focusNext.current) document.getElementById(focusNext.current)?.focus();
    focusNext.current = undefined;
  }, [groups]);

  const change = (next: Painted, words = "") => {
    setPast((steps) => [...steps.slice(-99), painted]);
    setAnnouncement(words);
    onChange(next);
  };
  const undo = () => {
    const last = past.at(-1);
    if (!last) return;
    setPast(past.slice(0, -1));
    setAnnouncement(t("paint.undone"));
    onChange(last);
  };
  /** At least one M score stays chosen. */
  const toggle = (score: Score) => {
    const next = SCORES.filter((one) => (one === score ? !levels.includes(one) : levels.includes(one)));
    if (next.length > 0) setLevels(next);
  };
  const paint = (recency: Score, frequency: Score, dragged: boolean) => {
    const key = brush?.key ?? null;
    const numbers = numbersAt(recency, frequency, levels);
    const whole = numbers.every((number) => painted.paint[number] === key);
    // Pressing a painted cell again clears it; dragging only paints.
    if (whole && (dragged || key === null)) return;
    const next = whole ? null : key;
    const words = { r: recency, f: frequency, name: next === null ? t("groups.none") : nameOf(brush ?? undefined) };
    change(paintedWith(painted, numbers, next), t("paint.done", words));
  };
  const move = (index: number, step: 1 | -1) => {
    const group = groups[index];
    if (group === undefined) return;
    const to = index + step;
    const atEnd = to === 0 || to === groups.length - 1;
    focusNext.current = `rfm-group-${group.key}-${(step === 1) === atEnd ? "up" : "down"}`;
    change(
      { ...painted, groups: withEntryMoved(groups, index, step) },
      t("form.moved", { name: nameOf(group), n: to + 1 }),
    );
  };
  const add = () => {
    const key = `new-${crypto.randomUUID()}`;
    focusNext.current = rfmFieldId(groupPath(groups.length));
    setChosen(key);
    change({ ...painted, groups: [...groups, { key, ids: [], name: "" }] });
  };
  const remove = ({ key }: DraftGroup) =>
    change({
      groups: groups.filter((group) => group.key !== key),
      paint: painted.paint.map((one) => (one === key ? null : one)),
    });
  const rename = (key: string, name: string) =>
    onChange({ ...painted, groups: groups.map((group) => (group.key === key ? { ...group, name } : group)) });
  const stored = rowsOf(painted, rows);
  const coversOf = (key: string) =>
    areasInWords(
      t,
      stored.filter((row) => row.key === key),
    );
  const [outsideBefore, outsideAfter] = [counts.groupBefore(null), counts.groupAfter(null)];
  return (
    <Card title={t("groups.title")} note={t("form.groupsNote")}>
      <span className={styles.unseen} role="status">
        {announcement}
      </span>
      <div className={styles.painting}>
        <div>
          <div className={styles.levels}>
            <span id="rfm-levels">{t("paint.levels")}</span>
            <fieldset aria-labelledby="rfm-levels" className={styles.chips}>
              {BEST_FIRST.map((score) => (
                <Checkbox
                  key={score}
                  size="xs"
                  label={t("map.scoreM", { n: score })}
                  checked={levels.includes(score)}
                  onChange={() => toggle(score)}
                />
              ))}
            </fieldset>
            {levels.length < SCORES.length ? (
              <Button size="xs" variant="subtle" onClick={() => setLevels([...SCORES])}>
                {t("paint.allLevels")}
              </Button>
            ) : null}
            <Button
              size="xs"
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              disabled={past.length === 0}
              onClick={undo}
            >
              {t("paint.undo")}
            </Button>
          </div>
          <PaintGrid painted={painted} brush={brush?.key ?? null} levels={levels} onPaint={paint} />
          <p className={styles.paintHelp}>{t("paint.help", { name: brush ? nameOf(brush) : t("groups.none") })}</p>
        </div>
        <Radio.Group value={brush?.key ?? NOBODY} onChange={setChosen} aria-label={t("paint.brush")}>
          <ol className={styles.groups} aria-label={t("groups.title")}>
            {groups.map((group, index) => (
              <GroupRow
                key={group.key}
                group={group}
                index={index}
                last={index === groups.length - 1}
                name={nameOf(group)}
                covers={coversOf(group.key)}
                message={messages[groupPath(index)]}
                before={counts.groupBefore(group.key)}
                after={counts.groupAfter(group.key)}
                onRename={(name) => rename(group.key, name)}
                onMove={(step) => move(index, step)}
                onRemove={() => setLeaving(group)}
              />
            ))}
          </ol>
          <div className={styles.groupsFoot}>
            <Radio value={NOBODY} label={t("paint.eraser")} />
            <span className={styles.outside}>
              {t("groups.none")}
              <CountChange before={outsideBefore} after={outsideAfter} />
            </span>
          </div>
          <div className={styles.groupsFoot}>
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={add}
              disabled={groups.length >= MOST_GROUPS}
            >
              {t("form.add")}
            </Button>
            {groups.length >= MOST_GROUPS ? <small>{t("form.full")}</small> : null}
          </div>
        </Radio.Group>
      </div>
      <ConfirmDialog
        opened={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={leaving ? t("form.removeTitle", { name: nameOf(leaving) }) : ""}
        confirm={t("form.removeConfirm")}
        danger
        onConfirm={() => leaving && remove(leaving)}
      >
        {leaving === undefined || leaving.ids.length === 0
          ? t("form.removeNew")
          : t("form.removeLost", { n: formatNumber(counts.groupBefore(leaving.key) ?? 0) })}
      </ConfirmDialog>
    </Card>
  );
}
