import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail";
import { couponMentionedBy } from "@okaeri/domain/messaging/mail-text";
import { PLACEHOLDERS, type Placeholder } from "@okaeri/domain/messaging/placeholders";
import { IconPlus } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import formStyles from "../../form.module.css";
import textStyles from "../../text.module.css";
import type { FormProps } from "../kind.ts";
import styles from "./MailForm.module.css";

type TextPart = "title" | "body" | "signature";

/** The mail's words; a guest's own facts are put in where the cursor is. */
export function MailForm({ detail: mail, set, given, ...form }: FormProps<MailDetail>) {
  const { t } = useTranslation("campaigns");
  const parts = useRef<Partial<Record<TextPart, HTMLInputElement | HTMLTextAreaElement | null>>>({});
  const last = useRef<TextPart>("body");
  const insert = (name: Placeholder) => {
    const part = last.current;
    const element = parts.current[part];
    const text = mail[part];
    const start = element?.selectionStart ?? text.length;
    const end = element?.selectionEnd ?? start;
    const mark = `{{ ${name} }}`;
    set({ [part]: text.slice(0, start) + mark + text.slice(end) });
    requestAnimationFrame(() => {
      element?.focus();
      element?.setSelectionRange(start + mark.length, start + mark.length);
    });
  };
  const field = (name: keyof MailDetail) => ({
    ...form.field(name),
    value: mail[name],
    rule: { ...form.rule(name), required: name === "title" || name === "body" },
    onChange: (text: string) => set({ [name]: text }),
  });
  const text = (name: TextPart) => ({
    ...field(name),
    inputRef: (element: HTMLInputElement | HTMLTextAreaElement | null) => {
      parts.current[name] = element;
    },
    onFocus: () => {
      last.current = name;
    },
  });
  return (
    <div className={formStyles.form}>
      <TextField {...text("title")} />
      <fieldset className={styles.placeholders}>
        <legend>{t("mail.placeholders")}</legend>
        {PLACEHOLDERS.filter((name) => given.has("points") || name !== "granted_points").map((name) => (
          <button
            key={name}
            type="button"
            // The cursor stays where it is, so that the words go in there.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(name)}
          >
            <IconPlus size={12} aria-hidden />
            {t(`placeholder.${name}`)}
          </button>
        ))}
      </fieldset>
      {couponMentionedBy(mail).mentioned ? (
        <p className={textStyles.quiet}>{t(given.has("coupon") ? "mail.ownCoupon" : "mail.heldCoupon")}</p>
      ) : null}
      <TextField {...text("body")} lines={10} maxLines={24} help={t("mail.bodyHint")} />
      <TextField {...text("signature")} lines={3} help={t("mail.signatureHint")} />
      <TextField {...field("from_address")} help={t("mail.fromHint")} />
    </div>
  );
}
