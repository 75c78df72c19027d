import type { MailDetailBlock } from "@okaeri/contract/campaigns/actions/mail/mail";
import { BLOCK_FIELDS, BLOCK_LENGTHS } from "@okaeri/domain/messaging/mail-blocks";
import { useTranslation } from "react-i18next";
import { TextField } from "../../../../../ui/fields/TextField.tsx";
import { useMailEditing } from "../mail-editing.ts";
import { MailTextField } from "../text/MailTextField.tsx";
import { BlockAudience } from "./BlockAudience.tsx";
import { BlockPicture } from "./BlockPicture.tsx";
import { BlockTools } from "./BlockTools.tsx";
import styles from "./blocks.module.css";
import type { BlockActs } from "./use-block-acts.ts";

type BlockFieldsProps = { block: MailDetailBlock; at: number; last: boolean; acts: BlockActs; own: string };

/** The chosen block: its words or what it shows, whom it is for, and what can be done with it. */
export function BlockFields({ block, at, last, acts, own }: BlockFieldsProps) {
  const { t } = useTranslation("mails");
  const { field, offered, language } = useMailEditing();
  const { kind, seq } = block;
  const set = (part: Partial<MailDetailBlock>) => acts.set(seq, part);
  const of = BLOCK_FIELDS[kind];
  const words = (name: "text" | "label", oneLine: boolean) => (
    <MailTextField
      {...field(`blocks.${at}.${name}`)}
      label={name === "text" ? t(`kind.${kind}`) : t("field.label")}
      value={block[name]}
      onChange={(typed) => set({ [name]: typed })}
      oneLine={oneLine}
      lines={oneLine ? 1 : 4}
      max={BLOCK_LENGTHS[name]}
      required={of[name] === "required"}
      takesFocus
      isOpen
      offered={offered}
      loses="line"
      lang={language}
      onFocus={() => undefined}
    />
  );
  return (
    <div className={styles.fields}>
      {of.text ? words("text", kind === "heading") : null}
      {of.image ? <BlockPicture block={block} at={at} onChange={set} /> : null}
      {of.label ? words("label", true) : null}
      {of.url ? (
        <TextField
          {...field(`blocks.${at}.url`)}
          label={t("field.url")}
          value={block.url}
          rule={{ max: BLOCK_LENGTHS.url, required: of.url === "required" }}
          help={t("blocks.urlHint")}
          onChange={(url) => set({ url: url.trim() })}
        />
      ) : null}
      {Object.keys(of).length === 0 || kind === "coupon" ? (
        <p className={styles.note}>{t(`blocks.says.${kind}`)}</p>
      ) : null}
      <BlockAudience block={block} at={at} onChange={(target) => set({ target })} />
      <BlockTools block={block} at={at} last={last} acts={acts} own={own} />
    </div>
  );
}
