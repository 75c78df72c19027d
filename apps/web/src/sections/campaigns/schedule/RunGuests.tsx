import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { countOf, type Expected, expectedQuery } from "../../../parts/campaigns/runs/expected.ts";
import { type CalendarLine, peopleOf } from "../../../parts/campaigns/runs/lines.ts";
import { formatCount } from "../../../ui/format.ts";

/** For how many a run is. What does not come with it is counted when somebody looks. */
export function RunGuests({ line }: { line: CalendarLine }) {
  const { t } = useTranslation("campaigns");
  const known = peopleOf(line);
  const { data, isError } = useQuery(expectedQuery(line.campaign_id, known === null && line.kind === "schedule"));
  if (line.kind === "trigger" && line.basis !== null)
    return t(`runs.basis.${known === null ? "unknown" : line.basis}`, { n: formatCount(known ?? 0, "people") });
  const n = known ?? (data && expectedOf(data, line));
  if (n === undefined) return isError ? t("runs.notCounted") : t("runs.counting");
  if (n === null) return t("runs.farAhead");
  const people = formatCount(n, "people");
  return line.kind === "done" ? people : t("runs.about", { n: people });
}

/** Null: no forecast reaches so far ahead. */
const expectedOf = (expected: Expected, { actions, at }: CalendarLine): number | null =>
  peopleOf({ actions: actions.map((one) => ({ ...one, count: countOf({ ...one, at }, expected) })) });
