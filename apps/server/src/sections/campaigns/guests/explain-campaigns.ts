import type { GuestCampaign } from "@okaeri/contract/campaigns/guest-campaigns";
import type { WhyNot } from "@okaeri/contract/campaigns/why-not";
import type { Language } from "@okaeri/contract/errors";
import {
  type NotAmong,
  type NotDelivered,
  notAmongText,
  notDeliveredText,
} from "@okaeri/contract/problems/stored-reasons";
import { parseTarget, type Target } from "@okaeri/domain/segments/target";
import type { Tx } from "../../../database/connection.ts";
import type { Moment } from "../../pushes/ports.ts";
import { explainTargets } from "../../segments/explain-target.ts";
import { facilitiesOfGuest } from "../../stays/guests.read.ts";
import { type DefinedSegment, definitionsOf, nameOfSent } from "../definitions.ts";
import type { Guest, GuestCampaignRow } from "./guest-campaigns.queries.ts";
import { WHY_OF } from "./why-not.ts";

type Why = Pick<GuestCampaign, "reason" | "detail" | "judged_by">;
type Asking = { accountId: number; guest: Guest; moment: Moment; language: Language };

/**
 * Why the guest got each of these, or did not: what is kept of who was a recipient, else what follows from the send; what neither says is
 * judged by the conditions of then and the guest as they are now. The number of statements does not depend on that of the rows.
 */
export async function explainCampaigns(
  tx: Tx,
  { accountId, guest, moment, language }: Asking,
  rows: readonly GuestCampaignRow[],
): Promise<Why[]> {
  const { knownSince } = guest;
  const asked = rows.filter((row) => row.outcome === null && row.frozen_at !== null);
  const definitions = await definitionsOf(tx, accountId, distinct(asked.map(sentOf), nameOfSent));
  const narrowed = asked.some((row) => row.facility_ids !== null);
  const facilities = narrowed ? await facilitiesOfGuest(tx, accountId, guest.id) : [];
  const open = asked.filter((row) => row.taken_by === null && !knownLater(row) && !outOfReach(row));
  const segments = open.flatMap((row) => definitions.get(nameOfSent(sentOf(row))) ?? []);
  const means = await judgedOf(tx, { accountId, guest, moment }, segments);
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
    });
    if (row.frozen_at === null)
      return row.is_stopped || row.is_over ? because("stopped", "stopped") : because("waiting", "not_fixed");
    const defined = definitions.get(nameOfSent(sentOf(row))) ?? [];
    const own = placeOf(defined, row.segment_id);
    if (row.taken_by !== null)
      return placeOf(defined, row.taken_by) < own ? because("rule", "earlier") : because("segment", "not_meant_then");
    if (knownLater(row)) return because("segment", "known_since");
    const judged = row.definition_digest === null ? "today" : "then";
    if (outOfReach(row)) return because("segment", "elsewhere", judged);
    const segment = defined[own];
    const meant = segment && means(segment);
    if (meant === undefined) return because("segment", "unreadable");
    if (!meant) return because("segment", "not_meant", judged);
    const earlier = defined.slice(0, own).some((one) => !one.on_occasions && means(one) === true);
    return earlier ? because("rule", "earlier", judged) : because("segment", "meant_since", judged);
  }
}

const sentOf = (row: GuestCampaignRow) => ({ campaignId: row.campaign_id, digest: row.definition_digest });

/** Where a segment stands among those of then; one that is not among them, after all. */
function placeOf(defined: readonly DefinedSegment[], id: number): number {
  const place = defined.findIndex((one) => one.id === id);
  return place < 0 ? defined.length : place;
}

/** Why somebody who is a recipient, or whose stay was paid, has it or not. */
function ofRecipient({ outcome, reason, answer, ...row }: GuestCampaignRow, language: Language): Why {
  const said = notDeliveredText(reason, answer, language);
  const because = (why: WhyNot | null, detail: string | null): Why => ({ reason: why, detail, judged_by: null });
  if (row.push_action_id === null)
    return outcome === "sent" ? because(null, null) : because("stay", notAmongText("payment_taken_back", language));
  if (outcome === "sent") return because(null, said);
  if (outcome === "unknown") return because("unknown", said);
  if (outcome === "failed" || outcome === "skipped")
    return because(WHY_OF[reason as NotDelivered] ?? (outcome === "failed" ? "failed" : "segment"), said);
  if (row.is_stopped) return because("stopped", notAmongText("stopped", language));
  if (row.held_for === "quiet_hours") return because("quiet", notAmongText("quiet_hours", language));
  return because("waiting", notAmongText(row.held_for === "approval" ? "approval" : "to_come", language));
}

/** Whether segments mean the guest as they are now, each target asked once; undefined: it cannot be read any more. */
async function judgedOf(
  tx: Tx,
  { accountId, guest, moment }: Omit<Asking, "language">,
  segments: readonly DefinedSegment[],
): Promise<(segment: DefinedSegment) => boolean | undefined> {
  const nameOf = ({ target }: DefinedSegment) => JSON.stringify(target);
  const targets: { name: string; target: Target }[] = distinct(segments, nameOf).flatMap((segment) => {
    const parsed = parseTarget(segment.target);
    return parsed.ok ? [{ name: nameOf(segment), target: parsed.target }] : [];
  });
  if (targets.length === 0) return () => undefined;
  // Only whether it is met is asked, of one guest of the whole programme: whoever asks may see the guest.
  const told = await explainTargets(
    tx,
    { accountId, facilityIds: null },
    targets.map(({ target }) => ({ ...target, tree: null })),
    guest.id,
    moment,
  );
  const means = new Map(targets.map(({ name }, at) => [name, told?.targets[at]?.matches ?? false]));
  return (segment) => means.get(nameOf(segment));
}

/** One of each name. */
function distinct<T>(all: readonly T[], nameOf: (one: T) => string): T[] {
  return [...new Map(all.map((one) => [nameOf(one), one])).values()];
}
