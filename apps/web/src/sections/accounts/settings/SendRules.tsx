import { Switch, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { Fact, type Figure, FigureField } from "./fields.tsx";
import { useCurrentForm } from "./SettingsForm.tsx";
import styles from "./settings.module.css";

/** What every send of the account obeys: how often, at which hours, and how a large one begins. */
export function SendRules() {
  const { t } = useTranslation(["accountSettings", "ui"]);
  const people = t("ui:unit.people");
  return (
    <Card title={t("sender.rules")}>
      <p className={styles.lead}>{t("sender.rulesLead")}</p>
      <div className={styles.fields}>
        <OptionalFigure field="frequency_cap_count" start={3} min={1} max={1_000} unit={t("ui:unit.mails")}>
          <FigureField
            field="frequency_cap_days"
            unit={t("unit.days")}
            min={1}
            max={365}
            help={t("sender.help.frequency_cap_days")}
          />
        </OptionalFigure>
        <QuietHours />
        <OptionalFigure field="approval_above_count" start={1_000} min={0} max={10_000_000} unit={people} />
        <OptionalFigure field="grace_above_count" start={1_000} min={0} max={10_000_000} unit={people}>
          <FigureField field="grace_seconds" unit={t("unit.seconds")} min={10} max={3_600} />
        </OptionalFigure>
      </div>
    </Card>
  );
}

type Rule = "frequency_cap_count" | "approval_above_count" | "grace_above_count" | "quiet_hours";

/** A rule that may be left out altogether. */
function OptionalRule({
  rule,
  on,
  onSwitch,
  children,
}: {
  rule: Rule;
  on: boolean;
  onSwitch: (on: boolean) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation("accountSettings");
  const { editable } = useCurrentForm();
  return (
    <fieldset className={styles.group}>
      <legend>{t(`sender.group.${rule}`)}</legend>
      <p className={styles.help}>{t(`sender.help.${rule}`)}</p>
      {editable ? (
        <Switch
          label={t(`sender.switch.${rule}`)}
          checked={on}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
      ) : null}
      {on ? (
        <div className={styles.pair}>{children}</div>
      ) : editable ? null : (
        <Fact label={t(`sender.group.${rule}`)}>{t(`sender.off.${rule}`)}</Fact>
      )}
    </fieldset>
  );
}

type OptionalFigureProps = {
  field: Exclude<Rule, "quiet_hours">;
  /** What is suggested when it is switched on. */
  start: number;
  min: number;
  max: number;
  unit: string;
  /** What only matters while it is on. */
  children?: ReactNode;
};

function OptionalFigure({ field, start, min, max, unit, children }: OptionalFigureProps) {
  const { form } = useCurrentForm();
  const on = (form.values[field] as Figure | null) !== null;
  return (
    <OptionalRule rule={field} on={on} onSwitch={(now) => form.change({ [field]: now ? start : null })}>
      <FigureField field={field} unit={unit} min={min} max={max} />
      {children}
    </OptionalRule>
  );
}

const HOURS = ["quiet_from", "quiet_until"] as const;

function QuietHours() {
  const { form } = useCurrentForm();
  const on = form.values[HOURS[0]] !== null;
  const hours = (now: boolean) => ({ quiet_from: now ? "21:00" : null, quiet_until: now ? "08:00" : null });
  return (
    <OptionalRule rule="quiet_hours" on={on} onSwitch={(now) => form.change(hours(now))}>
      {HOURS.map((field) => (
        <TimeField key={field} field={field} />
      ))}
    </OptionalRule>
  );
}

function TimeField({ field }: { field: (typeof HOURS)[number] }) {
  const { form, editable } = useCurrentForm();
  const value = String(form.values[field] ?? "");
  const label = form.labels[field] ?? "";
  if (!editable) return <Fact label={label}>{value}</Fact>;
  return (
    <TextInput
      id={form.idOf(field)}
      type="time"
      label={label}
      value={value}
      error={form.errors[field]}
      onChange={(event) => form.change({ [field]: event.currentTarget.value })}
    />
  );
}
