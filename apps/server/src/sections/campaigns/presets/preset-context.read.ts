import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import type { PresetContext } from "@okaeri/domain/campaigns/presets/preset";
import type { LanguageCode } from "@okaeri/domain/enumerations";
import { planHas } from "@okaeri/domain/permissions/plan-options";
import type { Tx } from "../../../database/connection.ts";
import type { Scope } from "../../../session/scope.ts";
import { hasLegalBlock, mailSenderOf } from "../../messaging/mail-sender.read.ts";
import { countPoints } from "../../ranks/check-rank-edit.ts";
import { demandingTiers } from "../../ranks/held-ranks.read.ts";
import { hasMonetaryScores } from "../../rfms/rfms.read.ts";
import { priceOfUpperFifth } from "../../stays/prices.read.ts";

/** Stays of so many days say what a dear one is. */
const DAYS_OF_PRICES = 365;

type Row = { ranks: number[]; has_scores: boolean; upper_fifth: number | null };

/** What decides the values of an account's presets, and what they lack. */
export async function presetContext(
  tx: Tx,
  { accountId, programme }: Pick<Scope, "accountId" | "programme">,
  { today, origin, language }: { today: CalendarDate; origin: string; language: LanguageCode },
): Promise<PresetContext> {
  const sender = await mailSenderOf(tx, accountId, origin);
  const found =
    await tx.one<Row>`select ${demandingTiers(accountId)} as ranks, ${hasMonetaryScores(accountId)} as has_scores,
      ${priceOfUpperFifth(accountId, addDays(today, -DAYS_OF_PRICES))} as upper_fifth`;
  return {
    language,
    hasSender: hasLegalBlock(sender),
    ranks: found.ranks,
    ranksByPoints: await countPoints(tx, accountId),
    scores: planHas("rfm_scores", programme.planOptions) ? (found.has_scores ? "available" : "none") : "not_in_plan",
    upperFifth: found.upper_fifth,
  };
}
