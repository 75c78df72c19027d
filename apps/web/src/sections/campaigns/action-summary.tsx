import { useTranslation } from "react-i18next";
import { formatCount, formatDate, formatYen } from "../../ui/format.ts";
import { KeyValueList, type SummaryItem } from "../../ui/SummaryStrip.tsx";
import styles from "./campaigns.module.css";
import type { MailDetail, PointDetail } from "./editor/draft.ts";

/** Points of an action in words. */
export function PointSummary({ point }: { point: PointDetail }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const none = t("ui:none");
  const amount =
    point.grant_type === "rate"
      ? t("point.saysRate", { n: point.grant_rate ?? none })
      : point.grant_absolute === null
        ? none
        : formatCount(point.grant_absolute, "points");
  const expiry = t(`point.says.${point.expiration_type}`, {
    date: point.expiration_date ? formatDate(point.expiration_date) : none,
    count: point.expiration_days_from_grant ?? point.expiration_days_from_last_stay ?? 0,
  });
  const items: SummaryItem[] = [
    { label: t("point.amount"), value: amount },
    ...(point.grant_condition === null
      ? []
      : [
          {
            label: t("field.grant_condition"),
            value: t("point.saysMinimum", { yen: formatYen(point.grant_condition) }),
          },
        ]),
    ...(point.plan_code.length === 0
      ? []
      : [{ label: t("field.plan_code"), value: point.plan_code.join(t("condition.separator")) }]),
    { label: t("field.expiration_type"), value: expiry },
  ];
  return <KeyValueList items={items} />;
}

/** A mail's words as they were written, placeholders by their names. */
export function MailSummary({ mail }: { mail: MailDetail }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const named = (text: string) =>
    text.replace(/\{\{\s*([a-z_]+)\s*\}\}/g, (_, name: string) =>
      t("mail.mark", { name: t(`placeholder.${name}` as "placeholder.name", { defaultValue: name }) }),
    );
  const items: SummaryItem[] = [
    { label: t("field.title"), value: named(mail.title) || t("ui:none") },
    { label: t("field.body"), value: <div className={styles.bodyText}>{named(mail.body) || t("ui:none")}</div> },
    ...(mail.signature
      ? [{ label: t("field.signature"), value: <div className={styles.bodyText}>{mail.signature}</div> }]
      : []),
    { label: t("field.from_address"), value: mail.from_address || t("mail.ownSender") },
  ];
  return <KeyValueList items={items} />;
}
