import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { RecordFormState } from "../../../parts/records/use-record-form.ts";
import { Card } from "../../../ui/Card.tsx";
import { Fact } from "../../../ui/fields/Fact.tsx";
import { FieldGrid } from "../../../ui/fields/FieldGrid.tsx";
import { FigureField } from "../../../ui/fields/FigureField.tsx";
import { type FieldProps, type FigureInput, required } from "../../../ui/fields/field-props.ts";
import { SwitchField } from "../../../ui/fields/SwitchField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import type { Unit } from "../../../ui/format.ts";
import sender from "./sender.module.css";
import type { SenderAnswer } from "./settings.api.ts";
import styles from "./settings.module.css";

/** What is saved; the state of the address follows from it. */
export type SenderSettings = Omit<
  SenderAnswer,
  | "owner"
  | "version"
  | "display_name"
  | "display_name_default"
  | "mail_from_state"
  | "mail_from_in_use"
  | "mail_from_asked_at"
  | "link_utm_source"
  | "conversion_days"
> & { display_name: string; link_utm_source: string; conversion_days: number };
/** Figures as they are typed; null = the rule is switched off. */
export type SenderValues = {
  [K in keyof SenderSettings]: SenderSettings[K] extends string | null ? SenderSettings[K] : FigureInput | null;
};
type Form = RecordFormState<SenderValues>;
type CountRule = "frequency_cap_count" | "approval_above_count" | "grace_above_count";

/** What every send of the account obeys: how often, at which hours, and how a large one begins. */
export function SendRulesFields({ form }: { form: Form }) {
  const { t } = useTranslation(["accountSettings", "ui"]);
  const figure = (field: "frequency_cap_days" | "grace_seconds") => form.field(field) as FieldProps<FigureInput>;
  return (
    <Card title={t("sender.rules")}>
      <p className={styles.lead}>{t("sender.rulesLead")}</p>
      <FieldGrid>
        <OptionalFigure form={form} field="frequency_cap_count" start={3} unit="mails">
          <FigureField {...figure("frequency_cap_days")} unit="days" help={t("sender.help.frequency_cap_days")} />
        </OptionalFigure>
        <QuietHours form={form} />
        <OptionalFigure form={form} field="approval_above_count" start={1_000} unit="people" />
        <OptionalFigure form={form} field="grace_above_count" start={1_000} unit="people">
          <FigureField {...figure("grace_seconds")} unit="seconds" />
        </OptionalFigure>
        <PlainFigure form={form} field="standing_control_rate" unit="percent" />
        <PlainFigure form={form} field="missed_run_hours" unit="hours" />
        <PlainFigure form={form} field="conversion_days" unit="days" />
      </FieldGrid>
    </Card>
  );
}

type OptionalRuleProps = {
  form: Form;
  rule: CountRule | "quiet_hours";
  on: boolean;
  onSwitch: (on: boolean) => void;
  children: ReactNode;
};

/** A rule that may be left out altogether. */
function OptionalRule({ form, rule, on, onSwitch, children }: OptionalRuleProps) {
  const { t } = useTranslation("accountSettings");
  return (
    <fieldset className={sender.group}>
      <legend>{t(`sender.group.${rule}`)}</legend>
      <p className={styles.help}>{t(`sender.help.${rule}`)}</p>
      {form.editable ? (
        <SwitchField id={form.idOf(`${rule}_on`)} label={t(`sender.switch.${rule}`)} value={on} onChange={onSwitch} />
      ) : null}
      {on ? (
        <div className={sender.pair}>{children}</div>
      ) : form.editable ? null : (
        <Fact label={t(`sender.group.${rule}`)}>{t(`sender.off.${rule}`)}</Fact>
      )}
    </fieldset>
  );
}

type OptionalFigureProps = {
  form: Form;
  field: CountRule;
  /** What is suggested when it is switched on. */
  start: number;
  unit: Unit;
  /** What only matters while it is on. */
  children?: ReactNode;
};

function OptionalFigure({ form, field, start, unit, children }: OptionalFigureProps) {
  const { value, ...props } = form.field(field);
  return (
    <OptionalRule
      form={form}
      rule={field}
      on={value !== null}
      onSwitch={(now) => form.change({ [field]: now ? start : null })}
    >
      <FigureField {...required({ ...props, value: value ?? "" })} unit={unit} />
      {children}
    </OptionalRule>
  );
}

type PlainFigureProps = {
  form: Form;
  field: "standing_control_rate" | "missed_run_hours" | "conversion_days";
  unit: Unit;
};

/** A rule that always holds, whatever its figure. */
function PlainFigure({ form, field, unit }: PlainFigureProps) {
  const { t } = useTranslation("accountSettings");
  return (
    <fieldset className={sender.group}>
      <legend>{t(`sender.group.${field}`)}</legend>
      <p className={styles.help}>{t(`sender.help.${field}`)}</p>
      <div className={sender.pair}>
        <FigureField {...required(form.field(field) as FieldProps<FigureInput>)} unit={unit} />
      </div>
    </fieldset>
  );
}

function QuietHours({ form }: { form: Form }) {
  const on = form.values.quiet_from !== null;
  const hours = (now: boolean) => ({ quiet_from: now ? "21:00" : null, quiet_until: now ? "08:00" : null });
  return (
    <OptionalRule form={form} rule="quiet_hours" on={on} onSwitch={(now) => form.change(hours(now))}>
      {(["quiet_from", "quiet_until"] as const).map((field) => (
        <TextField key={field} {...required(form.field(field) as FieldProps<string>)} type="time" />
      ))}
    </OptionalRule>
  );
}
