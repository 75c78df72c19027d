import { ActionIcon, SegmentedControl } from "@mantine/core";
import { IconMoon } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import textStyles from "../../text.module.css";
import styles from "./MailPaper.module.css";

/** How it is shown: how wide, and as programs show it that are dark. */
export type PaperLook = { width: "desktop" | "phone"; dark: boolean };
type Mail = { subject: string; from: string; html: string; text: string; customer: { email: string | null } | null };

const MIN_HEIGHT = 240;
const MAX_HEIGHT = 640;

/** Links of a preview open nothing: the frame may not open windows. */
function withDeadLinks(html: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + base) : base + html;
}

function heightOf(frame: HTMLIFrameElement): number {
  const tall = frame.contentDocument?.documentElement.scrollHeight ?? MAX_HEIGHT;
  return Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, tall));
}

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
  const [part, setPart] = useState<"html" | "text">("html");
  const [height, setHeight] = useState(MIN_HEIGHT);
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
      {part === "html" ? (
        <iframe
          // The mail is drawn anew: a page asks once whether it is dark.
          key={String(look.dark)}
          className={styles.frame}
          data-dark={look.dark}
          style={{ height }}
          title={t("preview.frame")}
          // No scripts; its own origin only so that the page can see how tall the mail is.
          sandbox="allow-same-origin"
          srcDoc={withDeadLinks(mail.html)}
          onLoad={(event) => setHeight(heightOf(event.currentTarget))}
        />
      ) : (
        <pre className={styles.plain}>{mail.text}</pre>
      )}
      <button type="button" className={textStyles.textLink} onClick={() => setPart(part === "html" ? "text" : "html")}>
        {t(part === "html" ? "preview.showText" : "preview.showHtml")}
      </button>
    </div>
  );
}
