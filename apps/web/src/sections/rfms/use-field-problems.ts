import type { Problem } from "@okaeri/contract/problems/problems";
import { RFM_AXES } from "@okaeri/domain/rfms/score";
import { useTranslation } from "react-i18next";
import type { AppError } from "../../api/app-error.ts";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { boundPath, FREQUENCY_YEARS, MONETARY_YEARS, rfmFieldId, scoreAtBound } from "./rfm-draft.ts";

/** What is wrong, by field and as a list for the top of the page; what the server found stands beside what we found. */
export function useFieldProblems(found: Record<string, Problem>, failure: AppError | undefined) {
  const { t } = useTranslation("rfms");
  const say = useProblemText();
  const messages: Record<string, string> = { ...failure?.fields };
  for (const [path, problem] of Object.entries(found)) messages[path] = say(problem);
  const labels: Record<string, string> = {
    [FREQUENCY_YEARS]: t("form.frequencyYears"),
    [MONETARY_YEARS]: t("form.monetaryYears"),
  };
  for (const axis of RFM_AXES) {
    for (const index of [0, 1, 2, 3]) {
      labels[boundPath(axis, index)] = t(`form.inputOf.${axis}`, { score: scoreAtBound(axis, index) });
    }
  }
  const labelOf = (path: string) => {
    const row = /^groups\.([0-9]+)\./.exec(path)?.[1];
    return row === undefined ? labels[path] : t("form.groupNameOf", { n: Number(row) + 1 });
  };
  const summary = Object.entries(messages).map(([path, message]) => {
    const label = labelOf(path);
    return label === undefined ? { message } : { id: rfmFieldId(path), message: t("form.field", { label, message }) };
  });
  return { messages, summary };
}
