import type { CouponEdit } from "@okaeri/contract/coupons";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { SINGLE_VARIANT } from "@okaeri/domain/campaigns/variants/variants";
import { blankCoupon } from "@okaeri/domain/coupons/coupon";
import { isGiven } from "@okaeri/domain/coupons/pool";
import type { ActionType } from "@okaeri/domain/enumerations";
import type { Variant } from "@okaeri/domain/pushes/variants";
import type { FigureInput } from "../../../../ui/fields/field-props.ts";
import { draftOfHeld, heldIn, othersOf, pathOfHeld, type WithOthers } from "../../variants/variants.ts";
import { isNoDay, readDay } from "../typed-days.ts";
import { newCouponCode } from "./coupon-code.ts";

export const COUPON_FIGURES = [
  "acquire_amount_limit",
  "use_amount_limit",
  "use_times_limit",
  "use_quantity_limit",
  "valid_days_from_acquire",
  "valid_months_from_acquire",
  "use_condition",
  "discount_absolute",
  "discount_rate",
  "discount_limit",
] as const;
export type CouponFigure = (typeof COUPON_FIGURES)[number];
export const COUPON_DAYS = ["reservation_end_date", "stay_start_date", "stay_end_date"] as const;

/** A coupon as it is typed: figures that are none and days that are none stay until they are mended. */
export type DraftCoupon = Omit<CouponEdit, CouponFigure> & Record<CouponFigure, FigureInput | null>;

/** The coupon of an action as it is typed, with those of its other letters. */
export type CouponDraft = WithOthers<DraftCoupon>;

/** One coupon a guest and a reservation, unless said otherwise. */
export function newCouponDraft(): CouponDraft {
  const blank = { ...blankCoupon(), ...SINGLE_VARIANT };
  return { ...blank, use_condition: null, use_times_limit: 1, use_quantity_limit: 1, others: [] };
}

/** A saved action's coupons of other letters, to be typed on. */
export const otherCoupons = (action: { type: ActionType }): CouponDraft["others"] => othersOf(action);

/** The coupon of that letter, else the action's own, with where it stands in the action. */
export function couponIn(draft: CouponDraft, wanted: Variant): { coupon: DraftCoupon; path: string } {
  const held = heldIn<DraftCoupon>(draft);
  const at = held.findIndex(({ variant }) => variant === wanted);
  return { coupon: held[at] ?? held[0], path: pathOfHeld("coupon", at) };
}

/** The draft with the coupon of that letter changed; it keeps its place. */
export function withCoupon(
  draft: CouponDraft,
  wanted: Variant,
  recipe: (coupon: DraftCoupon) => DraftCoupon,
): CouponDraft {
  const changed = heldIn<DraftCoupon>(draft).map((one) => (one.variant === wanted ? recipe(one) : one));
  return draftOfHeld(changed, draft);
}

/** One more coupon like it; two of them never have one code. */
export const couponAgain = <Coupon extends DraftCoupon>(coupon: Coupon): Coupon =>
  coupon.code ? { ...coupon, code: newCouponCode() } : coupon;

/** How guests get it. In a draft an empty code is everybody's that nobody has typed yet, and none at all means one for each guest. */
export const COUPON_WAYS = ["member", "taken", "shared", "own"] as const;
export type CouponWay = (typeof COUPON_WAYS)[number];
export function wayOf({
  type,
  code,
  taken_by_guest,
}: Pick<DraftCoupon, "type" | "code" | "taken_by_guest">): CouponWay {
  if (type === "acquire") return taken_by_guest ? "taken" : "member";
  return code === null ? "own" : "shared";
}

/** Fields that the chosen types leave in force; the others were typed before the choice changed. */
function inForce(coupon: DraftCoupon, field: string): boolean {
  const absolute = coupon.discount_type === "absolute";
  switch (field) {
    case "code":
      return coupon.type === "code";
    case "acquire_amount_limit":
      return coupon.type === "acquire";
    case "valid_days_from_acquire":
    case "valid_months_from_acquire":
      return isGiven(coupon);
    case "discount_absolute":
      return absolute && coupon.absolute_type !== "plan";
    case "discount_rate":
      return !absolute && coupon.rate_type !== "plan";
    case "discount_limit":
      return !absolute;
    default:
      return true;
  }
}

export const sentCouponDraft = ({ others: _, ...coupon }: CouponDraft): CouponEdit => sentCoupon(coupon);

/** What the save calls take. */
export function sentCoupon(coupon: DraftCoupon): CouponEdit {
  const figure = (name: CouponFigure) => {
    const typed = coupon[name];
    return inForce(coupon, name) && typeof typed === "number" ? typed : null;
  };
  const absolute = coupon.discount_type === "absolute";
  return {
    ...coupon,
    name: coupon.name.trim(),
    code: inForce(coupon, "code") ? coupon.code || null : null,
    taken_by_guest: wayOf(coupon) === "taken",
    acquire_amount_limit: figure("acquire_amount_limit"),
    use_amount_limit: figure("use_amount_limit"),
    use_times_limit: figure("use_times_limit"),
    use_quantity_limit: figure("use_quantity_limit"),
    valid_days_from_acquire: figure("valid_days_from_acquire"),
    valid_months_from_acquire: figure("valid_months_from_acquire"),
    use_condition: figure("use_condition") ?? 0,
    absolute_type: absolute ? (coupon.absolute_type ?? "action") : null,
    rate_type: absolute ? null : (coupon.rate_type ?? "action"),
    discount_absolute: figure("discount_absolute"),
    discount_rate: figure("discount_rate"),
    discount_limit: figure("discount_limit"),
    reservation_end_date: readDay(coupon.reservation_end_date),
    stay_start_date: readDay(coupon.stay_start_date),
    stay_end_date: readDay(coupon.stay_end_date),
    unavailable_period: coupon.unavailable_period.filter(({ start, end }) => readDay(start) && readDay(end)),
  };
}

/** What is typed where a figure or a day belongs and is none. A blackout needs both days. */
export function unsupportedCoupon(coupon: DraftCoupon): FieldProblem[] {
  const figures = COUPON_FIGURES.filter((name) => typeof coupon[name] === "string" && inForce(coupon, name));
  const codeless = wayOf(coupon) === "shared" && coupon.code?.trim() === "";
  return [
    ...(codeless ? [{ path: "code", code: "required" } as const] : []),
    ...figures.map((path) => ({ path, code: "not_a_figure" }) as const),
    ...COUPON_DAYS.filter((name) => isNoDay(coupon[name])).map((path) => ({ path, code: "not_a_day" }) as const),
    ...coupon.unavailable_period.flatMap((period, at) =>
      (["start", "end"] as const).flatMap((side) =>
        readDay(period[side]) ? [] : [{ path: `unavailable_period.${at}.${side}`, code: "not_a_day" } as const],
      ),
    ),
  ];
}

export const unsupportedOtherCoupons = ({ others }: CouponDraft): FieldProblem[] =>
  others.flatMap((coupon, at) =>
    unsupportedCoupon(coupon).map((problem) => ({ ...problem, path: `other_coupons.${at}.${problem.path}` })),
  );
