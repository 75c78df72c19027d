import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import type { GuestCampaign } from "@okaeri/contract/campaigns/delivery/guest-campaigns";
import type { WhyNot } from "@okaeri/contract/campaigns/delivery/why-not";
import type { Language } from "@okaeri/contract/errors";
import {
  type NotAmong,
  type NotDelivered,
  notAmongText,
  notDeliveredText,
} from "@okaeri/contract/problems/stored-reasons";
import { parseTarget } from "@okaeri/domain/segments/target";
import type { Tx } from "../../../database/connection.ts";
import type { Moment } from "../../pushes/ports.ts";
import { explainTargets } from "../../segments/explain-target.ts";
import { facilitiesOfGuest } from "../../stays/guests.read.ts";
import { type DefinedSegment, definitionsOf, nameOfSent } from "./definitions.ts";
import type { CampaignGuest, GuestCampaignRow } from "./guest-campaigns.queries.ts";
import { unmetRules } from "./unmet-rules.ts";
import { WHY_OF } from "./why-not.ts";

type Why = Pick<GuestCampaign, "reason" | "detail" | "judged_by" | "unmet">;
type CampaignContext = { accountId: number; guest: CampaignGuest; moment: Moment; language: Language };

/**
 * Why the guest got each of these, or did not: what is kept of who was a recipient, else what follows from the send; what neither says is
 * judged by the conditions of then and the guest as they are now. The number of statements does not depend on that of the rows.
 */
export async function explainCampaigns(
  tx: Tx,
  { accountId, guest, moment, language }: CampaignContext,
  rows: readonly GuestCampaignRow[],
): Promise<Why[]> {
  const { knownSince } = guest;
  const asked = rows.filter((row) => row.outcome === null && row.frozen_at !== null);
  const definitions = await definitionsOf(tx, accountId, distinct(asked.map(sentOf), nameOfSent));
  const narrowed = asked.some((row) => row.facility_ids !== null);
  const facilities = narrowed ? await facilitiesOfGuest(tx, accountId, guest.id) : [];
  const open = asked.filter((row) => row.taken_by === null && !knownLater(row) && !outOfReach(row));
  const segments = open.flatMap((row) => definitions.get(nameOfSent(sentOf(row))) ?? []);
  const judge = await judgedOf(
    tx,
    { accountId, guest, moment },
    segments,
    new Set(open.flatMap((row) => row.segment_id ?? [])),
  );
  return rows.map(whyOf);

  function knownLater({ frozen_at }: GuestCampaignRow): boolean {
    return frozen_at !== null && knownSince > frozen_at;
  }
  function outOfReach({ facility_ids }: GuestCampaignRow): boolean {
    return facility_ids !== null && !facility_ids.some((id) => facilities.includes(id));
  }

  function whyOf(row: GuestCampaignRow): Why {
    if (row.outcome !== null) return ofRecipient(row, language);
    const because = (reason: WhyNot, code: NotAmong, judged_by: Why["judged_by"] = null): Why => ({
      reason,
      detail: notAmongText(code, language),
      judged_by,
      unmet: [],
    });
    if (row.frozen_at === null)
      return row.is_stopped || row.is_over ? because("stopped", "stopped") : because("waiting", "not_fixed");
    const defined = definitions.get(nameOfSent(sentOf(row))) ?? [];
    const own = placeOf(defined, row.segment_id);
    if (row.taken_by !== null)
      return placeOf(defined, row.taken_by) < own ? because("rule", "earlier") : because("segment", "not_matched_then");
    if (knownLater(row)) return because("segment", "known_since");
    const judged = row.definition_digest === null ? "today" : "then";
    if (outOfReach(row)) return because("segment", "elsewhere", judged);
    const segment = defined[own];
    const found = segment && judge(segment);
    if (found === undefined) return because("segment", "unreadable");
    if (!found.isMatched) return { ...because("segment", "not_matched", judged), unmet: found.unmet };
    const earlier = defined.slice(0, own).some((one) => !one.on_occasions && judge(one)?.isMatched === true);
    return earlier ? because("rule", "earlier", judged) : because("segment", "matched_since", judged);
  }
}

const sentOf = (row: GuestCampaignRow) => ({ campaignId: row.campaign_id, digest: row.definition_digest });

/** Where a segment stands among those of then; one that is not among them, after all. */
function placeOf(defined: readonly DefinedSegment[], id: number | null): number {
  const place = defined.findIndex((one) => one.id === id);
  return place < 0 ? defined.length : place;
}

/** Why somebody who is a recipient, or whose stay was paid, has it or not. */
function ofRecipient({ outcome, reason, answer, ...row }: GuestCampaignRow, language: Language): Why {
  const text = notDeliveredText(reason, answer, language);
  const because = (why: WhyNot | null, detail: string | null): Why => ({
    reason: why,
    detail,
    judged_by: null,
    unmet: [],
  });
  if (row.push_action_id === null)
    return outcome === "sent" ? because(null, null) : because("stay", notAmongText("payment_revoked", language));
  if (outcome === "sent") return because(null, text);
  if (outcome === "unknown") return because("unknown", text);
  if (outcome === "failed" || outcome === "skipped")
    return because(WHY_OF[reason as NotDelivered] ?? (outcome === "failed" ? "failed" : "segment"), text);
  if (row.is_stopped) return because("stopped", notAmongText("stopped", language));
  if (row.held_for === "quiet_hours") return because("quiet", notAmongText("quiet_hours", language));
  return because("waiting", notAmongText(row.held_for === "approval" ? "approval" : "to_come", language));
}

/** Whether a target means the guest, and the rules for which it does not. */
type Judged = { isMatched: boolean; unmet: ConditionInput[] };

/**
 * Whether segments mean the guest as they are now, each target asked once; of the segments of `shown` also which rules hold. Undefined: the
 * target cannot be read any more.
 */
async function judgedOf(
  tx: Tx,
  { accountId, guest, moment }: Omit<CampaignContext, "language">,
  segments: readonly DefinedSegment[],
  shown: ReadonlySet<number>,
): Promise<(segment: DefinedSegment) => Judged | undefined> {
  const nameOf = ({ id, target }: DefinedSegment) => JSON.stringify([shown.has(id), target]);
  const targets = distinct(segments, nameOf).flatMap((segment) => {
    const parsed = parseTarget(segment.target);
    if (!parsed.ok) return [];
    const { target } = parsed;
    return [{ name: nameOf(segment), target: shown.has(segment.id) ? target : { ...target, tree: null } }];
  });
  if (targets.length === 0) return () => undefined;
  // Of one guest of the whole programme: whoever asks may see the guest.
  const reach = { accountId, facilityIds: null };
  const asked = targets.map(({ target }) => target);
  const explanation = await explainTargets(tx, reach, asked, guest.id, moment);
  const judged = new Map(
    targets.map(({ name, target: { tree } }, at): [string, Judged] => {
      const { matches: isMatched, rules } = explanation?.targets[at] ?? { matches: false, rules: {} };
      // The same tree, told by the domain with its own words.
      return [name, { isMatched, unmet: tree === null ? [] : (unmetRules(tree, rules) as ConditionInput[]) }];
    }),
  );
  return (segment) => judged.get(nameOf(segment));
}

/** One of each name. */
function distinct<T>(all: readonly T[], nameOf: (one: T) => string): T[] {
  return [...new Map(all.map((one) => [nameOf(one), one])).values()];
}
