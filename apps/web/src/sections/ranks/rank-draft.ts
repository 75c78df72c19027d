import type { Problem } from "@okaeri/contract/problems/problems";
import type { RankDefinition } from "@okaeri/domain/enumerations";
import { definitionErrors, THRESHOLD_OF } from "@okaeri/domain/ranks/definition";
import type { Problems } from "../../parts/records/use-record-form.ts";
import type { FigureInput } from "../../ui/fields/field-props.ts";
import type { Rank, RankInput, RankSuggestion } from "./ranks.api.ts";

/** A tier while it is typed; the best stands first, which is its priority. */
export type TierDraft = {
  key: string;
  id: number | null;
  name: string;
  total_stay: FigureInput;
  total_use_price: FigureInput;
  total_get_point: FigureInput;
  min_use_point: FigureInput;
  max_use_point: FigureInput;
};

export type RankValues = {
  definition: RankDefinition;
  base_month: FigureInput;
  active_month: FigureInput;
  base_date: FigureInput;
  use_point_unit: FigureInput;
  details: readonly TierDraft[];
  valid_from: string;
};

export const newTier = (): TierDraft => ({
  key: `new-${crypto.randomUUID()}`,
  id: null,
  name: "",
  total_stay: "",
  total_use_price: "",
  total_get_point: "",
  min_use_point: "",
  max_use_point: "",
});

/** What is to come is what a further edit starts from; otherwise what is in force. */
export function rankFormValues(rank: Rank, today: string): RankValues {
  const { definition, base_month, active_month, base_date, use_point_unit } = rank.coming ?? rank;
  const details = (rank.coming ?? rank).details.map((tier) => ({
    key: `saved-${tier.id}`,
    id: tier.id,
    name: tier.name,
    total_stay: tier.total_stay ?? "",
    total_use_price: tier.total_use_price ?? "",
    total_get_point: tier.total_get_point ?? "",
    min_use_point: tier.min_use_point ?? "",
    max_use_point: tier.max_use_point ?? "",
  }));
  return {
    definition,
    base_month,
    active_month,
    base_date,
    use_point_unit,
    details,
    valid_from: rank.coming?.valid_from ?? today,
  };
}

/** The suggested tiers as rows, the best first; `names` go from the entry tier upwards. */
export function suggestedRows(
  definition: RankDefinition,
  { tiers }: Pick<RankSuggestion, "tiers">,
  names: readonly string[],
): TierDraft[] {
  return tiers.map((tier, index) => ({
    ...newTier(),
    name: names[tiers.length - 1 - index] ?? "",
    [THRESHOLD_OF[definition]]: tier.threshold,
    min_use_point: tier.min_use_point,
    max_use_point: tier.max_use_point,
  }));
}

const numberOf = (figure: FigureInput): number | null => (typeof figure === "number" ? figure : null);

export function inputOf(values: RankValues): RankInput {
  return {
    definition: values.definition,
    use_point_unit: Number(values.use_point_unit),
    active_month: Number(values.active_month),
    base_month: Number(values.base_month),
    base_date: Number(values.base_date),
    valid_from: values.valid_from,
    details: values.details.map((tier, index) => ({
      id: tier.id,
      name: tier.name.trim(),
      priority: index + 1,
      total_stay: numberOf(tier.total_stay),
      total_use_price: numberOf(tier.total_use_price),
      total_get_point: numberOf(tier.total_get_point),
      min_use_point: numberOf(tier.min_use_point),
      max_use_point: numberOf(tier.max_use_point),
    })),
  };
}

/** Validation across fields: tiers in the wrong order, limits that let nothing be used, a first day in the past. */
export function rankProblems(values: RankValues, today: string): Problems {
  const found: Problems = {};
  for (const { path, code } of definitionErrors(inputOf(values))) found[path] ??= { code } as Problem;
  if (values.valid_from === "") found.valid_from = { code: "required" };
  else if (values.valid_from < today) found.valid_from = { code: "in_past" };
  return found;
}
