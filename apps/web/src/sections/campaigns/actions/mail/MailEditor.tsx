import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Fold } from "../../../../ui/Fold.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import { BlockList } from "./blocks/BlockList.tsx";
import { isFull } from "./blocks/block-edits.ts";
import styles from "./MailEditor.module.css";
import { type MailEditing, MailEditingContext } from "./mail-editing.ts";
import { MailTextField } from "./text/MailTextField.tsx";

type Text = "title" | "preheader" | "body";

type MailEditorProps = Omit<MailEditing, "language" | "full"> & {
  mail: MailDetail;
  /** Beneath the subject. */
  notes?: ReactNode;
};

/**
 * A mail as it is written: subject, what follows it in an inbox, and either one text or blocks in reading order. Only what one works on
 * has a frame and 差し込む beneath it.
 */
export function MailEditor({ mail, notes, change, field, rule, offered, path, conditions }: MailEditorProps) {
  const { t } = useTranslation("mails");
  const [opened, setOpened] = useState<Text | number>();
  const { language, blocks } = mail;
  const full = isFull(mail);
  const editing = useMemo(
    (): MailEditing => ({ change, field, rule, offered, path, conditions, language, full }),
    [change, field, rule, offered, path, conditions, language, full],
  );
  const open = useCallback((seq: number | undefined) => setOpened(seq), []);
  const text = (name: Text) => ({
    ...field(name),
    label: t(`field.${name}`),
    value: mail[name],
    max: rule(name).max,
    lang: language,
    offered,
    isOpen: opened === name,
    onFocus: () => setOpened(name),
    onChange: (words: string) => change((before) => ({ ...before, [name]: words })),
  });
  const end = (name: "signature" | "from_address") => ({
    ...field(name),
    label: t(`field.${name}`),
    value: mail[name],
    rule: rule(name),
    onChange: (words: string) => change((before) => ({ ...before, [name]: words })),
  });
  const wrong = [field("signature").error, field("from_address").error].some((error) => error !== undefined);
  const signed = mail.signature.trim().split("\n")[0] ?? "";
  return (
    <MailEditingContext value={editing}>
      <div className={styles.mail}>
        <dl className={styles.sender}>
          <dt>{t("from")}</dt>
          <dd>{mail.from_address || t("ownSender")}</dd>
        </dl>
        <MailTextField {...text("title")} oneLine lines={1} loses="mail" />
        <MailTextField
          {...text("preheader")}
          oneLine
          lines={1}
          loses="line"
          required={false}
          {...(opened === "preheader" ? { help: t("preheaderHint") } : {})}
        />
        {notes}
        {/* A text before the blocks, which a program may have put there, stays in sight. */}
        {blocks.length === 0 || mail.body !== "" ? (
          <MailTextField
            {...text("body")}
            oneLine={false}
            lines={blocks.length === 0 ? 8 : 2}
            loses="line"
            required={blocks.length === 0}
            help={t(blocks.length === 0 ? "bodyHint" : "bodyBefore")}
          />
        ) : null}
        {blocks.length === 0 ? <p className={styles.note}>{t("blocks.start")}</p> : null}
        <BlockList mail={mail} opened={typeof opened === "number" ? opened : undefined} open={open} />
        <Fold title={t("ends")} says={signed || t("ownSignature")} wrong={wrong}>
          <TextField {...end("signature")} lines={3} help={t("signatureHint")} />
          <TextField {...end("from_address")} help={t("fromHint")} />
        </Fold>
      </div>
    </MailEditingContext>
  );
}
