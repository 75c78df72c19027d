import { CouponFolds } from "./CouponFolds.tsx";
import { CouponTicket } from "./CouponTicket.tsx";
import { CouponWays } from "./CouponWays.tsx";
import styles from "./coupon.module.css";
import type { CouponProps } from "./coupon-fields.ts";

/** The coupon of an action: the ticket that the guest will hold, how guests get it, and what most coupons leave open. */
export function CouponForm(props: CouponProps) {
  return (
    <div className={styles.form}>
      <CouponTicket {...props} />
      <CouponWays {...props} />
      <CouponFolds {...props} />
    </div>
  );
}
