import { Checkbox, Radio } from "@mantine/core";
import { hasPool } from "@okaeri/domain/coupons/pool";
import { COUPON_TYPES, DISCOUNT_TYPES } from "@okaeri/domain/enumerations";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../../../api/client.ts";
import { DateField } from "../../../../ui/fields/DateField.tsx";
import { FigureField } from "../../../../ui/fields/FigureField.tsx";
import type { Figure } from "../../../../ui/fields/field-props.ts";
import { RowsField } from "../../../../ui/fields/RowsField.tsx";
import { SwitchField } from "../../../../ui/fields/SwitchField.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import { monthName, type Unit, weekdayName } from "../../../../ui/format.ts";
import formStyles from "../../form.module.css";
import text from "../../text.module.css";
import type { FormProps } from "../kind.ts";
import { PlanCodesField } from "../PlanCodesField.tsx";
import { CodePool } from "./CodePool.tsx";
import styles from "./coupon.module.css";
import type { CouponFigure, DraftCoupon } from "./coupon-draft.ts";

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0];

/** The coupon of an action: what it takes off, for which reservations, and how many there are. */
export function CouponForm({ detail: coupon, set, saved, ...form }: FormProps<DraftCoupon>) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const field = (name: keyof DraftCoupon) => form.field(name);
  const rule = (name: keyof DraftCoupon) => form.rule(name);
  const figure = (name: CouponFigure, unit: Unit, required = false) => ({
    ...field(name),
    value: coupon[name] ?? "",
    rule: { ...rule(name), required },
    unit,
    onChange: (typed: Figure) => set({ [name]: typed === "" ? null : typed }),
  });
  const day = (name: "reservation_end_date" | "stay_start_date" | "stay_end_date") => ({
    ...field(name),
    value: coupon[name] ?? "",
    rule: { form: "date" as const },
    onChange: (typed: string) => set({ [name]: typed || null }),
  });
  const toggle = (name: "includes_free" | "can_use_together" | "cancellation_includes_discount") => ({
    ...field(name),
    value: coupon[name],
    help: t(`coupon.help.${name}`),
    onChange: (on: boolean) => set({ [name]: on }),
  });
  const absolute = coupon.discount_type === "absolute";
  const ofPlan = (absolute ? coupon.absolute_type : coupon.rate_type) === "plan";
  return (
    <div className={formStyles.form}>
      <TextField
        {...field("name")}
        value={coupon.name}
        rule={{ ...rule("name"), required: true }}
        help={t("coupon.help.name")}
        onChange={(name) => set({ name })}
      />
      <TextField
        {...field("description")}
        value={coupon.description}
        rule={rule("description")}
        lines={3}
        onChange={(description) => set({ description })}
      />
      <Radio.Group
        {...field("type")}
        tabIndex={-1}
        value={coupon.type}
        onChange={(type) => set({ type: type as DraftCoupon["type"] })}
      >
        <div className={styles.choices}>
          {COUPON_TYPES.toReversed().map((type) => (
            <Radio
              key={type}
              value={type}
              label={t(`coupon.type.${type}`)}
              description={t(`coupon.typeNote.${type}`)}
            />
          ))}
        </div>
      </Radio.Group>
      {coupon.type === "code" ? (
        <div className={formStyles.figure}>
          <TextField
            {...field("code")}
            value={coupon.code ?? ""}
            rule={rule("code")}
            help={t("coupon.help.code")}
            onChange={(code) => set({ code })}
          />
        </div>
      ) : null}
      {hasPool(coupon) ? <PoolOfAction saved={saved} /> : null}

      <Group title={t("coupon.group.discount")}>
        <Radio.Group
          {...field("discount_type")}
          tabIndex={-1}
          value={coupon.discount_type}
          onChange={(type) => set({ discount_type: type as DraftCoupon["discount_type"] })}
        >
          <div className={formStyles.inline}>
            {DISCOUNT_TYPES.map((type) => (
              <Radio key={type} value={type} label={t(`coupon.discount.${type}`)} />
            ))}
          </div>
        </Radio.Group>
        <Radio.Group
          {...field(absolute ? "absolute_type" : "rate_type")}
          tabIndex={-1}
          value={ofPlan ? "plan" : "action"}
          onChange={(from) => set({ [absolute ? "absolute_type" : "rate_type"]: from as "action" | "plan" })}
        >
          <div className={formStyles.inline}>
            <Radio value="action" label={t("coupon.figure.action")} />
            <Radio value="plan" label={t("coupon.figure.plan")} />
          </div>
        </Radio.Group>
        {ofPlan ? <p className={text.quiet}>{t("coupon.figure.planNote")}</p> : null}
        <div className={formStyles.inlineFields}>
          {ofPlan ? null : absolute ? (
            <FigureField {...figure("discount_absolute", "yen", true)} />
          ) : (
            <FigureField {...figure("discount_rate", "percent", true)} decimals={3} />
          )}
          {absolute ? null : (
            <FigureField {...figure("discount_limit", "yen")} help={t("coupon.help.discount_limit")} />
          )}
        </div>
      </Group>

      <Group title={t("coupon.group.where")}>
        <div className={formStyles.inlineFields}>
          <FigureField {...figure("use_condition", "yen")} help={t("coupon.help.use_condition")} />
          <DateField {...day("reservation_end_date")} help={t("coupon.help.reservation_end_date")} />
        </div>
        <div className={formStyles.inlineFields}>
          <DateField {...day("stay_start_date")} />
          <DateField {...day("stay_end_date")} />
        </div>
        <Days {...field("available_months")} all={t("coupon.everyMonth")}>
          <Checkbox.Group
            value={coupon.available_months.map(String)}
            onChange={(chosen) => set({ available_months: chosen.map(Number).toSorted((a, b) => a - b) })}
          >
            <div className={formStyles.inline}>
              {MONTHS.map((month) => (
                <Checkbox key={month} value={String(month)} label={monthName(month)} />
              ))}
            </div>
          </Checkbox.Group>
        </Days>
        <Days {...field("day_of_week")} all={t("coupon.everyDay")}>
          <Checkbox.Group
            value={coupon.day_of_week.map(String)}
            onChange={(chosen) => set({ day_of_week: chosen.map(Number).toSorted((a, b) => a - b) })}
          >
            <div className={formStyles.inline}>
              {WEEKDAYS.map((weekday) => (
                <Checkbox key={weekday} value={String(weekday)} label={weekdayName(weekday)} />
              ))}
            </div>
          </Checkbox.Group>
        </Days>
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
            <div className={formStyles.inlineFields}>
              {(["start", "end"] as const).map((side) => (
                <DateField
                  key={side}
                  {...form.field(`unavailable_period.${at}.${side}`)}
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
        <PlanCodesField {...field("plan_code")} value={coupon.plan_code} onChange={(plan_code) => set({ plan_code })} />
        <SwitchField {...toggle("includes_free")} />
        <SwitchField {...toggle("can_use_together")} />
        <SwitchField {...toggle("cancellation_includes_discount")} />
      </Group>

      <Group title={t("coupon.group.limits")}>
        <p className={text.quiet}>{t("coupon.help.limits")}</p>
        <div className={formStyles.inlineFields}>
          {coupon.type === "acquire" ? <FigureField {...figure("acquire_amount_limit", "people")} /> : null}
          <FigureField {...figure("use_amount_limit", "sheets")} />
          <FigureField {...figure("use_times_limit", "times")} />
          <FigureField {...figure("use_quantity_limit", "sheets")} />
        </div>
      </Group>
    </div>
  );
}

/** The codes of a saved coupon; of one that is not saved yet there is nothing they could belong to. */
function PoolOfAction({ saved }: Pick<FormProps<DraftCoupon>, "saved">) {
  const { t } = useTranslation("campaigns");
  const input = { id: saved?.campaignId ?? 0 };
  const { data } = useQuery(api.coupons.ofCampaign.queryOptions({ input, enabled: saved !== null }));
  const coupon = data?.items.find((one) => one.campaign_action_id === saved?.actionId);
  if (saved === null || !coupon?.pool) return <p className={text.quiet}>{t("coupon.pool.saveFirst")}</p>;
  return <CodePool campaignId={saved.campaignId} coupon={{ ...coupon, pool: coupon.pool }} />;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={formStyles.formGroup}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** Choices of which none means all. */
function Days(props: { id: string; label: string; error: string | undefined; all: string; children: ReactNode }) {
  const { id, label, error, all, children } = props;
  return (
    <fieldset id={id} tabIndex={-1} className={styles.chips}>
      <legend>
        {label} <span className={text.quiet}>{all}</span>
      </legend>
      {children}
      {error ? (
        <p className={text.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
