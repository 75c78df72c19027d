import { Button } from "@mantine/core";
import { LANGUAGE_CODES } from "@okaeri/domain/enumerations";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../../../ui/Dialog.tsx";
import { ViewSwitch } from "../../../../ui/ViewSwitch.tsx";
import text from "../../text.module.css";
import type { VariantKey } from "../../variants/variant-key.ts";
import styles from "./MailLanguages.module.css";
import { type MailDraft, textsOfDraft, withLanguage, withoutLanguage } from "./mail-draft.ts";

type MailLanguagesProps = {
  draft: MailDraft;
  /** The one that is open. */
  variantKey: VariantKey;
  change: (recipe: (draft: MailDraft) => MailDraft) => void;
  onWording: (variantKey: VariantKey) => void;
  /** What else is done with the one that is open. */
  children: ReactNode;
};

/** The languages a text is written in; one more is added by a press. */
export function MailLanguages({ draft, variantKey, change, onWording, children }: MailLanguagesProps) {
  const { t } = useTranslation("campaigns");
  const [asking, setAsking] = useState(false);
  const { variant, language } = variantKey;
  const written = textsOfDraft(draft).flatMap((one) => (one.variant === variant ? [one.language] : []));
  const lacking = LANGUAGE_CODES.filter((one) => !written.includes(one));
  const remove = () => {
    onWording({ variant, language: draft.language });
    change((before) => withoutLanguage(before, { variant, language }));
  };
  return (
    <div className={styles.languages}>
      {written.length > 1 ? (
        <ViewSwitch
          label={t("mail.language.label")}
          value={language}
          onChange={(one) => onWording({ variant, language: one })}
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
            change((before) => withLanguage(before, { variant, language: one }));
            onWording({ variant, language: one });
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
