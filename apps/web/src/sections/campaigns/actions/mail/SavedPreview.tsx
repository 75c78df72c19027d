import { isWritten, previewQuestion } from "@okaeri/contract/campaigns/actions/mail/question";
import { sharesOf } from "@okaeri/domain/campaigns/variants/variants";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../../../ui/ErrorState.tsx";
import { ViewSwitch } from "../../../../ui/ViewSwitch.tsx";
import { mailPreviewQuery } from "../../campaigns.api.ts";
import layout from "../../layout.module.css";
import text from "../../text.module.css";
import { inWording, nearestVariantKey, type VariantKey } from "../../variants/variant-key.ts";
import type { PreviewProps } from "../kind.ts";
import { CouponExample } from "./CouponExample.tsx";
import { MailPaper, type PaperLook, PaperLookChoice } from "./MailPaper.tsx";
import { blocksOfActions, variantKeysOf } from "./mail-draft.ts";
import { OmittedParts } from "./OmittedParts.tsx";
import styles from "./preview.module.css";

const FIRST: VariantKey = { variant: "A", language: "ja" };

/** The saved mail as a guest of its target reads it. */
export function SavedPreview({ target, occasions, purpose, period, actions: all }: PreviewProps) {
  const { t } = useTranslation("campaigns");
  const [look, setLook] = useState<PaperLook>({ width: "desktop", dark: false });
  const texts = variantKeysOf(all);
  const variants = sharesOf(texts).map(({ variant }) => variant);
  const [wanted, setWanted] = useState<VariantKey>(FIRST);
  const shown = nearestVariantKey(texts, wanted);
  const languages = texts.flatMap(({ variant, language }) => (variant === shown?.variant ? [language] : []));
  const actions = inWording(all, (type) => (type === "mail" ? wanted : FIRST));
  const written = isWritten(actions);
  const preview = useQuery(
    mailPreviewQuery(
      written && target ? previewQuestion({ target, occasions, purpose, period }, actions, null) : undefined,
    ),
  );
  return (
    <div className={layout.stack}>
      <div className={styles.previewHead}>
        <h3 className={text.caption}>{t("preview.title")}</h3>
        {shown !== undefined && variants.length > 1 ? (
          <ViewSwitch
            label={t("mail.variantWords.label")}
            value={shown.variant}
            onChange={(variant) => setWanted({ ...wanted, variant })}
            views={variants.map((value) => ({ value, label: t("mail.variantWords.name", { variant: value }) }))}
          />
        ) : null}
        {shown !== undefined && languages.length > 1 ? (
          <ViewSwitch
            label={t("mail.language.label")}
            value={shown.language}
            onChange={(language) => setWanted({ variant: shown.variant, language })}
            views={languages.map((value) => ({ value, label: t(`mail.language.${value}`) }))}
          />
        ) : null}
        <PaperLookChoice look={look} onChange={setLook} />
      </div>
      {preview.isError ? (
        <ErrorState message={preview.error.message} onRetry={() => void preview.refetch()} />
      ) : preview.data ? (
        <>
          <CouponExample shown={preview.data} />
          <OmittedParts shown={preview.data} blocks={blocksOfActions(actions)} />
          <MailPaper mail={preview.data} look={look} />
        </>
      ) : (
        <p className={text.quiet}>{t(written ? "preview.loading" : "preview.needsWords")}</p>
      )}
    </div>
  );
}
