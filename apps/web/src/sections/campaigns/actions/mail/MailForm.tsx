import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail";
import { couponMentionedBy } from "@okaeri/domain/messaging/mail-text";
import type { Placeholder } from "@okaeri/domain/messaging/placeholders";
import { IconPlus } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import text from "../../text.module.css";
import { Fold } from "../../../../ui/Fold.tsx";
import type { FormProps } from "../kind.ts";
import styles from "./MailForm.module.css";
import type { MailTextHandle } from "./text/editor-props.ts";
import { MailTextField } from "./text/MailTextField.tsx";
import { wordsOffered } from "./words-offered.ts";

type Part = "title" | "body";

/** The mail's words; a guest's own facts are put in as chips where the cursor is, in the subject too. */
export function MailForm({ detail: mail, set, given, ...form }: FormProps<MailDetail>) {
  const { t } = useTranslation("campaigns");
  const parts = useRef<Partial<Record<Part, MailTextHandle | null>>>({});
  const last = useRef<Part>("body");
  const part = (name: Part) => ({
    ...form.field(name),
    value: mail[name],
    max: form.rule(name).max,
    onChange: (words: string) => set({ [name]: words }),
    onFocus: () => {
      last.current = name;
    },
    ref: (handle: MailTextHandle | null) => {
      parts.current[name] = handle;
    },
  });
  const field = (name: "signature" | "from_address") => ({
    ...form.field(name),
    value: mail[name],
    rule: form.rule(name),
    onChange: (words: string) => set({ [name]: words }),
  });
  const wrong = [form.field("signature").error, form.field("from_address").error].some((error) => error !== undefined);
  const signed = mail.signature.trim().split("\n")[0] ?? "";
  return (
    <div className={styles.form}>
      <dl className={styles.sender}>
        <dt>{t("preview.from")}</dt>
        <dd>{mail.from_address || t("mail.ownSender")}</dd>
      </dl>
      <MailTextField {...part("title")} oneLine lines={1} />
      <InsertRow
        offered={wordsOffered(given)}
        onInsert={(name) => parts.current[last.current]?.insert(`{{ ${name} }}`)}
      />
      {couponMentionedBy(mail).mentioned ? (
        <p className={text.quiet}>{t(given.has("coupon") ? "mail.ownCoupon" : "mail.heldCoupon")}</p>
      ) : null}
      <MailTextField {...part("body")} oneLine={false} lines={10} help={t("mail.bodyHint")} />
      <Fold title={t("mail.ends")} says={signed || t("mail.ownSignature")} wrong={wrong}>
        <TextField {...field("signature")} lines={3} help={t("mail.signatureHint")} />
        <TextField {...field("from_address")} help={t("mail.fromHint")} />
      </Fold>
    </div>
  );
}

type InsertRowProps = { offered: readonly Placeholder[]; onInsert: (name: Placeholder) => void };

function InsertRow({ offered: names, onInsert }: InsertRowProps) {
  const { t } = useTranslation("campaigns");
  return (
    <fieldset className={styles.placeholders}>
      <legend>{t("mail.placeholders")}</legend>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          // The cursor stays where it is, so that the words go in there.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(name)}
        >
          <IconPlus size={12} aria-hidden />
          {t(`placeholder.${name}`)}
        </button>
      ))}
    </fieldset>
  );
}
