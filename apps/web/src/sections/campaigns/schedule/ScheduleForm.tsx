import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { rhythmOf } from "@okaeri/domain/campaigns/schedule/rhythm";
import { SCHEDULE_FIELDS } from "@okaeri/domain/campaigns/schedule/schedule";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ChoiceField } from "../../../ui/fields/ChoiceField.tsx";
import { DateField } from "../../../ui/fields/DateField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { weekdayName } from "../../../ui/format.ts";
import { SearchMenu } from "../audience/SearchMenu.tsx";
import { campaignFieldId } from "../editor/draft-problems.ts";
import { useEditor } from "../editor/editor-context.ts";
import text from "../text.module.css";
import { Chips } from "./Chips.tsx";
import { type DraftSchedule, RHYTHMS, typedSchedule } from "./draft-when.ts";
import { useNextRuns } from "./use-next-runs.ts";
import styles from "./when.module.css";
import { scheduleText, WEEK } from "./when-text.ts";

type ScheduleFormProps = { path: string; schedule: DraftSchedule; set: (part: Partial<DraftSchedule>) => void };

/** When it comes, as people say it: one sentence chosen, and beneath it what that one leaves open. */
export function ScheduleForm({ path, schedule, set }: ScheduleFormProps) {
  const { t } = useTranslation("campaigns");
  const { today, errorAt } = useEditor();
  const { every } = schedule;
  const choose = (next: DraftSchedule["every"]) => {
    if (next === "other") return set({ every: next, fields: typedSchedule(schedule) ?? schedule.fields });
    const tomorrow = addDays(calendarDate(today), 1);
    set(next === "once" && schedule.on === "" ? { every: next, on: tomorrow } : { every: next });
  };
  const wrong = errorAt(`${path}`) ?? (every === "other" ? undefined : fieldsError(path, errorAt));
  return (
    <>
      <Chips
        id={campaignFieldId(path)}
        label={t("when.every")}
        picked={[every]}
        choices={RHYTHMS.map((value) => ({ value, label: t(`when.rhythm.${value}`) }))}
        onPick={choose}
      />
      {every === "other" ? (
        <RawFields path={path} schedule={schedule} set={set} />
      ) : (
        <SentenceFields path={path} schedule={schedule} set={set} />
      )}
      {wrong ? (
        <p className={text.error} role="alert">
          {wrong}
        </p>
      ) : null}
    </>
  );
}

/** What is refused of a field that the sentence does not show. */
function fieldsError(path: string, errorAt: (path: string) => string | undefined): string | undefined {
  const shown = ["day_of_month", "day_of_week", "hour"];
  return SCHEDULE_FIELDS.filter((field) => !shown.includes(field))
    .map((field) => errorAt(`${path}.${field}`))
    .find((message) => message !== undefined);
}

function SentenceFields({ path, schedule, set }: ScheduleFormProps) {
  const { t } = useTranslation("campaigns");
  const { errorAt } = useEditor();
  const { every, weekdays, days } = schedule;
  const field = (name: string) => ({ id: campaignFieldId(`${path}.${name}`), error: errorAt(`${path}.${name}`) });
  const toggled = (all: readonly number[], one: number) =>
    all.includes(one) ? all.filter((other) => other !== one) : [...all, one].toSorted((a, b) => a - b);
  return (
    <div className={styles.parts}>
      {every === "once" ? (
        <div className={styles.day}>
          <DateField
            {...field("day_of_month")}
            label={t("when.on")}
            value={schedule.on}
            rule={{ required: true, form: "date" }}
            onChange={(on) => set({ on })}
          />
        </div>
      ) : null}
      {every === "week" ? (
        <Chips
          {...field("day_of_week")}
          label={t("when.weekdays")}
          several
          picked={weekdays}
          choices={WEEK.map((value) => ({ value, label: weekdayName(value) }))}
          onPick={(one) => set({ weekdays: toggled(weekdays, one) })}
        />
      ) : null}
      {every === "month" ? (
        <DaysOfMonth {...field("day_of_month")} days={days} onPick={(one) => set({ days: toggled(days, one) })} />
      ) : null}
      {every === "nth_weekday" ? (
        <>
          <ChoiceField
            id={campaignFieldId(`${path}.nth`)}
            label={t("when.nth")}
            as="short"
            value={String(schedule.nth)}
            choices={[1, 2, 3, 4, 5].map((n) => ({ value: String(n), label: t("when.nthOf", { n }) }))}
            onChange={(nth) => set({ nth: Number(nth) })}
          />
          <ChoiceField
            {...field("day_of_week")}
            label={t("when.weekday")}
            as="short"
            value={String(schedule.weekday)}
            choices={WEEK.map((day) => ({ value: String(day), label: weekdayName(day) }))}
            onChange={(day) => set({ weekday: Number(day) })}
          />
        </>
      ) : null}
      <TextField
        {...field("hour")}
        className={styles.short}
        label={t("when.time")}
        type="time"
        value={schedule.time}
        rule={{ required: true }}
        onChange={(time) => set({ time })}
      />
    </div>
  );
}

const DAYS = Array.from({ length: 31 }, (_, at) => at + 1);

type DaysOfMonthProps = {
  id: string;
  error: string | undefined;
  days: readonly number[];
  onPick: (day: number) => void;
};

function DaysOfMonth({ id, error, days, onPick }: DaysOfMonthProps) {
  const { t } = useTranslation("campaigns");
  const name = (n: number) => t("when.says.dayOfMonth", { n });
  const says = days.length === 0 ? t("when.chooseDays") : days.map(name).join(t("when.says.and"));
  const short = days.filter((day) => day > 28);
  return (
    <div>
      <p className={text.caption}>{t("when.days")}</p>
      <SearchMenu
        label={t("when.days")}
        searchLabel={t("when.searchDays")}
        groups={() => [{ options: DAYS.map((n) => ({ value: String(n), label: name(n) })) }]}
        picked={days.map(String)}
        several
        onPick={(day) => onPick(Number(day))}
      >
        <button
          type="button"
          id={id}
          className={styles.word}
          aria-label={`${t("when.days")}: ${says}`}
          data-invalid={error !== undefined}
        >
          {says}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </SearchMenu>
      {short.length > 0 ? (
        <p className={text.quiet}>{t("when.shortMonths", { days: short.map(name).join(t("when.says.and")) })}</p>
      ) : null}
      {error ? (
        <p className={text.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** The six fields themselves, for what no sentence says; the one that is refused is named. */
function RawFields({ path, schedule, set }: ScheduleFormProps) {
  const { t } = useTranslation("campaigns");
  const { errorAt } = useEditor();
  const { data } = useNextRuns(schedule.fields);
  const { fields } = schedule;
  const rhythm = rhythmOf(fields);
  return (
    <section aria-label={t("when.fields")}>
      <p className={text.quiet}>{t("when.fieldsHint")}</p>
      <div className={styles.raw}>
        {SCHEDULE_FIELDS.map((name) => (
          <TextField
            key={name}
            id={campaignFieldId(`${path}.${name}`)}
            label={t(`when.field.${name}`)}
            value={fields[name]}
            error={errorAt(`${path}.${name}`) ?? (data?.problem?.field === name ? data.problem.message : undefined)}
            onChange={(typed) => set({ fields: { ...fields, [name]: typed } })}
          />
        ))}
      </div>
      {rhythm === null ? null : <p className={text.quiet}>{t("when.sameAs", { says: scheduleText(t, fields) })}</p>}
    </section>
  );
}
