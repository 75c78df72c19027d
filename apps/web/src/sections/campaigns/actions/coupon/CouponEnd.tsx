import { Button, Checkbox } from "@mantine/core";
import { isGiven } from "@okaeri/domain/coupons/pool";
import { useTranslation } from "react-i18next";
import { ChoiceField } from "../../../../ui/fields/ChoiceField.tsx";
import { DateField } from "../../../../ui/fields/DateField.tsx";
import { FigureField } from "../../../../ui/fields/FigureField.tsx";
import form from "../../form.module.css";
import text from "../../text.module.css";
import styles from "./coupon.module.css";
import { type CouponProps, couponFieldProps } from "./coupon-fields.ts";

export const END_FIELDS = [
  "stay_end_date",
  "reservation_end_date",
  "valid_days_from_acquire",
  "valid_months_from_acquire",
  "without_end",
] as const;

const NO_END = {
  stay_end_date: null,
  reservation_end_date: null,
  valid_days_from_acquire: null,
  valid_months_from_acquire: null,
} as const;

type Counted = "none" | "days" | "months";

/** Until when: on a day, so long after it was received, or consciously never. Of several the first counts. */
export function CouponEnd({ onDone, ...props }: CouponProps & { onDone: () => void }) {
  const { detail: coupon, field } = props;
  const { t } = useTranslation("campaigns");
  // Any end takes the other choice back.
  const set: CouponProps["set"] = (part) => props.set({ ...part, without_end: false });
  const { figure, day, wrong } = couponFieldProps({ ...props, set });
  const { valid_days_from_acquire: days, valid_months_from_acquire: months } = coupon;
  const counted: Counted = days !== null ? "days" : months !== null ? "months" : "none";
  const count = (from: Counted) =>
    set({
      valid_days_from_acquire: from === "days" ? 60 : null,
      valid_months_from_acquire: from === "months" ? 1 : null,
    });
  return (
    <fieldset className={styles.end}>
      <legend>{t("ticket.end.title")}</legend>
      <p className={text.quiet}>{t("ticket.end.firstCounts")}</p>
      <div className={form.inlineFields}>
        <DateField {...day("stay_end_date")} label={t("ticket.end.stayLabel")} />
        <DateField {...day("reservation_end_date")} label={t("ticket.end.bookLabel")} />
      </div>
      {isGiven(coupon) ? (
        <div className={form.inlineFields}>
          <ChoiceField
            id={`${field("valid_days_from_acquire").id}-from`}
            label={t("ticket.end.from")}
            as="short"
            value={counted}
            choices={(["none", "days", "months"] as const).map((value) => ({
              value,
              label: t(`ticket.end.way.${value}`),
            }))}
            onChange={count}
          />
          {counted === "days" ? <FigureField {...figure("valid_days_from_acquire", true)} unit="days" /> : null}
          {counted === "months" ? (
            <FigureField
              {...figure("valid_months_from_acquire", true)}
              unit="months"
              help={t("ticket.end.monthsHelp")}
            />
          ) : null}
        </div>
      ) : null}
      <Checkbox
        label={t("ticket.end.none")}
        description={t("ticket.end.noneHelp")}
        checked={coupon.without_end}
        onChange={(event) =>
          props.set(event.currentTarget.checked ? { ...NO_END, without_end: true } : { without_end: false })
        }
      />
      {wrong(["without_end"]) ? (
        <p className={text.error} role="alert">
          {wrong(["without_end"])}
        </p>
      ) : null}
      <div>
        <Button size="xs" onClick={onDone}>
          {t("ticket.end.done")}
        </Button>
      </div>
    </fieldset>
  );
}
