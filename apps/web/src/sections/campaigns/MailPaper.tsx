import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./campaigns.module.css";

export type PaperWidth = "desktop" | "phone";
type Mail = { subject: string; from: string; html: string; text: string; customer: { email: string | null } | null };

/** A mail as it arrives: sender, subject, then the page in a frame that can run nothing and reach nothing. */
export function MailPaper({ mail, width }: { mail: Mail; width: PaperWidth }) {
  const { t } = useTranslation("campaigns");
  const [part, setPart] = useState<"html" | "text">("html");
  return (
    <div className={styles.paper} data-width={width}>
      <dl className={styles.envelope}>
        <div>
          <dt>{t("preview.from")}</dt>
          <dd>{mail.from}</dd>
        </div>
        {mail.customer?.email ? (
          <div>
            <dt>{t("preview.to")}</dt>
            <dd>{mail.customer.email}</dd>
          </div>
        ) : null}
        <div>
          <dt>{t("preview.subject")}</dt>
          <dd>
            <strong>{mail.subject}</strong>
          </dd>
        </div>
      </dl>
      {part === "html" ? (
        <iframe className={styles.frame} title={t("preview.frame")} sandbox="" srcDoc={mail.html} />
      ) : (
        <pre className={styles.plain}>{mail.text}</pre>
      )}
      <button type="button" className={styles.textLink} onClick={() => setPart(part === "html" ? "text" : "html")}>
        {t(part === "html" ? "preview.showText" : "preview.showHtml")}
      </button>
    </div>
  );
}
