import { Popover, SegmentedControl } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DateRangeEditor } from "../../ui/filter-editors.tsx";
import { DEFAULT_PRESET, type Period } from "./report-period.ts";
import type { ReportSearch } from "./reports.api.ts";
import styles from "./reports.module.css";
import { PRESETS, type Preset } from "./reports.search.ts";

type PeriodPickerProps = { search: ReportSearch; period: Period; onChange: (search: ReportSearch) => void };

/** Presets that move with the calendar, or two days of one's own; the URL keeps the choice. */
export function PeriodPicker({ search, period, onChange }: PeriodPickerProps) {
  const { t } = useTranslation("reports");
  const [open, setOpen] = useState(false);
  const custom = search.from !== undefined || search.to !== undefined;
  return (
    <div className={styles.picker}>
      <SegmentedControl
        aria-label={t("periodLabel")}
        size="sm"
        value={custom ? "" : (search.preset ?? DEFAULT_PRESET)}
        onChange={(preset) => onChange({ preset: preset as Preset, from: undefined, to: undefined })}
        data={PRESETS.map((preset) => ({ value: preset, label: t(`presets.${preset}`) }))}
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
            {t("presets.custom")}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t("presets.custom")}>
          {open ? (
            <DateRangeEditor
              value={period}
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
