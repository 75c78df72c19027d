import { ActionIcon, SegmentedControl } from "@mantine/core";
import { IconMoon } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { MailBody } from "../../../../parts/mails/MailBody.tsx";
import styles from "./MailPaper.module.css";

/** How it is shown: how wide, and as programs show it that are dark. */
export type PaperLook = { width: "desktop" | "phone"; dark: boolean };
type Mail = { subject: string; from: string; html: string; text: string; customer: { email: string | null } | null };

/** Chooses how wide the mail is shown, and whether on dark. */
export function PaperLookChoice({ look, onChange }: { look: PaperLook; onChange: (look: PaperLook) => void }) {
  const { t } = useTranslation("campaigns");
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t("preview.width")}
        value={look.width}
        onChange={(value) => onChange({ ...look, width: value as PaperLook["width"] })}
        data={[
          { value: "desktop", label: t("preview.desktop") },
          { value: "phone", label: t("preview.phone") },
        ]}
      />
      <ActionIcon
        variant={look.dark ? "filled" : "default"}
        aria-pressed={look.dark}
        aria-label={t("preview.dark")}
        title={t("preview.dark")}
        onClick={() => onChange({ ...look, dark: !look.dark })}
      >
        <IconMoon size={16} aria-hidden />
      </ActionIcon>
    </>
  );
}

/** A mail as it arrives: sender, subject, then the page in a frame that can run nothing and reach nothing. */
export function MailPaper({ mail, look }: { mail: Mail; look: PaperLook }) {
  const { t } = useTranslation("campaigns");
  return (
    <div className={styles.paper} data-width={look.width}>
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
      <MailBody html={mail.html} text={mail.text} dark={look.dark} />
    </div>
  );
}
