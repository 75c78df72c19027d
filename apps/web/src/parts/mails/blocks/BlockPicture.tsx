import type { MailBlock } from "@okaeri/contract/campaigns/actions/mail";
import { BLOCK_LENGTHS } from "@okaeri/domain/messaging/mail-blocks";
import { useTranslation } from "react-i18next";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { useMailEditing } from "../mail-editing.ts";
import styles from "./BlockFace.module.css";

type BlockPictureProps = { block: MailBlock; at: number; onChange: (part: Partial<MailBlock>) => void };

/** A picture, and the words that stand for it where it is not shown. */
export function BlockPicture({ block: { image, alt }, at, onChange }: BlockPictureProps) {
  const { t } = useTranslation("mails");
  const { field } = useMailEditing();
  return (
    <>
      {image === null ? null : <img className={styles.picture} src={`/images/${image}`} alt={alt} />}
      <TextField
        {...field(`blocks.${at}.alt`)}
        label={t("field.alt")}
        value={alt}
        rule={{ max: BLOCK_LENGTHS.alt, required: true }}
        help={t("blocks.altHint")}
        onChange={(words) => onChange({ alt: words })}
      />
    </>
  );
}
