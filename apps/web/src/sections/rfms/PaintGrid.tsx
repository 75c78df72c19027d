import { VisuallyHidden } from "@mantine/core";
import { SCORES, type Score } from "@okaeri/domain/rfms/score";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./paint-grid.module.css";
import { type MonetaryRange, numbersAt, type Painted, runsAt } from "./painted-groups.ts";

const BEST_FIRST: Score[] = [...SCORES].reverse();
const STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

type PaintGridProps = {
  painted: Painted;
  /** The group that is painted with; null takes away. */
  brush: string | null;
  /** The M scores that are painted. */
  levels: readonly Score[];
  onPaint: (recency: Score, frequency: Score, dragged: boolean) => void;
};

/** The 25 cells of R and F, each saying whose its guests are. Arrows move, space or enter paints, a pointer paints as it is dragged. */
export function PaintGrid({ painted, brush, levels, onPaint }: PaintGridProps) {
  const { t } = useTranslation("rfms");
  const table = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState<[number, number]>([0, 0]);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const next: [number, number] = [within(at[0] + step[0]), within(at[1] + step[1])];
    setAt(next);
    table.current?.querySelector<HTMLElement>(`[data-at="${next.join("/")}"]`)?.focus();
  };
  const numberOf = (key: string) => painted.groups.findIndex((group) => group.key === key) + 1;
  const nameOf = (key: string | null) =>
    key === null
      ? t("groups.none")
      : painted.groups.find((group) => group.key === key)?.name.trim() || t("form.unnamed");
  const levelOf = ({ from, to }: MonetaryRange) =>
    from === to ? t("map.scoreM", { n: from }) : t("paint.range", { from, to });
  const inWords = (runs: MonetaryRange[]) =>
    runs.length === 1
      ? nameOf(runs[0]?.key ?? null)
      : runs
          .toReversed()
          .map((run) => t("paint.part", { level: levelOf(run), name: nameOf(run.key) }))
          .join(t("paint.and"));
  return (
    <table ref={table} className={styles.grid} aria-label={t("paint.grid")} onKeyDown={move}>
      <thead>
        <tr>
          <th scope="col" className={styles.corner}>
            {t("paint.corner")}
          </th>
          {BEST_FIRST.map((frequency) => (
            <th key={frequency} scope="col">
              {t("map.scoreF", { n: frequency })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {BEST_FIRST.map((recency, row) => (
          <tr key={recency}>
            <th scope="row">{t("map.scoreR", { n: recency })}</th>
            {BEST_FIRST.map((frequency, column) => {
              const runs = runsAt(painted, recency, frequency);
              const own = numbersAt(recency, frequency, levels).filter((number) => painted.paint[number] === brush);
              return (
                <td key={frequency}>
                  <button
                    type="button"
                    data-at={`${row}/${column}`}
                    data-own={
                      brush === null ? "none" : own.length === levels.length ? "all" : own.length > 0 ? "some" : "none"
                    }
                    tabIndex={at[0] === row && at[1] === column ? 0 : -1}
                    aria-pressed={
                      brush !== null && own.length > 0 && own.length < levels.length ? "mixed" : own.length > 0
                    }
                    title={inWords(runs)}
                    onFocus={() => setAt([row, column])}
                    onClick={(event) => {
                      // A pointer has painted when it went down; a key arrives here alone.
                      if (event.detail === 0) onPaint(recency, frequency, false);
                    }}
                    onPointerDown={(event) => {
                      event.currentTarget.releasePointerCapture?.(event.pointerId);
                      if (event.button === 0) onPaint(recency, frequency, false);
                    }}
                    onPointerEnter={(event) => {
                      if (event.buttons === 1) onPaint(recency, frequency, true);
                    }}
                  >
                    <VisuallyHidden>
                      {t("paint.cell", { r: recency, f: frequency, groups: inWords(runs) })}
                    </VisuallyHidden>
                    {runs.toReversed().map((run) => (
                      <span key={run.from} data-brush={run.key !== null && run.key === brush} aria-hidden>
                        {runs.length > 1 ? <small>{levelOf(run)}</small> : null}
                        <b>{run.key === null ? "–" : numberOf(run.key)}</b>
                        <em>{nameOf(run.key)}</em>
                      </span>
                    ))}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const within = (position: number) => Math.min(4, Math.max(0, position));
