import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { formatDate } from "../../ui/format.ts";
import { NoticeList } from "../../ui/NoticeList.tsx";

const PAGES = { coupon: "use-coupons", point: "use-points" } as const;

/** Points and coupons that are used for stays which were cancelled: whether the guest gets them back is decided here. */
export function OpenUses({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation("home");
  const { data } = useQuery(api.coupons.attention.queryOptions({ enabled, throwOnError: false }));
  if (data === undefined || data.open_uses.total === 0) return null;
  const { total, items } = data.open_uses;
  return (
    <NoticeList
      title={t("openUses.title", { count: total })}
      text={t("openUses.text")}
      lines={items.map((use) => ({
        key: `${use.kind} ${use.id}`,
        line: (
          <AppLink to={`/customers/${use.customer_id}/${PAGES[use.kind]}`} search={{ state: "reservation_cancelled" }}>
            {t(`openUses.${use.kind}`, {
              name: use.customer_name,
              code: use.original_reservation_code,
              date: formatDate(use.cancel_date),
            })}
          </AppLink>
        ),
      }))}
      total={total}
      more={(count) => t("openUses.more", { count })}
    />
  );
}
