import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail";
import { couponMentionedBy } from "@okaeri/domain/messaging/mail-text";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { TemplateMenu } from "../../mail-templates/TemplateMenu.tsx";
import { MailEditor } from "../../mails/MailEditor.tsx";
import text from "../../text.module.css";
import type { FormProps } from "../kind.ts";
import { MailLanguages } from "./MailLanguages.tsx";
import { type MailDraft, mailIn, withMail } from "./mail-draft.ts";
import { wordsOffered } from "./words-offered.ts";

/** The mail of a segment: in Japanese, and in English where somebody wrote it. */
export function MailForm({ detail: draft, change, given, ...form }: FormProps<MailDraft>) {
  const { t } = useTranslation("campaigns");
  const { onLanguage } = form;
  const shown = mailIn(draft, form.language) ?? mailIn(draft, draft.language);
  const language = shown?.mail.language ?? draft.language;
  const changeMail = useCallback(
    (recipe: (mail: MailDetail) => MailDetail) => change((before) => withMail(before, language, recipe)),
    [change, language],
  );
  if (shown === undefined) return null;
  const { mail, path } = shown;
  const mentions = couponMentionedBy(mail).mentioned;
  return (
    <>
      <MailLanguages draft={draft} language={language} change={change} onLanguage={onLanguage}>
        <TemplateMenu mail={mail} change={changeMail} />
      </MailLanguages>
      <MailEditor
        // The fields of one language are not those of another one, nor those of what was there before it began from a template.
        key={`${language} ${mail.mail_template_id}`}
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
