import { ActionIcon, Button, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "./field-props.ts";
import styles from "./fields.module.css";

export type RowsFieldProps<R> = Omit<FieldProps<readonly R[]>, "reading"> & {
  row: (row: R, index: number) => ReactNode;
  /** What a row is called to somebody who hears it; "" while it has no name. */
  nameOf: (row: R, index: number) => string;
  /** A key of its own, where rows have one. */
  keyOf?: (row: R, index: number) => string | number;
  /** A new row, and the path of its field that is filled in first. */
  make: () => R;
  first: string;
  add: string;
  /** Rows whose order means something can be moved: with the arrows beside them, or Alt and an arrow key. */
  ordered?: boolean;
  /** The rows' fields hide their labels: the legend and the place say what they are. */
  compact?: boolean;
  empty?: string;
  full?: string;
  /** Behind the fields of a row. */
  aside?: (row: R, index: number) => ReactNode;
  /** Asks before a row goes; the answer takes it out with `onChange`. */
  onRemove?: (row: R, index: number) => boolean;
};

/** A table of rows to add, change, take out and, where it matters, put in order. The focus follows what was done. */
export function RowsField<R>(props: RowsFieldProps<R>) {
  const { id, label, help, value: rows, onChange, rule, row, nameOf, first, make, ordered, compact } = props;
  const { t } = useTranslation("fields");
  const [announcement, setAnnouncement] = useState("");
  const focusNext = useRef<string>(undefined);
  // Rows change places in the document, which drops the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the rows, whatever changed
  useEffect(() => {
    if (focusNext.current) document.getElementById(focusNext.current)?.focus();
    focusNext.current = undefined;
  }, [rows]);
  const full = rule?.most !== undefined && rows.length >= rule.most;
  const called = (one: R, index: number) => nameOf(one, index) || t("rows.nth", { n: index + 1 });
  const wayId = (index: number, way: "up" | "down") => `${id}-${index}-${way}`;
  const move = (from: number, step: 1 | -1, focus?: string) => {
    const to = from + step;
    const moving = rows[from];
    if (moving === undefined || to < 0 || to >= rows.length) return;
    const atEnd = to === 0 || to === rows.length - 1;
    focusNext.current = focus ?? wayId(to, (step === 1) === atEnd ? "up" : "down");
    setAnnouncement(t("rows.moved", { name: called(moving, from), n: to + 1 }));
    const rest = rows.filter((_row, at) => at !== from);
    onChange([...rest.slice(0, to), moving, ...rest.slice(to)]);
  };
  const byKey = (event: KeyboardEvent, index: number) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!ordered || !event.altKey || step === 0) return;
    event.preventDefault();
    const { id: held } = event.target as HTMLElement;
    // The same field of the row where it now stands.
    move(index, step, held.replace(`${id}-${index}-`, `${id}-${index + step}-`));
  };
  const remove = (index: number) => {
    const going = rows[index];
    if (going === undefined || props.onRemove?.(going, index) === false) return;
    focusNext.current = id;
    onChange(rows.filter((_row, at) => at !== index));
  };
  return (
    <fieldset className={styles.rows} data-labels={compact ? "hidden" : "shown"}>
      {props.hideLabel ? null : <legend>{label}</legend>}
      {help ? <p className={styles.help}>{help}</p> : null}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {rows.length === 0 && props.empty ? <p className={styles.help}>{props.empty}</p> : null}
      <ol aria-label={label}>
        {rows.map((one, index) => {
          const name = called(one, index);
          return (
            <li key={props.keyOf?.(one, index) ?? index} onKeyDown={(event) => byKey(event, index)}>
              {ordered ? (
                <span className={styles.controls}>
                  <ActionIcon
                    id={wayId(index, "up")}
                    aria-label={t("rows.up", { name })}
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  >
                    <IconArrowUp size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    id={wayId(index, "down")}
                    aria-label={t("rows.down", { name })}
                    disabled={index === rows.length - 1}
                    onClick={() => move(index, 1)}
                  >
                    <IconArrowDown size={16} aria-hidden />
                  </ActionIcon>
                </span>
              ) : null}
              <div className={styles.row}>{row(one, index)}</div>
              <span className={styles.controls}>
                {props.aside?.(one, index)}
                <ActionIcon color="danger" aria-label={t("rows.remove", { name })} onClick={() => remove(index)}>
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </span>
            </li>
          );
        })}
      </ol>
      <div className={styles.rowsFoot}>
        <Button
          id={id}
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={full}
          onClick={() => {
            focusNext.current = `${id}-${rows.length}-${first}`;
            onChange([...rows, make()]);
          }}
        >
          {props.add}
        </Button>
        {full ? <span>{props.full ?? t("rows.full", { n: rows.length })}</span> : null}
        {ordered && rows.length > 1 ? <span>{t("rows.keys")}</span> : null}
      </div>
    </fieldset>
  );
}
