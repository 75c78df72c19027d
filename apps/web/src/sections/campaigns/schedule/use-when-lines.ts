import { useTranslation } from "react-i18next";
import { formatMoment } from "../../../ui/format.ts";
import type { T } from "../actions/kind.ts";
import { useEditor } from "../editor/editor-context.ts";
import { isSameWhen, sentWhen, typedSchedule, unsupportedWhen } from "./draft-when.ts";
import { useNextRuns } from "./use-next-runs.ts";
import { whenText } from "./when-text.ts";

/** When the campaign happens in words: all of it, its next run, and what has a time of its own. */
export function useWhenLines() {
  const { t: translate } = useTranslation("campaigns");
  const t = translate as T;
  const { draft } = useEditor();
  const { when, type } = draft;
  const scheduled = type !== "basic" && when.by === "schedule";
  const { data, runs } = useNextRuns(scheduled ? typedSchedule(when.schedule) : null);
  const words = (one: typeof when) =>
    type !== "basic" && unsupportedWhen(one).length > 0 ? t("when.says.unfinished") : whenText(t, sentWhen(one), type);
  const actions = draft.segments.flatMap((segment) => segment.actions);
  const differs = actions.flatMap((action) =>
    action.when && type !== "basic" && !isSameWhen(action.when, when)
      ? [{ title: t(`action.${action.type}.title`), says: words(action.when) }]
      : [],
  );
  const next = runs[0]?.at;
  return {
    says: words(when),
    next: next === undefined ? undefined : { at: next, says: formatMoment(next) },
    /** Known to have no run. */
    never: scheduled && data !== undefined && runs.length === 0,
    differs: [...new Map(differs.map((one) => [`${one.title} ${one.says}`, one])).values()],
  };
}

/** What sets the campaign going: each stay, a person, or the campaign itself. */
export function useStart(): "stays" | "hand" | "itself" {
  const { draft } = useEditor();
  if (draft.type === "basic") return "stays";
  const times = draft.segments.flatMap(({ actions }) => actions.map((action) => action.when ?? draft.when));
  return times.some(({ by }) => by !== "hand") ? "itself" : "hand";
}
