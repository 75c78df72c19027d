import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CouponTester } from "../../../../parts/coupons/CouponTester.tsx";
import { useNoRight } from "../../../../shell/no-right.ts";
import { useMay } from "../../../../shell/use-may.ts";
import { Card } from "../../../../ui/Card.tsx";
import { formatCount, formatNumber } from "../../../../ui/format.ts";
import { ReasonedButton } from "../../../../ui/ReasonedButton.tsx";
import { KeyValueList } from "../../../../ui/SummaryStrip.tsx";
import { Tag } from "../../../../ui/Tag.tsx";
import type { CampaignDetail } from "../../campaigns.api.ts";
import { CodePool } from "./CodePool.tsx";
import styles from "./coupon.module.css";
import { CODES_PLACE, calledOf, couponsQuery } from "./of-campaign.ts";

const KINDS = { draft: "neutral", issued: "success", ended: "warning" } as const;

/** How the campaign's coupons stand, and whether one could be used by a guest for a stay. */
export function CampaignCoupons({ campaign }: { campaign: CampaignDetail }) {
  const { id } = campaign;
  const { t } = useTranslation(["coupons", "ui"]);
  const { t: tc } = useTranslation(["campaigns", "ui"]);
  const noRight = useNoRight();
  const reason = useMay("customers/read") ? undefined : noRight;
  const [testing, setTesting] = useState(false);
  const { data } = useQuery(couponsQuery(campaign));
  if (data === undefined) return null;
  const coupons = data.items.map((coupon) => ({ ...coupon, name: calledOf(tc, campaign, coupon) }));
  const of = (n: number, most: number | null, unit: "people" | "sheets") =>
    most === null ? formatCount(n, unit) : t("history.usesOf", { n: formatNumber(n), most: formatCount(most, unit) });
  return (
    <div id={CODES_PLACE} className={styles.coupons}>
      <Card
        title={t("stand.title")}
        aside={
          <ReasonedButton reason={reason} onClick={() => setTesting(true)}>
            {t("test.open")}
          </ReasonedButton>
        }
      >
        {coupons.map(({ pool, ...coupon }) => (
          <section key={coupon.id} className={styles.stand} aria-label={coupon.name || t("ui:none")}>
            <KeyValueList
              columns={2}
              items={[
                { label: t("history.coupon"), value: coupon.name || t("ui:none") },
                {
                  label: t("stand.state"),
                  value: <Tag kind={KINDS[coupon.state]}>{t(`stand.states.${coupon.state}`)}</Tag>,
                },
                ...(coupon.code === null ? [] : [{ label: t("history.type.code"), value: coupon.code }]),
                ...(coupon.type === "acquire"
                  ? [{ label: t("stand.acquired"), value: of(coupon.acquired, coupon.acquire_amount_limit, "people") }]
                  : []),
                { label: t("stand.used"), value: of(coupon.used, coupon.use_amount_limit, "sheets") },
              ]}
            />
            {pool === null ? null : <CodePool campaignId={id} coupon={{ ...coupon, pool }} />}
          </section>
        ))}
        {testing ? <CouponTester coupons={coupons} onClose={() => setTesting(false)} /> : null}
      </Card>
    </div>
  );
}
