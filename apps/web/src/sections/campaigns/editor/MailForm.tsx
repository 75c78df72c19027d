import { Textarea, TextInput } from "@mantine/core";
import { MAX_SUBJECT_LENGTH, PLACEHOLDERS, type Placeholder } from "@okaeri/domain/messaging/placeholders";
import { IconPlus } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import styles from "../campaigns.module.css";
import { ActionCard, type ActionPlace } from "./ActionCard.tsx";
import { type MailDetail, withAction } from "./draft.ts";
import { fieldId } from "./draft-problems.ts";
import { useEditor } from "./editor-context.ts";

type MailFormProps = { mail: MailDetail; place: ActionPlace; onRemove: () => void };
type TextPart = "title" | "body" | "signature";

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
  });
  const text = (name: TextPart) => ({
    ...field(name),
    ref: (element: HTMLInputElement | HTMLTextAreaElement | null) => {
      parts.current[name] = element;
    },
    onFocus: () => {
      last.current = name;
    },
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  const grants = draft.segments[place.segment]?.actions.some(({ type }) => type === "point") ?? false;
  const filled = mail.title !== "" || mail.body !== "" || mail.signature !== "";
  return (
    <ActionCard type="mail" place={place} filled={filled} onRemove={onRemove}>
      <div className={styles.form}>
        <TextInput {...text("title")} maxLength={MAX_SUBJECT_LENGTH} required />
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
        <Textarea
          {...text("body")}
          minRows={10}
          maxRows={24}
          maxLength={20_000}
          description={t("mail.bodyHint")}
          required
        />
        <Textarea {...text("signature")} minRows={3} maxLength={2_000} description={t("mail.signatureHint")} />
        <TextInput
          {...field("from_address")}
          type="email"
          inputMode="email"
          maxLength={254}
          description={t("mail.fromHint")}
          onChange={(event) => set({ from_address: event.currentTarget.value })}
        />
      </div>
    </ActionCard>
  );
}
