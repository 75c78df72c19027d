import { couponToldBy } from "@okaeri/domain/messaging/mail-text";
import { PLACEHOLDERS, type Placeholder } from "@okaeri/domain/messaging/placeholders";
import { IconPlus } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { ruleAt, rulesOf } from "../../../shell/field-rules.ts";
import { TextField } from "../../../ui/fields/TextField.tsx";
import styles from "../campaigns.module.css";
import { ActionCard, type ActionPlace } from "./ActionCard.tsx";
import { type MailDetail, withAction } from "./draft.ts";
import { fieldId } from "./draft-problems.ts";
import { useEditor } from "./editor-context.ts";

type MailFormProps = { mail: MailDetail; place: ActionPlace; onRemove: () => void };
type TextPart = "title" | "body" | "signature";

const RULES = rulesOf("campaigns.update");

/** The mail's words; a guest's own facts are put in where the cursor is. */
export function MailForm({ mail, place, onRemove }: MailFormProps) {
  const { t } = useTranslation("campaigns");
  const { draft, change, errorAt } = useEditor();
  const parts = useRef<Partial<Record<TextPart, HTMLInputElement | HTMLTextAreaElement | null>>>({});
  const last = useRef<TextPart>("body");
  const set = (part: Partial<MailDetail>) =>
    change((before) =>
      withAction(before, place.segment, place.action, (action) =>
        action.type === "mail" ? { ...action, mail: { ...action.mail, ...part } } : action,
      ),
    );
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
    id: fieldId(`${place.path}.mail.${name}`),
    label: t(`field.${name}`),
    value: mail[name],
    error: errorAt(`${place.path}.mail.${name}`),
    rule: { ...ruleAt(RULES, `segments.actions.mail.${name}`), required: name === "title" || name === "body" },
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
  const grants = draft.segments[place.segment]?.actions.some(({ type }) => type === "point") ?? false;
  const givesCoupon = draft.segments[place.segment]?.actions.some(({ type }) => type === "coupon") ?? false;
  const filled = mail.title !== "" || mail.body !== "" || mail.signature !== "";
  return (
    <ActionCard type="mail" place={place} filled={filled} onRemove={onRemove}>
      <div className={styles.form}>
        <TextField {...text("title")} />
        <fieldset className={styles.placeholders}>
          <legend>{t("mail.placeholders")}</legend>
          {PLACEHOLDERS.filter((name) => grants || name !== "granted_points").map((name) => (
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
        {couponToldBy(mail).told ? (
          <p className={styles.quiet}>{t(givesCoupon ? "mail.ownCoupon" : "mail.heldCoupon")}</p>
        ) : null}
        <TextField {...text("body")} lines={10} maxLines={24} help={t("mail.bodyHint")} />
        <TextField {...text("signature")} lines={3} help={t("mail.signatureHint")} />
        <TextField {...field("from_address")} help={t("mail.fromHint")} />
      </div>
    </ActionCard>
  );
}
