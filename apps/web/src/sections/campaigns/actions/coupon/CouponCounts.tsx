import { isCouponShort } from "@okaeri/domain/campaigns/actions/coupon/coupon";
import { useTranslation } from "react-i18next";
import type { SegmentAudience } from "../../campaigns.api.ts";
import styles from "../../text.module.css";

/** Beside the count of who matches: how many of them get the coupon, and who comes first. */
export function CouponCounts({ counted, hasMessage }: { counted: SegmentAudience; hasMessage: boolean }) {
  const { t } = useTranslation("campaigns");
  if (counted.coupons === null || !isCouponShort(counted)) return null;
  return (
    <p className={styles.quiet}>
      {t("audience.couponsLimited", { count: counted.coupons })}
      {hasMessage ? t("audience.couponsToReachable") : null}
    </p>
  );
}
