import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { detailsOf } from "@okaeri/domain/campaigns/actions/further-details";
import { parseTarget } from "@okaeri/domain/segments/target";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useProblemText } from "../../../i18n/use-problem-text.ts";
import { useConditionWords } from "../../../parts/campaigns/conditions/condition-text.ts";
import { formatCount } from "../../../ui/format.ts";
import type { T } from "../actions/kind.ts";
import { kindOf } from "../actions/kinds.ts";
import { sendReach } from "../audience/audience-question.ts";
import { toTarget } from "../audience/target-tree.ts";
import { useAudience } from "../audience/use-audience.ts";
import { reviewQuery } from "../campaigns.api.ts";
import type { EditorCard } from "../campaigns.search.ts";
import { useUnconfirmedText } from "../review/use-unconfirmed-text.ts";
import { usePeriodText } from "../schedule/period-text.ts";
import { useFirstRunOn } from "../schedule/use-first-run.ts";
import { useStart, useWhenLines } from "../schedule/use-when-lines.ts";
import { campaignDocumentOf, type Draft, type DraftSegment } from "./draft.ts";
import { cardOf } from "./draft-problems.ts";
import { useEditor } from "./editor-context.ts";

/** So many segments are named; the others are counted. */
const NAMED = 2;

/** What each card says when it is closed, and how much of it is missing. */
export function useOutlineLines(): Record<EditorCard, { lacks: number; lines: string[] }> {
  const { t } = useTranslation(["campaigns", "ui"]);
  const say = useProblemText();
  const { draft, missing, record, card } = useEditor();
  // What to mind is worked out where the letter tells it; the rail says what it told of this version.
  const { data: review } = useQuery({ ...reviewQuery(record.id, record.version), enabled: card === "review" });
  const cautions = review?.cautions.length ?? 0;
  const unconfirmed = useUnconfirmedText();
  const { query, done } = useAudience(draft);
  const period = usePeriodText();
  const nameOf = useSegmentWords();
  const { data } = query;
  const lacksOf = (card: EditorCard) => missing.filter(({ path }) => cardOf(path) === card).length;
  const reach = data && sendReach(done, data);
  const people = data && formatCount(data.all.not_earlier, "people");
  const named = draft.segments.slice(0, NAMED).map(nameOf).join(t("card.and"));
  const more = draft.segments.length - NAMED;
  const audienceText = more > 0 ? `${named} ${t("card.morePriorities", { count: more })}` : named;
  const who = [
    people === undefined ? audienceText : t("card.withCount", { who: audienceText, n: people }),
    ...(people === undefined ? [t("card.notCounted")] : []),
    ...(draft.type === "basic" || reach === undefined
      ? []
      : [t("card.reached", { n: formatCount(reach.people, "people") })]),
  ];
  const time = useWhenLines();
  const start = useStart();
  const firstRunOn = useFirstRunOn({ id: null, when: null });
  const when = [
    time.says,
    ...(time.next === undefined || draft.when.schedule.every === "once"
      ? []
      : [t("when.rail.next", { at: time.next.says })]),
    ...(time.never ? [t("when.rail.notComing")] : []),
    ...time.differs.map((one) => t("when.rail.differs", one)),
    ...(draft.type === "basic" ? [period(draft.campaign_start_dt, draft.campaign_end_dt)] : []),
  ];
  const [first] = missing;
  const reviewLine =
    first === undefined
      ? unconfirmed
        ? t("card.presetText")
        : cautions > 0
          ? t("card.cautions", { count: cautions })
          : t(start === "hand" ? "card.ready" : "card.readyBasic")
      : "message" in first
        ? first.message
        : say(first);
  return {
    who: { lacks: lacksOf("who"), lines: who },
    what: {
      lacks: lacksOf("what"),
      lines: [benefits(draft, t) || t("card.nothing"), ...firstEnds(draft, t, firstRunOn)],
    },
    when: { lacks: lacksOf("when"), lines: when },
    review: { lacks: (missing.length > 0 ? missing.length : cautions) + (unconfirmed ? 1 : 0), lines: [reviewLine] },
  };
}

/** What is given and told, each once, in the words of its kind. */
function benefits(draft: Draft, t: T): string {
  const all = campaignDocumentOf(draft).segments.flatMap(({ actions }) =>
    actions.flatMap((action) => detailsOf(action).map(({ detail }) => kindOf(action.type).content.sentence(t, detail))),
  );
  return [...new Set(all)].join(t("card.and"));
}

/** Until when what the next run gives can be used, each day once; actions with a time of their own say it in their form. */
function firstEnds(draft: Draft, t: T, firstRunOn: CalendarDate | null): string[] {
  if (firstRunOn === null) return [];
  const common = draft.segments.flatMap(({ actions }, segment) =>
    actions.flatMap(({ when }, action) =>
      when === null ? [campaignDocumentOf(draft).segments[segment]?.actions[action]] : [],
    ),
  );
  const all = common.flatMap((action) =>
    action === undefined
      ? []
      : detailsOf(action).flatMap(
          ({ detail }) => kindOf(action.type).content.firstUntil?.(t, detail, firstRunOn) ?? [],
        ),
  );
  return [...new Set(all)];
}

/** A segment by its name, else by its first conditions. */
function useSegmentWords(): (segment: DraftSegment) => string {
  const { t } = useTranslation("campaigns");
  const words = useConditionWords();
  return ({ name, lua, target }) => {
    if (name.trim() !== "") return name.trim();
    if (lua !== undefined) return t("card.script");
    const [first, ...others] = rulesIn(toTarget(target));
    if (first === undefined) return t("card.everybody");
    const firstRule = isFinished(first) ? words.rule(first) : t("card.unfinished");
    return others.length === 0 ? firstRule : t("card.moreRules", { firstRule, count: others.length });
  };
}

type Rule = Exclude<ConditionInput, { rules: unknown }>;

const rulesIn = (node: ConditionInput): Rule[] => ("rules" in node ? node.rules.flatMap(rulesIn) : [node]);

const isFinished = (rule: Rule): boolean => parseTarget({ combinator: "and", rules: [rule] }).ok;
