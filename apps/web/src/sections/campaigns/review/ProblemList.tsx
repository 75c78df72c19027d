import { useTranslation } from "react-i18next";
import { useProblemText } from "../../../i18n/use-problem-text.ts";
import { type DraftProblem, fieldLabelOf, segmentOf } from "../editor/draft-problems.ts";
import { useEditor } from "../editor/editor-context.ts";
import { variantKeyAt } from "../variants/variant-key-at.ts";
import styles from "./ProblemList.module.css";

/** What needs another look, each line leading to its field. Nothing when there is nothing. */
export function ProblemList({ title, problems }: { title: string; problems: DraftProblem[] }) {
  const { t } = useTranslation("campaigns");
  const say = useProblemText();
  const { focusOn, draft } = useEditor();
  if (problems.length === 0) return null;
  /** The field by its name; of a block also which one, of a further language also which. */
  const labelled = (path: string): string => {
    const name: string = fieldLabelOf(path);
    const block = /\.blocks\.(\d+)/.exec(path)?.[1];
    const n = Number(block) + 1;
    const field = t(`field.${name as "name"}`);
    const label =
      block === undefined
        ? field
        : name === "mail.blocks"
          ? t("problem.block", { n })
          : t("problem.inBlock", { n, label: field });
    const variantKey = variantKeyAt(path, draft);
    const language =
      variantKey?.language !== undefined && /\.other_mails\./.test(path)
        ? t(`mail.language.${variantKey.language}`)
        : undefined;
    const variantName = variantKey?.isCompared
      ? t(`${variantKey.type}.variantWords.name`, { variant: variantKey.variant })
      : undefined;
    const where = variantName ?? language;
    return where === undefined ? label : t("problem.inLanguage", { label, language: where });
  };
  return (
    <div className={styles.problems} role="alert">
      <p>{title}</p>
      <ul>
        {problems.map((problem) => {
          const segment = segmentOf(problem.path);
          const label = labelled(problem.path);
          const message = "message" in problem ? problem.message : say(problem);
          return (
            <li key={`${problem.path} ${message}`}>
              <button type="button" onClick={() => focusOn(problem.path)}>
                {segment === undefined || draft.segments.length === 1
                  ? label
                  : t("problem.inSegment", { n: segment + 1, label })}
              </button>
              {t("problem.line", { message })}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
