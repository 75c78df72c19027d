import { isWritten, previewQuestion } from "@okaeri/contract/campaigns/actions/mail/question";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../../../ui/ErrorState.tsx";
import { previewQuery } from "../../campaigns.api.ts";
import layout from "../../layout.module.css";
import text from "../../text.module.css";
import type { PreviewProps } from "../kind.ts";
import { LeftOutLines } from "./LeftOutLines.tsx";
import { MailPaper, type PaperWidth, PaperWidthChoice } from "./MailPaper.tsx";
import styles from "./preview.module.css";

/** The saved mail as a guest of its target reads it. */
export function SavedPreview({ target, occasions, actions }: PreviewProps) {
  const { t } = useTranslation("campaigns");
  const [width, setWidth] = useState<PaperWidth>("desktop");
  const written = isWritten(actions);
  const preview = useQuery(
    previewQuery(written && target ? previewQuestion({ target, occasions }, actions, null) : undefined),
  );
  return (
    <div className={layout.stack}>
      <div className={styles.previewHead}>
        <h3 className={text.caption}>{t("preview.title")}</h3>
        <PaperWidthChoice width={width} onChange={setWidth} />
      </div>
      {preview.isError ? (
        <ErrorState message={preview.error.message} onRetry={() => void preview.refetch()} />
      ) : preview.data ? (
        <>
          {preview.data.coupon_is_example ? <p className={text.quiet}>{t("preview.couponExample")}</p> : null}
          <LeftOutLines shown={preview.data} />
          <MailPaper mail={preview.data} width={width} />
        </>
      ) : (
        <p className={text.quiet}>{t(written ? "preview.loading" : "preview.needsWords")}</p>
      )}
    </div>
  );
}
