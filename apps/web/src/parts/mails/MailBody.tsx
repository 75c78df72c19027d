import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./MailBody.module.css";

const MIN_HEIGHT = 240;
const MAX_HEIGHT = 640;

/** Links of a mail that is only looked at open nothing: the frame may not open windows. */
function withDeadLinks(html: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + base) : base + html;
}

function heightOf(frame: HTMLIFrameElement): number {
  const tall = frame.contentDocument?.documentElement.scrollHeight ?? MAX_HEIGHT;
  return Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, tall));
}

/** A mail's page in a frame that can run nothing and reach nothing, or its text. `dark`: as programs show it that are dark. */
export function MailBody({ html, text, dark = false }: { html: string; text: string; dark?: boolean }) {
  const { t } = useTranslation("mails");
  const [part, setPart] = useState<"html" | "text">("html");
  const [height, setHeight] = useState(MIN_HEIGHT);
  return (
    <>
      {part === "html" ? (
        <iframe
          // The mail is drawn anew: a page asks once whether it is dark.
          key={String(dark)}
          className={styles.frame}
          data-dark={dark}
          style={{ height }}
          title={t("shown.frame")}
          // No scripts; its own origin only so that the page can see how tall the mail is.
          sandbox="allow-same-origin"
          srcDoc={withDeadLinks(html)}
          onLoad={(event) => setHeight(heightOf(event.currentTarget))}
        />
      ) : (
        <pre className={styles.plain}>{text}</pre>
      )}
      <button type="button" className={styles.turn} onClick={() => setPart(part === "html" ? "text" : "html")}>
        {t(part === "html" ? "shown.asText" : "shown.asHtml")}
      </button>
    </>
  );
}
