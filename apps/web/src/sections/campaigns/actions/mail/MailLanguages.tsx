import { Button } from "@mantine/core";
import { LANGUAGE_CODES, type LanguageCode } from "@okaeri/domain/enumerations";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../../../ui/Dialog.tsx";
import { ViewSwitch } from "../../../../ui/ViewSwitch.tsx";
import text from "../../text.module.css";
import styles from "./MailLanguages.module.css";
import { type MailDraft, withLanguage, withoutLanguage } from "./mail-draft.ts";

type MailLanguagesProps = {
  draft: MailDraft;
  /** The one that is open. */
  language: LanguageCode;
  change: (recipe: (draft: MailDraft) => MailDraft) => void;
  onLanguage: (language: LanguageCode) => void;
  /** What else is done with the one that is open. */
  children: ReactNode;
};

/** The languages a mail is written in; one more is added by a press. */
export function MailLanguages({ draft, language, change, onLanguage, children }: MailLanguagesProps) {
  const { t } = useTranslation("campaigns");
  const [asking, setAsking] = useState(false);
  const written = [draft.language, ...draft.others.map((one) => one.language)];
  const lacking = LANGUAGE_CODES.filter((one) => !written.includes(one));
  const remove = () => {
    onLanguage(draft.language);
    change((before) => withoutLanguage(before, language));
  };
  return (
    <div className={styles.languages}>
      {written.length > 1 ? (
        <ViewSwitch
          label={t("mail.language.label")}
          value={language}
          onChange={onLanguage}
          views={written.map((value) => ({ value, label: t(`mail.language.${value}`) }))}
        />
      ) : null}
      {lacking.map((one) => (
        <Button
          key={one}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => {
            change((before) => withLanguage(before, one));
            onLanguage(one);
          }}
        >
          {t(`mail.language.add.${one}`)}
        </Button>
      ))}
      {children}
      {language === draft.language ? null : (
        <>
          <Button size="compact-sm" variant="subtle" onClick={() => setAsking(true)}>
            {t(`mail.language.remove.${language}`)}
          </Button>
          <p className={text.quiet}>{t("mail.language.who")}</p>
          <ConfirmDialog
            opened={asking}
            onClose={() => setAsking(false)}
            title={t(`mail.language.removeTitle.${language}`)}
            confirm={t(`mail.language.remove.${language}`)}
            danger
            onConfirm={remove}
          >
            {t("mail.language.removeLoss")}
          </ConfirmDialog>
        </>
      )}
    </div>
  );
}
