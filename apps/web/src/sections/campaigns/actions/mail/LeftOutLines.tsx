import { useTranslation } from "react-i18next";
import type { Preview } from "../../campaigns.api.ts";
import text from "../../text.module.css";

/** Lines of the mail that this guest does not get, and what is not known of them; or that nothing is missing. */
export function LeftOutLines({ shown }: { shown: Pick<Preview, "left_out_lines" | "subject"> }) {
  const { t } = useTranslation(["campaigns", "mails"]);
  const lines = shown.left_out_lines;
  if (lines.length === 0) return shown.subject === "" ? null : <p className={text.quiet}>{t("preview.allFilled")}</p>;
  return (
    <div className={text.quiet} role="status">
      <p>{t("preview.leftOut")}</p>
      <ul>
        {lines.map(({ field, seq, line, missing: names }) => {
          const missing = names.map((name) => t(`mails:placeholder.${name}`)).join(t("condition.separator"));
          return (
            <li key={`${field} ${seq} ${line}`}>
              {field === "blocks"
                ? t("preview.leftOutBlockLine", { n: seq, line, missing })
                : t(field === "title" ? "preview.leftOutSubject" : "preview.leftOutLine", {
                    field: t(`field.mail.${field}`),
                    line,
                    missing,
                  })}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
