import { MAX_MADE_CODES } from "@okaeri/domain/coupons/pool";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../../ui/format.ts";
import { ReasonedButton } from "../../../../ui/ReasonedButton.tsx";
import text from "../../text.module.css";
import styles from "./coupon.module.css";

type LackingCodesProps = {
  left: number;
  /** Guests of the segment who are to get one. */
  wanted: number;
  reason: string | undefined;
  make: (count: number) => Promise<void>;
};

/** Whether the codes are enough for the guests whom the segment means now; what lacks is made with one press. */
export function LackingCodes({ left, wanted, reason, make }: LackingCodesProps) {
  const { t } = useTranslation("campaigns");
  const [busy, setBusy] = useState(false);
  const facts = { left: formatCount(left, "sheets"), wanted: formatCount(wanted, "sheets") };
  if (left >= wanted) return <p className={text.quiet}>{t("lacking.enough", facts)}</p>;
  const count = Math.min(wanted - left, MAX_MADE_CODES);
  const press = async () => {
    setBusy(true);
    await make(count);
    setBusy(false);
  };
  return (
    <div className={styles.lacking} role="status">
      <IconAlertTriangle size={20} aria-hidden />
      <div>
        {t("lacking.lacks", { n: formatCount(wanted - left, "sheets") })}
        <small>{t("lacking.facts", facts)}</small>
      </div>
      <ReasonedButton reason={reason} loading={busy} onClick={() => void press()}>
        {t("lacking.make", { n: formatCount(count, "sheets") })}
      </ReasonedButton>
    </div>
  );
}
