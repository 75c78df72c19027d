import { useDebouncedValue } from "@mantine/hooks";
import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import { isMailWritten } from "@okaeri/contract/campaigns/actions/mail/question";
import { blankCoupon } from "@okaeri/domain/coupons/coupon";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { sentMail } from "../actions/mail/blocks/block-edits.ts";
import { MailPaper, type PaperLook, PaperLookChoice } from "../actions/mail/MailPaper.tsx";
import { MailSize } from "../actions/mail/MailSize.tsx";
import { OmittedParts } from "../actions/mail/OmittedParts.tsx";
import { mailPreviewQuery, type PreviewQuestion } from "../campaigns.api.ts";
import text from "../text.module.css";

/** Points and a coupon that stand in for those of the campaign that a template will be used in. */
const EXAMPLE_POINTS = 500;
const ARRIVAL = [{ base: "before_check_in", offset_days: 3 }] as const;

/** The mail as some guest of the programme would read it. */
export function TemplatePreview({ mail }: { mail: MailDetail }) {
  const { t } = useTranslation("mailTemplates");
  const [look, setLook] = useState<PaperLook>({ width: "phone", dark: false });
  const written = isMailWritten(mail);
  const sent = sentMail(mail);
  const terms = blankCoupon();
  const coupon = {
    type: terms.type,
    code: terms.code,
    reservation_end_date: null,
    stay_end_date: null,
    valid_days_from_acquire: 60,
    valid_months_from_acquire: null,
    name: t("preview.coupon"),
    description: t("preview.couponText"),
    action_id: null,
  };
  const question = {
    target: { combinator: "and", rules: [] },
    occasions: [...ARRIVAL],
    mail: sent,
    points: EXAMPLE_POINTS,
    coupon,
    customer_id: null,
  } as PreviewQuestion;
  const [asked] = useDebouncedValue(JSON.stringify(question), 400);
  const preview = useQuery(mailPreviewQuery(written ? (JSON.parse(asked) as PreviewQuestion) : undefined));
  const shown = written ? preview.data : undefined;
  return (
    <Card title={t("preview.title")} aside={<PaperLookChoice look={look} onChange={setLook} />}>
      {preview.isError && written ? (
        <ErrorState message={preview.error.message} onRetry={() => void preview.refetch()} />
      ) : shown === undefined ? (
        <p className={text.quiet} role="status">
          {t(written ? "preview.loading" : "preview.needsWords")}
        </p>
      ) : (
        <>
          <p className={text.quiet}>{t("preview.lead")}</p>
          {shown.problems.length > 0 ? (
            <ul role="alert">
              {shown.problems.map(({ field, message }) => (
                <li key={`${field} ${message}`}>{message}</li>
              ))}
            </ul>
          ) : null}
          <OmittedParts shown={shown} blocks={sent.blocks} />
          <MailPaper mail={shown} look={look} />
          <MailSize html={shown.html} />
        </>
      )}
    </Card>
  );
}
