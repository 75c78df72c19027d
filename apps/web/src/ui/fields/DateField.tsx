import { ActionIcon, TextInput } from "@mantine/core";
import { parseDate, parseLooseDate } from "@okaeri/domain/calendar-date";
import { IconCalendar } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { formatDate } from "../format.ts";
import { Fact } from "./Fact.tsx";
import type { FieldProps } from "./field-props.ts";
import styles from "./fields.module.css";
import { useField } from "./use-field.tsx";

export type DateFieldProps = FieldProps<string> & {
  /** What an open day means, to read. */
  open?: string;
};

/**
 * A day in the order of the page's language, whatever the browser's is: 2026年01月05日. It is typed in any spelling found in
 * hotels (2026/1/5, 20260105, full-width) or chosen in the browser's calendar. The value is YYYY-MM-DD, "" for none, and what is
 * typed while that is no day.
 */
export function DateField({ open, ...props }: DateFieldProps) {
  const { t } = useTranslation("fields");
  const say = useProblemText();
  const { id, label, value, onChange, reading, help, error } = props;
  const [typed, setTyped] = useState<string>();
  const calendar = useRef<HTMLInputElement>(null);
  const day = parseDate(value);
  const field = useField({
    ...props,
    error: error ?? (value !== "" && day === undefined && typed === undefined ? say({ code: "not_a_day" }) : undefined),
  });
  if (reading)
    return (
      <Fact label={label} help={help}>
        {day === undefined ? (open ?? "") : <time dateTime={day}>{formatDate(day)}</time>}
      </Fact>
    );
  return (
    <TextInput
      {...field}
      autoComplete="off"
      placeholder={t("dayExample")}
      value={typed ?? (day === undefined ? value : formatDate(day))}
      rightSection={
        <>
          <ActionIcon
            size={28}
            aria-label={t("calendarOf", { label })}
            aria-controls={`${id}-calendar`}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={16} aria-hidden />
          </ActionIcon>
          <input
            ref={calendar}
            id={`${id}-calendar`}
            type="date"
            className={styles.calendar}
            tabIndex={-1}
            aria-hidden
            value={day ?? ""}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </>
      }
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        onChange(parseLooseDate(text) ?? text.trim());
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
