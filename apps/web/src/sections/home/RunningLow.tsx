import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import styles from "./home.module.css";

/** So many are named. */
const SHOWN = 5;

/** Coupons whose codes run out: the next guest would get none. */
export function RunningLow({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation("home");
  const { data } = useQuery(api.couponCodes.runningLow.queryOptions({ enabled, throwOnError: false }));
  if (data === undefined || data.total === 0) return null;
  return (
    <section className={styles.notice}>
      <strong>{t("runningLow.title", { count: data.total })}</strong>
      <p>{t("runningLow.text")}</p>
      <ul>
        {data.items.slice(0, SHOWN).map((coupon) => (
          <li key={coupon.coupon_id}>
            <AppLink to={`/campaigns/${coupon.campaign_id}`}>
              {t("runningLow.coupon", { name: coupon.name, campaign: coupon.campaign_name, count: coupon.left })}
            </AppLink>
          </li>
        ))}
      </ul>
      {data.total > SHOWN ? <p>{t("runningLow.more", { count: data.total - SHOWN })}</p> : null}
    </section>
  );
}
