import type { rfmEdit } from "@okaeri/contract/rfms";
import { fromRfmDetails, type RfmThresholds, type Score, thresholdErrors } from "@okaeri/domain/rfms/score";
import type { z } from "zod";
import { type Fields, refuseFields } from "../../http/errors.ts";

export type RfmEdit = z.output<typeof rfmEdit>;
/** The thresholds of an edit. @throws CallError INVALID_INPUT that names each field at fault. */
export function thresholdsOf(edit: Pick<RfmEdit, "details">): RfmThresholds {
  const fields: Fields = {};
  const details = edit.details as (RfmEdit["details"][number] & { score: Score })[];
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

/** Groups with trimmed names. @throws CallError INVALID_INPUT for blank or repeated names, priorities and ids that are not this RFM's. */
export function groupsOf(edit: Pick<RfmEdit, "groups">, knownIds: readonly number[]): RfmEdit["groups"] {
  const groups = edit.groups.map((group) => ({ ...group, name: group.name.trim() }));
  const fields: Fields = {};
  const seen = { name: new Set<unknown>(), priority: new Set<unknown>(), id: new Set<unknown>() };
  groups.forEach((group, at) => {
    if (group.name === "") fields[`groups.${at}.name`] = { code: "required" };
    if (group.id !== null && !knownIds.includes(group.id)) fields[`groups.${at}.id`] = { code: "not_a_choice" };
    for (const key of ["name", "priority", "id"] as const) {
      if (group[key] !== null && seen[key].has(group[key])) fields[`groups.${at}.${key}`] ??= { code: "twice" };
      seen[key].add(group[key]);
    }
  });
  refuseFields(fields);
  return groups;
}
