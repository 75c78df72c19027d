import { useTranslation } from "react-i18next";
import text from "../../text.module.css";
import styles from "./MailSize.module.css";

/** Gmail cuts what is longer than 102 kB; the server refuses it. */
const MOST_BYTES = 102_400;
const KILOBYTE = 1_024;

/** How much of what a mail may weigh this one does. */
export function MailSize({ html }: { html: string }) {
  const { t } = useTranslation("campaigns");
  if (html === "") return null;
  const bytes = new TextEncoder().encode(html).length;
  const [size, most] = [Math.ceil(bytes / KILOBYTE), MOST_BYTES / KILOBYTE];
  const over = bytes > MOST_BYTES;
  return (
    <div className={styles.size}>
      <meter
        min={0}
        max={MOST_BYTES}
        value={Math.min(bytes, MOST_BYTES)}
        aria-label={t("preview.size")}
        data-over={over}
      />
      <p className={over ? text.error : text.quiet} role={over ? "alert" : undefined}>
        {t(over ? "preview.sizeOver" : "preview.sizeSays", { size, most })}
      </p>
    </div>
  );
}
