import { useTranslation } from "react-i18next";
import { useProblemText } from "../../../../i18n/use-problem-text.ts";
import { formatCount } from "../../../../ui/format.ts";
import { reachOf } from "../../audience-question.ts";
import type { EditorCard } from "../../campaigns.search.ts";
import { usePeriodText } from "../../period-text.ts";
import { cardOf } from "../draft-problems.ts";
import { useEditor } from "../editor-context.ts";
import { useAudience } from "../use-audience.ts";

/** What each card says when it is closed, and how much of it is missing. */
export function useRailLines(): Record<EditorCard, { lacks: number; lines: string[] }> {
  const { t } = useTranslation(["campaigns", "ui"]);
  const say = useProblemText();
  const { draft, missing } = useEditor();
  const { query, done } = useAudience(draft);
  const period = usePeriodText();
  const { data } = query;
  const lacksOf = (card: EditorCard) => missing.filter(({ path }) => cardOf(path) === card).length;
  const reach = data && reachOf(done, data);
  const matched = data?.all.not_earlier;
  const who =
    matched === undefined
      ? [t("card.notCounted")]
      : [
          t("card.matched", { n: formatCount(matched, "people") }),
          ...(draft.type === "basic" || reach === undefined
            ? []
            : [t("card.reached", { n: formatCount(reach.people, "people") })]),
        ];
  const kinds = [...new Set(draft.segments.flatMap(({ actions }) => actions.map(({ type }) => type)))];
  const what =
    kinds.length === 0 ? t("card.nothing") : kinds.map((type) => t(`action.${type}.short`)).join(t("card.and"));
  const when =
    draft.type === "basic"
      ? [t("card.eachStay"), period(draft.campaign_start_dt, draft.campaign_end_dt)]
      : [t("card.atOnce")];
  const first = missing[0];
  const sure =
    first === undefined
      ? [t(draft.type === "basic" ? "card.readyBasic" : "card.ready")]
      : ["message" in first ? first.message : say(first)];
  return {
    who: { lacks: lacksOf("who"), lines: who },
    what: { lacks: lacksOf("what"), lines: [what] },
    when: { lacks: lacksOf("when"), lines: when },
    sure: { lacks: missing.length, lines: sure },
  };
}
