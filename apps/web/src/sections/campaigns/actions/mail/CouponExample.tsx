import { useTranslation } from "react-i18next";
import { formatDate } from "../../../../ui/format.ts";
import type { MailPreviewAnswer } from "../../campaigns.api.ts";
import text from "../../text.module.css";

/** Says that the coupon of a preview is an example, and from which day its last day is counted. */
export function CouponExample({ shown }: { shown: Pick<MailPreviewAnswer, "coupon_is_example" | "coupon_given"> }) {
  const { t } = useTranslation("campaigns");
  if (!shown.coupon_is_example) return null;
  const given = shown.coupon_given;
  return (
    <p className={text.quiet}>
      {t("preview.couponExample")}
      {given === null ? null : t(`couponGiven.${given.because}`, { date: formatDate(given.on) })}
    </p>
  );
}
