import { Button } from "@mantine/core";
import { sharesOf, type Variant } from "@okaeri/domain/campaigns/variants";
import { IconArrowsSplit2, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../../../ui/Dialog.tsx";
import { FigureField } from "../../../../ui/fields/FigureField.tsx";
import { ViewSwitch } from "../../../../ui/ViewSwitch.tsx";
import text from "../../text.module.css";
import type { FormProps } from "../kind.ts";
import styles from "./MailLetters.module.css";
import {
  lettersOf,
  type MailDraft,
  nextLetter,
  sharedEvenly,
  textsOf,
  withLetter,
  withoutLetter,
  withShare,
} from "./mail-draft.ts";
import { useSharesSentence } from "./use-shares-sentence.ts";
import type { Wording } from "./wording.ts";

type MailLettersProps = Pick<FormProps<MailDraft>, "onWording" | "at" | "rule"> & {
  draft: MailDraft;
  /** The one that is open. */
  wording: Wording;
  change: (recipe: (draft: MailDraft) => MailDraft) => void;
};

/** Percent that each of two texts goes to where they are tried first. */
const TRIED = 20;

/** 文面を比べる: several texts, each for a share of the guests, and what becomes of the others. */
export function MailLetters({ draft, wording, change, onWording, at, rule }: MailLettersProps) {
  const { t } = useTranslation("campaigns");
  const sentence = useSharesSentence();
  const [asking, setAsking] = useState(false);
  const letters = lettersOf(draft);
  const next = nextLetter(draft);
  const { variant, language } = wording;
  const add = () => {
    change((before) => withLetter(before, variant));
    if (next !== undefined) onWording({ variant: next, language });
  };
  if (letters.length < 2)
    return (
      <Button size="compact-sm" variant="subtle" leftSection={<IconArrowsSplit2 size={14} aria-hidden />} onClick={add}>
        {t("mail.letter.compare")}
      </Button>
    );
  const texts = textsOf(draft);
  const remove = () => {
    change((before) => withoutLetter(before, variant));
    const left = letters.find((letter) => letter !== variant);
    if (left !== undefined) onWording({ variant: left, language });
  };
  const pathOf = (letter: Variant) => {
    const first = texts.findIndex((one) => one.variant === letter);
    return first === 0 ? "mail.share" : `other_mails.${first - 1}.share`;
  };
  return (
    <fieldset className={styles.letters}>
      <legend className={styles.legend}>{t("mail.letter.label")}</legend>
      <div className={styles.row}>
        <ViewSwitch
          label={t("mail.letter.label")}
          value={variant}
          onChange={(letter) => onWording({ variant: letter, language })}
          views={letters.map((value) => ({ value, label: t("mail.letter.name", { letter: value }) }))}
        />
        {next === undefined ? null : (
          <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            {t("mail.letter.add")}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" onClick={() => setAsking(true)}>
          {t("mail.letter.remove", { letter: variant })}
        </Button>
      </div>
      <div className={styles.shares}>
        {letters.map((letter) => (
          <FigureField
            key={letter}
            {...at(pathOf(letter))}
            className={styles.share}
            label={t("mail.letter.shareOf", { letter })}
            value={texts.find((one) => one.variant === letter)?.share ?? ""}
            rule={{ ...rule("share"), required: true }}
            unit="percent"
            onChange={(share) =>
              change((before) => withShare(before, letter, typeof share === "number" ? share : null))
            }
          />
        ))}
      </div>
      <p className={text.quiet} aria-live="polite">
        {sentence(sharesOf(texts))}
      </p>
      <div className={styles.row}>
        <Button size="compact-sm" variant="subtle" onClick={() => change((before) => sharedEvenly(before))}>
          {t("mail.letter.even")}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => change((before) => sharedEvenly(before, TRIED * lettersOf(before).length))}
        >
          {t("mail.letter.first", { share: TRIED })}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("mail.letter.removeTitle", { letter: variant })}
        confirm={t("mail.letter.remove", { letter: variant })}
        danger
        onConfirm={remove}
      >
        {t("mail.letter.removeLoss")}
      </ConfirmDialog>
    </fieldset>
  );
}
