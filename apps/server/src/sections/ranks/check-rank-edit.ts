import { addMonths, type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import type { Definition } from "@okaeri/domain/ranks/definition";
import { definitionErrors } from "@okaeri/domain/ranks/definition";
import { type Reference, referencesOf } from "@okaeri/domain/segments/references";
import { parseTarget } from "@okaeri/domain/segments/target";
import type { Tx } from "../../database/connection.ts";
import { fieldError, refuseFields, refuseProblems } from "../../http/errors.ts";
import type { Fields } from "../../http/fields.ts";
import { rankVersions } from "./rank-facts.queries.ts";
import { givenByHand, type RankRow, targetsWithRanks } from "./ranks.queries.ts";

/** How far ahead a definition can be published. */
const MONTHS_AHEAD = 12;

/** The first day of an edited definition: today, or the day that was asked for. */
export function firstDay(requested: string | undefined, today: CalendarDate): CalendarDate {
  const day = requested === undefined ? today : calendarDate(requested);
  const until = addMonths(today, MONTHS_AHEAD);
  if (day < today) throw fieldError("valid_from", { code: "in_past" });
  if (day > until) throw fieldError("valid_from", { code: "too_late_a_day", until });
  return day;
}

/** @throws CallError INVALID_INPUT that names each field at fault; `known` are the tiers whose ids may be named. */
export function checkDefinition(edit: Definition, known: ReadonlySet<number>): void {
  const fields: Fields = {};
  edit.details.forEach(({ id }, index) => {
    if (id !== null && !known.has(id)) fields[`details.${index}.id`] = { code: "not_a_choice" };
  });
  refuseFields(fields);
  refuseProblems(definitionErrors(edit));
}

/** The tiers that an edit may go on with: those in force and those of a definition that is to come. */
export function knownTiers(rank: RankRow | null): Set<number> {
  return new Set([...(rank?.details ?? []), ...(rank?.coming?.details ?? [])].map(({ id }) => id));
}

/** Names of the campaigns whose targets ask for one of these tiers. */
export async function campaignsWaiting(
  tx: Tx,
  accountId: number,
  tiers: ReadonlySet<number>,
  today: CalendarDate,
): Promise<string[]> {
  const targets = await targetsWithRanks(tx, accountId, today);
  const asking = targets.filter(({ target }) => ranksIn(target).some(({ ids }) => ids.some((id) => tiers.has(id))));
  return [...new Set(asking.map(({ name }) => name))];
}

/** Where a target asks for ranks. */
function ranksIn(target: unknown): Reference[] {
  const parsed = parseTarget(target);
  return parsed.ok ? referencesOf(parsed.target).filter(({ kind }) => kind === "rank_details") : [];
}

/**
 * Prevents a circle: ranks by points received would depend on points that a campaign grants by rank, so that neither could be computed
 * first.
 * @throws CallError INVALID_INPUT that names the definition, where always-on campaigns that are not over ask for a rank.
 */
export async function checkNotCircular(
  tx: Tx,
  accountId: number,
  edit: Definition,
  today: CalendarDate,
): Promise<void> {
  if (edit.definition !== "get_point") return;
  const targets = await targetsWithRanks(tx, accountId, today);
  const basic = targets.filter(({ type, target }) => type === "basic" && ranksIn(target).length > 0);
  const names = [...new Set(basic.map(({ name }) => name))];
  if (names.length > 0) throw fieldError("definition", { code: "ranks_by_points_circular", names });
}

/** Whether ranks are, were or will be given for points got. */
export async function countPoints(tx: Tx, accountId: number): Promise<boolean> {
  const versions = await rankVersions(tx, accountId, { past: true, coming: true });
  return versions.some(({ definition }) => definition === "get_point");
}

/** @throws CallError INVALID_INPUT where a tier that is left out is still asked for or was given by hand. */
export async function checkOmitted(tx: Tx, rank: RankRow, edit: Definition, today: CalendarDate): Promise<void> {
  const remainingIds = new Set(edit.details.map(({ id }) => id));
  const gone = new Set(rank.details.map(({ id }) => id).filter((id) => !remainingIds.has(id)));
  if (gone.size === 0) return;
  const names = await campaignsWaiting(tx, rank.account_id, gone, today);
  if (names.length > 0) throw fieldError("details", { code: "rank_used_by_campaigns", names });
  const byHand = await givenByHand(tx, rank.account_id, today);
  const guests = [...gone].reduce((sum, id) => sum + (byHand.get(id) ?? 0), 0);
  if (guests > 0) throw fieldError("details", { code: "rank_given_by_hand", guests });
}
