import { Popover, SegmentedControl } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DateRangeEditor } from "../../ui/filter-editors.tsx";
import styles from "./PeriodPicker.module.css";
import { DEFAULT_PRESET, type Period } from "./period.ts";
import { PERIOD_PRESETS, type PeriodPreset, type PeriodSearch } from "./presets.ts";

type PeriodPickerProps = {
  search: PeriodSearch;
  /** The days that are shown; undefined until they are known. */
  period: Period | undefined;
  onChange: (search: PeriodSearch) => void;
  presets?: readonly PeriodPreset[];
  /** Without a choice it is all of the time, which is offered by name. */
  whole?: boolean;
};

/** Presets that move with the calendar, or two days of one's own; the URL keeps the choice. */
export function PeriodPicker({ search, period, onChange, presets = PERIOD_PRESETS, whole = false }: PeriodPickerProps) {
  const { t } = useTranslation("ui");
  const [open, setOpen] = useState(false);
  const custom = search.from !== undefined || search.to !== undefined;
  const usual = whole ? "whole" : DEFAULT_PRESET;
  return (
    <div className={styles.picker}>
      <SegmentedControl
        aria-label={t("periods.label")}
        size="sm"
        value={custom ? "" : (search.preset ?? usual)}
        onChange={(chosen) =>
          onChange({
            preset: chosen === "whole" ? undefined : (chosen as PeriodPreset),
            from: undefined,
            to: undefined,
          })
        }
        data={[...(whole ? (["whole"] as const) : []), ...presets].map((value) => ({
          value,
          label: t(`periods.${value}`),
        }))}
      />
      <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <button
            type="button"
            className={styles.custom}
            data-set={custom}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <IconCalendar size={16} aria-hidden />
            {t("periods.custom")}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t("periods.custom")}>
          {open ? (
            <DateRangeEditor
              value={period ?? {}}
              onApply={({ from, to }) => {
                setOpen(false);
                onChange({ preset: undefined, from, to });
              }}
            />
          ) : null}
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
