import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { NoticeList } from "../../ui/NoticeList.tsx";

/** Coupons whose codes run out: the next guest would get none. */
export function RunningLow({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation("home");
  const { data } = useQuery(api.couponCodes.runningLow.queryOptions({ enabled, throwOnError: false }));
  if (data === undefined || data.total === 0) return null;
  return (
    <NoticeList
      title={t("runningLow.title", { count: data.total })}
      text={t("runningLow.text")}
      lines={data.items.map((coupon) => ({
        key: coupon.coupon_id,
        line: (
          <AppLink to={`/campaigns/${coupon.campaign_id}`}>
            {t("runningLow.coupon", { name: coupon.name, campaign: coupon.campaign_name, count: coupon.left })}
          </AppLink>
        ),
      }))}
      total={data.total}
      more={(count) => t("runningLow.more", { count })}
    />
  );
}
