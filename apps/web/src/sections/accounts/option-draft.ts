import { overlappingOptions } from "@okaeri/domain/accounts/option-periods";
import { calendarDate, parseDate } from "@okaeri/domain/calendar-date";
import type { OptionType } from "@okaeri/domain/permissions/plan-options";
import type { Problems } from "../../parts/records/use-record-form.ts";
import type { AccountDetail } from "./accounts.api.ts";

/** One option's period as it is being typed; days are YYYY-MM-DD, "" = not filled in. */
export type OptionDraft = {
  /** Tells the rows apart while they are edited. */
  key: string;
  /** Null = not saved yet. */
  id: number | null;
  option_type: OptionType;
  option_started_at: string;
  option_ended_at: string;
  option_item: string;
};

export function draftsOf(options: AccountDetail["account_options"]): OptionDraft[] {
  return options.map(({ id, option_type, option_started_at, option_ended_at, option_item }) => ({
    key: `saved-${id}`,
    id,
    option_type,
    option_started_at,
    option_ended_at: option_ended_at ?? "",
    option_item,
  }));
}

/** As the calls take them. */
export function optionInputs(drafts: readonly OptionDraft[]) {
  return drafts.map(({ key: _key, option_ended_at, ...draft }) => ({
    ...draft,
    option_ended_at: option_ended_at === "" ? null : option_ended_at,
  }));
}

/** Path of the field, such as `options.0.option_started_at` → what is wrong with it; all rows at once. */
export function optionProblems(drafts: readonly OptionDraft[], isTopLevel: boolean): Problems {
  const found: Problems = {};
  drafts.forEach((draft, row) => {
    const { option_started_at: start, option_ended_at: end } = draft;
    if (parseDate(start) === undefined) found[`options.${row}.option_started_at`] = { code: "required" };
    else if (end !== "" && end < start) found[`options.${row}.option_ended_at`] = { code: "before_start" };
    if (draft.option_type === "crm_option_parent" && !isTopLevel)
      found[`options.${row}.option_type`] = { code: "top_level_only" };
  });
  // Only rows that are periods at all can overlap.
  const sound = drafts.flatMap((draft, row) =>
    Object.keys(found).some((path) => path.startsWith(`options.${row}.option_`) && !path.endsWith("option_type"))
      ? []
      : [{ row, draft }],
  );
  const periods = sound.map(({ draft }) => ({
    option_type: draft.option_type,
    option_started_at: calendarDate(draft.option_started_at),
    option_ended_at: draft.option_ended_at === "" ? null : calendarDate(draft.option_ended_at),
  }));
  for (const position of overlappingOptions(periods)) {
    const row = sound[position]?.row;
    if (row !== undefined) found[`options.${row}.option_started_at`] = { code: "periods_overlap" };
  }
  return found;
}

/** A facility's code after another: HANA-01 → HANA-02; without a number at its end there is nothing to count on. */
export function nextFacilityCode(code: string): string {
  const [, start = "", digits] = /^(.*?)(\d{1,9})$/.exec(code) ?? [];
  if (digits === undefined) return "";
  return start + String(Number(digits) + 1).padStart(digits.length, "0");
}
