import type { rfmEdit } from "@okaeri/contract/rfms";
import { fromRfmDetails, type RfmThresholds, type Score, thresholdErrors } from "@okaeri/domain/rfms/score";
import type { z } from "zod";
import { CallError } from "../../http/errors.ts";

export type RfmEdit = z.output<typeof rfmEdit>;
type Language = "ja" | "en";

const TEXTS = {
  not_ascending: { ja: "ひとつ前のしきい値より大きくしてください", en: "Must be greater than the threshold before it" },
  out_of_range: { ja: "1以上の値を入力してください", en: "Enter 1 or more" },
  not_integer: { ja: "整数で入力してください", en: "Enter a whole number" },
  wrong_count: { ja: "スコア1から5までが必要です", en: "Scores 1 to 5 are all needed" },
  blank: { ja: "入力してください", en: "Please enter this" },
  twice: { ja: "同じ値が重複しています", en: "This value is used twice" },
  unknown: { ja: "選べない値です", en: "This value cannot be chosen" },
} as const;

/** The thresholds of an edit. @throws CallError INVALID_INPUT that names each field at fault. */
export function thresholdsOf(edit: Pick<RfmEdit, "details">, language: Language): RfmThresholds {
  const fields: Record<string, string> = {};
  const details = edit.details as (RfmEdit["details"][number] & { score: Score })[];
  if (new Set(details.map((detail) => detail.score)).size !== details.length)
    fields.details = TEXTS.wrong_count[language];
  const thresholds = fromRfmDetails(details);
  if (!fields.details) {
    for (const { path, code } of thresholdErrors(thresholds)) {
      const [axis = "", position = "0"] = path.split(".");
      // Bound n of recency begins score 4 - n, of the other axes score 2 + n.
      const score = axis === "recency" ? 4 - Number(position) : 2 + Number(position);
      fields[`details.${details.findIndex((detail) => detail.score === score)}.${axis}`] = TEXTS[code][language];
    }
  }
  refuse(fields);
  return thresholds;
}

/** Groups with trimmed names. @throws CallError INVALID_INPUT for blank or repeated names, priorities and ids that are not this RFM's. */
export function groupsOf(
  edit: Pick<RfmEdit, "groups">,
  knownIds: readonly number[],
  language: Language,
): RfmEdit["groups"] {
  const groups = edit.groups.map((group) => ({ ...group, name: group.name.trim() }));
  const fields: Record<string, string> = {};
  const seen = { name: new Set<unknown>(), priority: new Set<unknown>(), id: new Set<unknown>() };
  groups.forEach((group, at) => {
    if (group.name === "") fields[`groups.${at}.name`] = TEXTS.blank[language];
    if (group.id !== null && !knownIds.includes(group.id)) fields[`groups.${at}.id`] = TEXTS.unknown[language];
    for (const key of ["name", "priority", "id"] as const) {
      if (group[key] !== null && seen[key].has(group[key])) fields[`groups.${at}.${key}`] ??= TEXTS.twice[language];
      seen[key].add(group[key]);
    }
  });
  refuse(fields);
  return groups;
}

function refuse(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new CallError("INVALID_INPUT", { fields });
}
