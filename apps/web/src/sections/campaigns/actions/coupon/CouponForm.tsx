import { Fragment } from "react";
import { VariantTabs } from "../../variants/VariantTabs.tsx";
import type { FormProps } from "../kind.ts";
import { CouponFolds } from "./CouponFolds.tsx";
import { CouponTicket } from "./CouponTicket.tsx";
import { CouponWays } from "./CouponWays.tsx";
import styles from "./coupon.module.css";
import { type CouponDraft, couponAgain, couponIn, type DraftCoupon, withCoupon } from "./coupon-draft.ts";
import type { CouponProps } from "./coupon-fields.ts";

/**
 * The coupon of an action: the ticket that the guest will hold, how guests get it, and what most coupons leave open; one for everybody, or
 * several that are compared.
 */
export function CouponForm({ detail: draft, change, variantKey, onWording, ...form }: FormProps<CouponDraft>) {
  const { coupon, path } = couponIn(draft, variantKey.variant);
  const { variant } = coupon;
  const props: CouponProps = {
    ...form,
    detail: coupon,
    set: (part) => change((before) => withCoupon(before, variant, (one) => ({ ...one, ...part }))),
    field: (name) => ({ ...form.field(name), ...form.at(`${path}.${name}`) }),
  };
  return (
    <div className={styles.form}>
      <VariantTabs<DraftCoupon>
        kind="coupon"
        draft={draft}
        variant={variant}
        onVariant={(chosen) => onWording({ ...variantKey, variant: chosen })}
        change={change}
        again={couponAgain}
        at={form.at}
        rule={form.rule}
      />
      {/* What is open in one of them, and was typed before another choice, is not the next one's. */}
      <Fragment key={variant}>
        <CouponTicket {...props} />
        <CouponWays {...props} />
        <CouponFolds {...props} />
      </Fragment>
    </div>
  );
}
