import type { rfmEdit } from "@okaeri/contract/rfms";
import { type Combination, repeatedCombinations } from "@okaeri/domain/rfms/paint";
import { fromRfmDetails, type RfmThresholds, type Score, thresholdErrors } from "@okaeri/domain/rfms/score";
import type { z } from "zod";
import { refuseFields } from "../../http/errors.ts";
import type { Fields } from "../../http/fields.ts";

export type RfmEditInput = z.output<typeof rfmEdit>;
/** The thresholds of an edit. @throws CallError INVALID_INPUT that names each field at fault. */
export function thresholdsOf(edit: Pick<RfmEditInput, "details">): RfmThresholds {
  const fields: Fields = {};
  const details = edit.details as (RfmEditInput["details"][number] & { score: Score })[];
  if (new Set(details.map((detail) => detail.score)).size !== details.length) fields.details = { code: "wrong_count" };
  const thresholds = fromRfmDetails(details);
  if (!fields.details) {
    for (const { path, ...problem } of thresholdErrors(thresholds)) {
      const [axis = "", position = "0"] = path.split(".");
      // Bound n of recency begins score 4 - n, of the other axes score 2 + n.
      const score = axis === "recency" ? 4 - Number(position) : 2 + Number(position);
      fields[`details.${details.findIndex((detail) => detail.score === score)}.${axis}`] = problem;
    }
  }
  refuseFields(fields);
  return thresholds;
}

/**
 * Groups with trimmed names; rows of one name are one group. @throws CallError INVALID_INPUT for blank names, for priorities, ids and
 * combinations that are there twice, and for ids that are not this RFM's.
 */
export function groupsOf(edit: Pick<RfmEditInput, "groups">, knownIds: readonly number[]): RfmEditInput["groups"] {
  const groups = edit.groups.map((group) => ({ ...group, name: group.name.trim() }));
  const fields: Fields = {};
  const seen = { priority: new Set<unknown>(), id: new Set<unknown>() };
  groups.forEach((group, at) => {
    if (group.name === "") fields[`groups.${at}.name`] = { code: "required" };
    if (group.id !== null && !knownIds.includes(group.id)) fields[`groups.${at}.id`] = { code: "not_a_choice" };
    for (const key of ["priority", "id"] as const) {
      if (group[key] !== null && seen[key].has(group[key])) fields[`groups.${at}.${key}`] ??= { code: "twice" };
      seen[key].add(group[key]);
    }
  });
  for (const at of repeatedCombinations(groups as Combination[]))
    fields[`groups.${at}.recency_score`] ??= { code: "same_combination", name: sameAs(groups, at) };
  refuseFields(fields);
  return groups;
}

/** Who asked for the combination first. */
function sameAs(groups: RfmEditInput["groups"], at: number): string {
  const scores = (group: RfmEditInput["groups"][number] | undefined) =>
    [group?.recency_score, group?.frequency_score, group?.monetary_score].join("/");
  return groups.find((group) => scores(group) === scores(groups[at]))?.name ?? "";
}
