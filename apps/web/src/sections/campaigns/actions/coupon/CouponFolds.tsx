import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Fold } from "../../../../ui/Fold.tsx";
import { DateField } from "../../../../ui/fields/DateField.tsx";
import { FigureField } from "../../../../ui/fields/FigureField.tsx";
import { RowsField } from "../../../../ui/fields/RowsField.tsx";
import { SwitchField } from "../../../../ui/fields/SwitchField.tsx";
import { monthName, weekdayName } from "../../../../ui/format.ts";
import form from "../../form.module.css";
import text from "../../text.module.css";
import { PlanCodesField } from "../PlanCodesField.tsx";
import styles from "./coupon.module.css";
import { sentCoupon } from "./coupon-draft.ts";
import { type CouponProps, couponFieldProps } from "./coupon-fields.ts";
import { type FoldName, foldSays } from "./coupon-words.ts";

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0];

/** What most coupons leave open, in five groups. */
const FOLDS: { [Name in FoldName]: { fields: readonly string[]; Fields(props: CouponProps): ReactNode } } = {
  conditions: { fields: ["use_condition", "includes_free"], Fields: Conditions },
  days: { fields: ["stay_start_date", "available_months", "day_of_week", "unavailable_period"], Fields: Days },
  plans: { fields: ["plan_code"], Fields: Plans },
  together: { fields: ["can_use_together", "cancellation_includes_discount"], Fields: Together },
  limits: {
    fields: ["acquire_amount_limit", "use_amount_limit", "use_times_limit", "use_quantity_limit"],
    Fields: Limits,
  },
};

export function CouponFolds(props: CouponProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { wrong } = couponFieldProps(props);
  const sides = props.detail.unavailable_period.flatMap((_, at) =>
    ["start", "end"].map((side) => `unavailable_period.${at}.${side}`),
  );
  const sent = sentCoupon(props.detail);
  return (
    <div>
      {(Object.keys(FOLDS) as FoldName[]).map((name) => {
        const { fields, Fields } = FOLDS[name];
        const inside = name === "days" ? [...fields, ...sides] : fields;
        return (
          <Fold key={name} title={t(`fold.${name}`)} says={foldSays(t, name, sent)} wrong={wrong(inside) !== undefined}>
            <Fields {...props} />
          </Fold>
        );
      })}
    </div>
  );
}

function Conditions(props: CouponProps) {
  const { t } = useTranslation("campaigns");
  const { figure, toggle } = couponFieldProps(props);
  return (
    <>
      <FigureField
        {...figure("use_condition")}
        unit="yen"
        className={form.figure}
        help={t("coupon.help.use_condition")}
      />
      <SwitchField {...toggle("includes_free")} help={t("coupon.help.includes_free")} />
    </>
  );
}

function Days(props: CouponProps) {
  const { detail: coupon, set, field, rule } = props;
  const { t } = useTranslation("campaigns");
  const { day } = couponFieldProps(props);
  return (
    <>
      <div className={form.figure}>
        <DateField {...day("stay_start_date")} help={t("coupon.help.stay_start_date")} />
      </div>
      <Choices
        {...field("available_months")}
        all={t("coupon.everyMonth")}
        of={MONTHS}
        name={monthName}
        value={coupon.available_months}
        onChange={(available_months) => set({ available_months })}
      />
      <Choices
        {...field("day_of_week")}
        all={t("coupon.everyDay")}
        of={WEEKDAYS}
        name={weekdayName}
        value={coupon.day_of_week}
        onChange={(day_of_week) => set({ day_of_week })}
      />
      <RowsField
        {...field("unavailable_period")}
        value={coupon.unavailable_period}
        rule={rule("unavailable_period")}
        onChange={(periods) => set({ unavailable_period: [...periods] })}
        make={() => ({ start: "", end: "" })}
        first="start"
        add={t("coupon.addBlackout")}
        empty={t("coupon.noBlackout")}
        nameOf={({ start }) => start}
        row={(period, at) => (
          <div className={form.inlineFields}>
            {(["start", "end"] as const).map((side) => (
              <DateField
                key={side}
                {...field(`unavailable_period.${at}.${side}`)}
                label={t(`coupon.blackout.${side}`)}
                value={period[side]}
                rule={{ required: true, form: "date" }}
                onChange={(typed) =>
                  set({
                    unavailable_period: coupon.unavailable_period.map((one, index) =>
                      index === at ? { ...one, [side]: typed } : one,
                    ),
                  })
                }
              />
            ))}
          </div>
        )}
      />
    </>
  );
}

function Plans({ detail: { plan_code }, set, field }: CouponProps) {
  return <PlanCodesField {...field("plan_code")} value={plan_code} onChange={(codes) => set({ plan_code: codes })} />;
}

function Together(props: CouponProps) {
  const { t } = useTranslation("campaigns");
  const { toggle } = couponFieldProps(props);
  return (
    <>
      {(["can_use_together", "cancellation_includes_discount"] as const).map((name) => (
        <SwitchField key={name} {...toggle(name)} help={t(`coupon.help.${name}`)} />
      ))}
    </>
  );
}

function Limits(props: CouponProps) {
  const { t } = useTranslation("campaigns");
  const { figure } = couponFieldProps(props);
  return (
    <>
      <p className={text.quiet}>{t("coupon.help.limits")}</p>
      <div className={form.inlineFields}>
        {props.detail.type === "acquire" ? <FigureField {...figure("acquire_amount_limit")} unit="people" /> : null}
        <FigureField {...figure("use_amount_limit")} unit="sheets" />
        <FigureField {...figure("use_times_limit")} unit="times" />
        <FigureField {...figure("use_quantity_limit")} unit="sheets" />
      </div>
    </>
  );
}

type ChoicesProps = {
  id: string;
  label: string;
  error: string | undefined;
  /** What none of them means. */
  all: string;
  of: readonly number[];
  name: (one: number) => string;
  value: readonly number[];
  onChange: (chosen: number[]) => void;
};

/** Choices of which none means all. */
function Choices({ id, label, error, all, of, name, value, onChange }: ChoicesProps) {
  return (
    <fieldset id={id} tabIndex={-1} className={styles.chips}>
      <legend>
        {label} <span className={text.quiet}>{all}</span>
      </legend>
      <Checkbox.Group
        value={value.map(String)}
        onChange={(chosen) => onChange(chosen.map(Number).toSorted((a, b) => a - b))}
      >
        <div className={form.inline}>
          {of.map((one) => (
            <Checkbox key={one} value={String(one)} label={name(one)} />
          ))}
        </div>
      </Checkbox.Group>
      {error ? (
        <p className={text.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
