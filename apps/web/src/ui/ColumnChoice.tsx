import { Checkbox, Popover } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import styles from "./ColumnChoice.module.css";
import type { Column } from "./table-props.ts";

/** Value of the address's parameter where no column is hidden. */
const NONE = "-";

/**
 * Which columns of a list the person sees: those the address says, else those this browser remembers. The first column always stays.
 * `remember` is off while a saved view is open, which has columns of its own.
 */
export function useColumnChoice<T>(list: string, columns: Column<T>[], hide: string | undefined, remember: boolean) {
  const [remembered, setRemembered] = useLocalStorage<string[]>({
    key: `okaeri.hidden-columns.${list}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: (text) => readKeys(text),
  });
  const hidden = hide === undefined ? remembered : hide.split(",");
  const choosable = columns.slice(1).map((column) => column.key);
  /** What the address says of these columns. */
  const inAddress = (keys: string[]) => keys.join(",") || NONE;
  const known = (keys: string[]) => choosable.filter((key) => keys.includes(key));
  return {
    shown: columns.filter((column, index) => index === 0 || !hidden.includes(column.key)),
    hidden,
    hide: inAddress(known(hidden)),
    choose: (keys: string[]): string => {
      if (remember) setRemembered(known(keys));
      return inAddress(known(keys));
    },
  };
}

function readKeys(text: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter((key) => typeof key === "string") : [];
  } catch {
    return [];
  }
}

type ColumnChoiceProps<T> = { columns: Column<T>[]; hidden: string[]; onChange: (hidden: string[]) => void };

/** "表示項目": a list of the columns to switch on and off. */
export function ColumnChoice<T>({ columns, hidden, onChange }: ColumnChoiceProps<T>) {
  const { t } = useTranslation("ui");
  const choosable = columns.slice(1);
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={styles.button}>
          <IconColumns3 size={14} aria-hidden />
          {t("table.columns")}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("table.columns")}>
        <div className={styles.choices}>
          {choosable.map(({ key, title }) => (
            <Checkbox
              key={key}
              label={title}
              checked={!hidden.includes(key)}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? hidden.filter((other) => other !== key) : [...hidden, key])
              }
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
