import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatCount } from "../../../ui/format.ts";
import { KeyValueList } from "../../../ui/SummaryStrip.tsx";
import { MailSummary, PointSummary } from "../action-summary.tsx";
import { ConditionSummary } from "../ConditionSummary.tsx";
import { periodDay } from "../campaign-state.ts";
import { type CampaignDetail, previewQuery } from "../campaigns.api.ts";
import styles from "../campaigns.module.css";
import { CouponSummary } from "../coupon-summary.tsx";
import { MailPaper, type PaperWidth } from "../MailPaper.tsx";
import { usePeriodText } from "../period-text.ts";
import { toldCoupon } from "../told-coupon.ts";

type Segment = CampaignDetail["segments"][number];

/** What the campaign says and to whom, in words; its mail as a guest reads it. */
export function CampaignContent({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const period = usePeriodText();
  return (
    <div className={styles.stack}>
      <Card title={t("step.basics")}>
        <KeyValueList
          items={[
            { label: t("field.type"), value: t(`type.${campaign.type}.name`), note: t(`type.${campaign.type}.does`) },
            {
              label: t("column.period"),
              value: period(periodDay(campaign.campaign_start_dt), periodDay(campaign.campaign_end_dt)),
            },
          ]}
        />
      </Card>
      {campaign.segments.map((segment) => (
        <SegmentContent
          key={segment.id ?? segment.priority_seq}
          segment={segment}
          counted={campaign.pushes.length > 0}
        />
      ))}
    </div>
  );
}

/** Whom a send reached is counted once, when it starts; before that the number says nothing. */
function SegmentContent({ segment, counted }: { segment: Segment; counted: boolean }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const mail = segment.actions.find((action) => action.mail !== null)?.mail;
  return (
    <Card
      title={t("segment.title", { n: segment.priority_seq })}
      note={!counted || segment.target_count === null ? undefined : formatCount(segment.target_count, "people")}
    >
      <div className={mail ? styles.reviewColumns : ""}>
        <div>
          <h3 className={styles.caption}>{t("review.who")}</h3>
          <ConditionSummary node={segment.target} />
          {segment.actions.length === 0 ? <p className={styles.quiet}>{t("detail.noActions")}</p> : null}
          {segment.actions.map((action) => (
            <div key={action.id ?? action.seq} className={styles.reviewAction}>
              <h3 className={styles.caption}>{t(`action.${action.type}.title`)}</h3>
              {action.point ? <PointSummary point={action.point} /> : null}
              {action.coupon ? <CouponSummary coupon={action.coupon} /> : null}
              {action.mail ? <MailSummary mail={action.mail} /> : null}
            </div>
          ))}
        </div>
        {mail ? <SavedPreview segment={segment} mail={mail} /> : null}
      </div>
    </Card>
  );
}

type Mail = NonNullable<Segment["actions"][number]["mail"]>;

function SavedPreview({ segment, mail }: { segment: Segment; mail: Mail }) {
  const { t } = useTranslation("campaigns");
  const [width, setWidth] = useState<PaperWidth>("desktop");
  const points = segment.actions.reduce((total, { point }) => total + (point?.grant_absolute ?? 0), 0);
  const written = mail.title !== "" && mail.body !== "";
  const preview = useQuery(
    previewQuery(
      written
        ? {
            target: segment.target,
            mail,
            points: points === 0 ? null : points,
            coupon: toldCoupon(segment.actions, mail),
            customer_id: null,
          }
        : undefined,
    ),
  );
  return (
    <div className={styles.stack}>
      <div className={styles.previewHead}>
        <h3 className={styles.caption}>{t("preview.title")}</h3>
        <SegmentedControl
          size="xs"
          aria-label={t("preview.width")}
          value={width}
          onChange={(value) => setWidth(value as PaperWidth)}
          data={[
            { value: "desktop", label: t("preview.desktop") },
            { value: "phone", label: t("preview.phone") },
          ]}
        />
      </div>
      {preview.isError ? (
        <ErrorState message={preview.error.message} onRetry={() => void preview.refetch()} />
      ) : preview.data ? (
        <>
          {preview.data.coupon_is_example ? <p className={styles.quiet}>{t("preview.couponExample")}</p> : null}
          <MailPaper mail={preview.data} width={width} />
        </>
      ) : (
        <p className={styles.quiet}>{t(written ? "preview.loading" : "preview.needsWords")}</p>
      )}
    </div>
  );
}
