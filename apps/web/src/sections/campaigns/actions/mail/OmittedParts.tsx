import type { MailDetailBlock } from "@okaeri/contract/campaigns/actions/mail/mail";
import { useTranslation } from "react-i18next";
import type { MailPreviewAnswer } from "../../campaigns.api.ts";
import text from "../../text.module.css";

type OmittedProps = {
  shown: Pick<MailPreviewAnswer, "omitted_lines" | "omitted_blocks" | "subject">;
  /** Those of the mail that is shown. */
  blocks: readonly MailDetailBlock[];
};

/** Lines and blocks of the mail that this guest does not get, and why; or that nothing is missing. */
export function OmittedParts({ shown, blocks }: OmittedProps) {
  const { t } = useTranslation(["campaigns", "mails"]);
  const lines = shown.omitted_lines;
  // A text of which no line is left is told by its lines.
  const gone = shown.omitted_blocks.filter(
    ({ seq, because }) => because === "target" || !lines.some((line) => line.seq === seq),
  );
  if (lines.length === 0 && gone.length === 0)
    return shown.subject === "" ? null : <p className={text.quiet}>{t("preview.allFilled")}</p>;
  const kindOf = (seq: number) => {
    const kind = blocks.find((block) => block.seq === seq)?.kind;
    return kind === undefined ? "" : t(`mails:kind.${kind}`);
  };
  return (
    <div className={text.quiet} role="status">
      {lines.length > 0 ? <p>{t("preview.omitted")}</p> : null}
      <ul>
        {lines.map(({ field, seq, line, missing: names }) => {
          const missing = names.map((name) => t(`mails:placeholder.${name}`)).join(t("condition.separator"));
          return (
            <li key={`${field} ${seq} ${line}`}>
              {field === "blocks"
                ? t("preview.omittedBlockLine", { n: seq, line, missing })
                : t(field === "title" ? "preview.omittedSubject" : "preview.omittedLine", {
                    field: t(`field.mail.${field}`),
                    line,
                    missing,
                  })}
            </li>
          );
        })}
      </ul>
      {gone.length > 0 ? <p>{t("preview.omittedBlocks")}</p> : null}
      <ul>
        {gone.map(({ seq, because }) => (
          <li key={seq}>{t(`preview.omittedBlock.${because}`, { n: seq, kind: kindOf(seq) })}</li>
        ))}
      </ul>
    </div>
  );
}
