import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import { couponMentionedBy } from "@okaeri/domain/messaging/mail-text";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { TemplateMenu } from "../../templates/TemplateMenu.tsx";
import text from "../../text.module.css";
import { VariantTabs } from "../../variants/VariantTabs.tsx";
import { variantKeyText } from "../../variants/variant-key.ts";
import type { FormProps } from "../kind.ts";
import { MailEditor } from "./MailEditor.tsx";
import { MailLanguages } from "./MailLanguages.tsx";
import { type MailDraft, mailIn, withDraftMail } from "./mail-draft.ts";
import { wordsOffered } from "./words-offered.ts";

/** The mail of a segment: in Japanese, and in English where somebody wrote it; one text, or several that are compared. */
export function MailForm({ detail: draft, change, given, ...form }: FormProps<MailDraft>) {
  const { t } = useTranslation("campaigns");
  const { mail, path } = mailIn(draft, form.variantKey);
  const { variant, language } = mail;
  const changeMail = useCallback(
    (recipe: (mail: MailDetail) => MailDetail) =>
      change((before) => withDraftMail(before, { variant, language }, recipe)),
    [change, variant, language],
  );
  const mentions = couponMentionedBy(mail).mentioned;
  return (
    <>
      <VariantTabs<MailDetail>
        kind="mail"
        draft={draft}
        variant={variant}
        onVariant={(chosen) => form.onWording({ variant: chosen, language })}
        change={change}
        at={form.at}
        rule={form.rule}
      />
      <MailLanguages draft={draft} variantKey={mail} change={change} onWording={form.onWording}>
        <TemplateMenu mail={mail} change={changeMail} />
      </MailLanguages>
      <MailEditor
        // The fields of one text are not those of another one, nor those of what was there before it began from a template.
        key={`${variantKeyText(mail)} ${mail.mail_template_id}`}
        mail={mail}
        path={`${form.path}.${path}`}
        change={changeMail}
        field={(name) => form.at(`${path}.${name}`)}
        rule={form.rule}
        offered={wordsOffered(given)}
        conditions={form.conditions}
        notes={
          mentions ? (
            <p className={text.quiet}>{t(given.has("coupon") ? "mail.ownCoupon" : "mail.heldCoupon")}</p>
          ) : null
        }
      />
    </>
  );
}
