import { Menu, Popover } from "@mantine/core";
import { IconChevronDown, IconPlus, IconX } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./FilterChips.module.css";

export type Filter = {
  key: string;
  label: string;
  /** What is set, in words; `undefined` when the filter is not in use. */
  value: string | undefined;
  /** Offered as an outlined chip even when not in use; the others wait behind "＋ 条件を追加". */
  pinned?: boolean;
  /** The popover's content; `close` ends editing. */
  editor: (close: () => void) => ReactNode;
  onRemove: () => void;
};

type FilterChipsProps = { filters: Filter[]; onClear?: () => void; aside?: ReactNode };

/** The conditions of a list as removable chips, each with its editor in a popover. */
export function FilterChips({ filters, onClear, aside }: FilterChipsProps) {
  const { t } = useTranslation("ui");
  const [open, setOpen] = useState<string | null>(null);
  const inUse = filters.filter((filter) => filter.value !== undefined);
  const pinned = filters.filter((filter) => filter.value === undefined && (filter.pinned || filter.key === open));
  const waiting = filters.filter((filter) => filter.value === undefined && !filter.pinned && filter.key !== open);
  const chip = (filter: Filter) => (
    <Chip
      key={filter.key}
      filter={filter}
      open={open === filter.key}
      onOpen={(now) => setOpen(now ? filter.key : null)}
    />
  );
  return (
    <search className={styles.bar} aria-label={t("filter.label")}>
      {inUse.map(chip)}
      {pinned.map(chip)}
      {waiting.length > 0 ? (
        <Menu position="bottom-start">
          <Menu.Target>
            <button type="button" className={styles.chip}>
              <IconPlus size={14} aria-hidden />
              {t("filter.add")}
            </button>
          </Menu.Target>
          <Menu.Dropdown aria-label={t("filter.addTitle")}>
            {waiting.map((filter) => (
              <Menu.Item key={filter.key} onClick={() => setOpen(filter.key)}>
                {filter.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {onClear && inUse.length > 1 ? (
        <button type="button" className={styles.clear} onClick={onClear}>
          {t("filter.clear")}
        </button>
      ) : null}
      {aside ? <div className={styles.aside}>{aside}</div> : null}
    </search>
  );
}

function Chip({ filter, open, onOpen }: { filter: Filter; open: boolean; onOpen: (open: boolean) => void }) {
  const { t } = useTranslation("ui");
  const { label, value } = filter;
  return (
    // The popover hangs on the whole chip, but the word inside is the button that opens it: the roles are set by hand.
    <Popover opened={open} onChange={onOpen} position="bottom-start" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <span className={styles.chip} data-set={value !== undefined}>
          <button
            type="button"
            className={styles.word}
            aria-haspopup="dialog"
            aria-expanded={open}
            title={t("filter.edit", { label })}
            onClick={() => onOpen(!open)}
          >
            {value === undefined ? label : t("filter.pair", { label, value })}
            {value === undefined ? <IconChevronDown size={14} aria-hidden /> : null}
          </button>
          {value === undefined ? null : (
            <button
              type="button"
              className={styles.remove}
              aria-label={t("filter.remove", { label })}
              onClick={filter.onRemove}
            >
              <IconX size={14} aria-hidden />
            </button>
          )}
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        {open ? filter.editor(() => onOpen(false)) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
