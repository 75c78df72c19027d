import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail";
import { useTranslation } from "react-i18next";
import { TargetWords } from "../../ConditionSummary.tsx";
import { MailView } from "../../mails/MailView.tsx";
import text from "../../text.module.css";
import { othersOf } from "./mail-draft.ts";

/** A mail's words as they were written, in each of its languages. */
export function MailSummary({ detail: mail, action }: { detail: MailDetail; action?: { type: KindName } }) {
  const { t } = useTranslation("campaigns");
  const others = action === undefined ? [] : othersOf(action);
  return (
    <>
      {others.length > 0 ? <h3 className={text.caption}>{t(`mail.language.${mail.language}`)}</h3> : null}
      <MailView mail={mail} Conditions={TargetWords} />
      {others.map((other) => (
        <div key={other.language} lang={other.language}>
          <h3 className={text.caption}>{t(`mail.language.${other.language}`)}</h3>
          <MailView mail={other} Conditions={TargetWords} />
        </div>
      ))}
    </>
  );
}
