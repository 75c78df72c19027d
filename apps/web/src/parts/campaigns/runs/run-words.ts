import { countsBack } from "@okaeri/domain/campaigns/triggers/occasion";
import { useTranslation } from "react-i18next";
import { formatCount, formatTime } from "../../../ui/format.ts";
import type { CalendarItem } from "./calendar.ts";
import { type CalendarLine, peopleOf } from "./lines.ts";

/** What people say of runs, in short. */
export function useRunWords() {
  const { t } = useTranslation(["campaigns", "ui"]);
  /** チェックインの3日前 */
  const trigger = ({ base, offset_days: count }: NonNullable<CalendarItem["trigger"]>) => {
    const way = count === 0 ? "same" : countsBack(base) ? "before" : "after";
    return t(`runs.trigger.${way}`, { base: t(`when.trigger.noun.${base}`), count });
  };
  const people = (line: CalendarLine) => {
    const n = peopleOf(line);
    return n === null ? undefined : formatCount(n, "people");
  };
  /** When, within its day. */
  const when = (line: CalendarLine) =>
    line.trigger && line.kind === "trigger" ? trigger(line.trigger) : formatTime(line.at);
  /** How many: today's count of what comes, what was reached of what is over. */
  const who = (line: CalendarLine) => {
    const n = people(line);
    if (line.kind === "missed") return t(line.omitted ? "runs.leaves" : "runs.notSent");
    if (n === undefined) return undefined;
    return t(line.kind === "done" ? "runs.reached" : line.kind === "trigger" ? "runs.about" : "runs.count", { n });
  };
  return { trigger, people, when, who };
}
