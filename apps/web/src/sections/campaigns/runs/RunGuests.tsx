import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Expected, expectedQuery } from "../../../parts/campaigns/runs/expected.ts";
import { type Line, peopleOf } from "../../../parts/campaigns/runs/lines.ts";
import { formatCount } from "../../../ui/format.ts";

/** For how many a run is. What does not come with it is counted when somebody looks. */
export function RunGuests({ line }: { line: Line }) {
  const { t } = useTranslation("campaigns");
  const known = peopleOf(line);
  const { data, isError } = useQuery(expectedQuery(line.campaign_id, known === null));
  const n = known ?? (data && expectedOf(data, line));
  if (n === undefined) return isError ? t("runs.notCounted") : t("runs.counting");
  const people = formatCount(n, "people");
  return line.kind === "done" ? people : t(line.kind === "trigger" ? "runs.about" : "runs.today", { n: people });
}

function expectedOf({ schedule }: Expected, { actions }: Line): number | undefined {
  const ids = new Set(actions.map(({ action_id }) => action_id));
  const counts = schedule.filter(({ action_id }) => ids.has(action_id)).map(({ count }) => count);
  return counts.length === 0 ? undefined : Math.max(...counts);
}
