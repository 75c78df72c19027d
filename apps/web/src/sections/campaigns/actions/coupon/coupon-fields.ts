import type { FigureInput } from "../../../../ui/fields/field-props.ts";
import type { FormProps } from "../kind.ts";
import type { CouponFigure, DraftCoupon } from "./coupon-draft.ts";

/** What the parts of the form need of one coupon. */
export type CouponProps = Pick<
  FormProps<DraftCoupon>,
  "detail" | "set" | "field" | "rule" | "saved" | "counted" | "firstRunOn"
>;
type CouponDay = "reservation_end_date" | "stay_start_date" | "stay_end_date";
type CouponSwitch = "includes_free" | "can_use_together" | "cancellation_includes_discount";

/** What the fields of a coupon are given, by the kind of what they hold. */
export function couponFieldProps({
  detail: coupon,
  set,
  ...form
}: Pick<CouponProps, "detail" | "set" | "field" | "rule">) {
  return {
    figure: (name: CouponFigure, required = false) => ({
      ...form.field(name),
      value: coupon[name] ?? "",
      rule: { ...form.rule(name), required },
      onChange: (typed: FigureInput) => set({ [name]: typed === "" ? null : typed }),
    }),
    day: (name: CouponDay) => ({
      ...form.field(name),
      value: coupon[name] ?? "",
      rule: { form: "date" as const },
      onChange: (typed: string) => set({ [name]: typed || null }),
    }),
    toggle: (name: CouponSwitch) => ({
      ...form.field(name),
      value: coupon[name],
      onChange: (on: boolean) => set({ [name]: on }),
    }),
    /** The first thing that is wrong with any of these. */
    wrong: (names: readonly string[]) =>
      names.map((name) => form.field(name).error).find((error) => error !== undefined),
  };
}
