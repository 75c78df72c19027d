import type { MailDetailBlock } from "@okaeri/contract/campaigns/actions/mail/mail";
import { imagePath } from "@okaeri/contract/image-limits";
import { useTranslation } from "react-i18next";
import { MailTextView } from "../MailTextView.tsx";
import styles from "./BlockFace.module.css";

/** A block as it is read, marks by their names; what is not written yet says so. */
export function BlockFace({ block }: { block: MailDetailBlock }) {
  const { t } = useTranslation("mails");
  const { kind, text, label, url, image, alt } = block;
  const lacking = <span className={styles.lacking}>{t(`blocks.says.${kind}`)}</span>;
  switch (kind) {
    case "heading":
      return text === "" ? lacking : <span className={styles.heading}>{<MailTextView words={text} />}</span>;
    case "text":
      return text === "" ? lacking : <span className={styles.text}>{<MailTextView words={text} />}</span>;
    case "url":
      return (
        <span className={styles.side}>
          {label === "" ? (
            lacking
          ) : (
            <span className={styles.button}>
              <MailTextView words={label} />
            </span>
          )}
          <span className={styles.note}>{url === "" ? t("blocks.noUrl") : url}</span>
        </span>
      );
    case "image":
      return image === null ? (
        lacking
      ) : (
        <span className={styles.side}>
          <img className={styles.picture} src={imagePath(image)} alt="" loading="lazy" />
          <span>
            <span className={styles.alt}>
              <MailTextView words={alt} />
            </span>
            <span className={styles.note}>{t("blocks.readAloud")}</span>
          </span>
        </span>
      );
    case "divider":
      return (
        <>
          <span className={styles.divider} aria-hidden />
          <span className={styles.hidden}>{t("kind.divider")}</span>
        </>
      );
    default:
      return (
        <span className={styles.side}>
          <span className={styles.alt}>{t(`kind.${kind}`)}</span>
          <span className={styles.note}>{t(`blocks.says.${kind}`)}</span>
        </span>
      );
  }
}
