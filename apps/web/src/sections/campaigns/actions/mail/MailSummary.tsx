import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import { sharesOf } from "@okaeri/domain/campaigns/variants/variants";
import { useTranslation } from "react-i18next";
import { TargetWords } from "../../audience/ConditionSummary.tsx";
import text from "../../text.module.css";
import { useSharesSentence } from "../../variants/use-shares-sentence.ts";
import { variantKeyText } from "../../variants/variant-key.ts";
import { othersOf } from "../../variants/variants.ts";
import { MailView } from "./MailView.tsx";

/** A mail's words as they were written, in each of its languages; of several texts each, with whom they go to. */
export function MailSummary({ detail: mail, action }: { detail: MailDetail; action?: { type: KindName } }) {
  const { t } = useTranslation("campaigns");
  const texts = [mail, ...(action === undefined ? [] : othersOf<MailDetail>(action))];
  const sentence = useSharesSentence();
  const shares = sharesOf(texts);
  const languages = new Set(texts.map(({ language }) => language)).size;
  const caption = ({ variant, language }: MailDetail): string =>
    [
      ...(shares.length > 1 ? [t("mail.variantWords.name", { variant })] : []),
      ...(languages > 1 ? [t(`mail.language.${language}`)] : []),
    ].join(" ");
  return (
    <>
      {shares.length > 1 ? <p className={text.quiet}>{sentence("mail", shares)}</p> : null}
      {texts.map((one) => (
        <div key={variantKeyText(one)} {...(one.language === mail.language ? {} : { lang: one.language })}>
          {texts.length > 1 ? <h3 className={text.caption}>{caption(one)}</h3> : null}
          <MailView mail={one} Conditions={TargetWords} />
        </div>
      ))}
    </>
  );
}
