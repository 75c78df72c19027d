import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { client } from "../../api/client.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatPrice } from "../../ui/format.ts";
import styles from "./coupons.module.css";

type Quote = Awaited<ReturnType<typeof client.coupons.quote>>;

/** What a coupon takes off and why, or everything that speaks against it. */
export function CouponVerdictText({ quote }: { quote: UseQueryResult<Quote> }) {
  const { t } = useTranslation("coupons");
  if (quote.isError) return <ErrorState message={quote.error.message} onRetry={() => void quote.refetch()} />;
  if (quote.data === undefined) return t("use.asking");
  const { discount, price, cancellation_fee_basis: basis, reasons, grounds } = quote.data;
  return (
    <>
      <p className={styles.verdict}>
        {discount === null ? t("use.no") : t("use.yes", { discount: formatPrice(discount) })}
      </p>
      {discount === null || price === null ? null : (
        <p>{t("use.prices", { before: formatPrice(price), after: formatPrice(price - discount) })}</p>
      )}
      <ul className={styles.reasons}>
        {[...reasons, ...grounds].map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
      {basis === null ? null : <p className={styles.quiet}>{t("use.feeBasis", { yen: formatPrice(basis) })}</p>}
    </>
  );
}
