import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail";
import { useTranslation } from "react-i18next";
import { KeyValueList, type SummaryItem } from "../../../../ui/SummaryStrip.tsx";
import styles from "../../text.module.css";

/** A mail's words as they were written, placeholders by their names. */
export function MailSummary({ detail: mail }: { detail: MailDetail }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const named = (text: string) =>
    text.replace(/\{\{\s*([a-z_]+)\s*\}\}/g, (_, name: string) =>
      t("mail.mark", { name: t(`placeholder.${name}` as "placeholder.name", { defaultValue: name }) }),
    );
  const items: SummaryItem[] = [
    { label: t("field.mail.title"), value: named(mail.title) || t("ui:none") },
    { label: t("field.mail.body"), value: <div className={styles.bodyText}>{named(mail.body) || t("ui:none")}</div> },
    ...(mail.signature
      ? [{ label: t("field.mail.signature"), value: <div className={styles.bodyText}>{mail.signature}</div> }]
      : []),
    { label: t("field.mail.from_address"), value: mail.from_address || t("mail.ownSender") },
  ];
  return <KeyValueList items={items} />;
}
