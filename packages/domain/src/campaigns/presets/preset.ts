import type { EndedTerms } from "../../coupons/coupon.ts";
import type { LanguageCode, PresetType } from "../../enumerations.ts";
import type { MailDocument } from "../../messaging/mail-blocks.ts";
import type { GrantRule } from "../../points/amount.ts";
import type { ExpirationRule } from "../../points/expiry.ts";
import type { ConditionRule } from "../../segments/condition.ts";
import type { Timing } from "../schedule/timing.ts";

/** What of an account decides the values of a preset, and what it lacks. */
export interface PresetContext {
  language: LanguageCode;
  /** The law's block of its mails is complete. */
  hasSender: boolean;
  /** Its ranks that ask for something, the best first. */
  ranks: readonly number[];
  /** They are, were or will be given for points, which no campaign may give by rank. */
  ranksByPoints: boolean;
  /** Whether its guests have RFM scores that are kept up. */
  scores: "available" | "none" | "not_in_plan";
  /** From this price on a stay is among the dearest fifth, yen; null without stays. */
  upperFifth: number | null;
}

/** The guest's own link to the card of the registration, once mails can hold it. */
export const COMING_WORDS = ["card_link"] as const;

export interface PresetGroup {
  combinator: "and" | "or";
  rules: readonly (PresetGroup | ConditionRule)[];
}

export type PresetAction = { when: Timing } & (
  | { type: "point"; point: GrantRule & ExpirationRule }
  | { type: "coupon"; coupon: EndedTerms }
  | { type: "mail"; mail: MailDocument }
);

export interface PresetSegment {
  name: string;
  target: PresetGroup;
  /** In their order: what gives before what tells. */
  actions: readonly PresetAction[];
}

/** What a preset asks of the product and of the account. */
export type PresetNeed =
  /** The account's sender, for its messages. */
  | "sender"
  /** A mail can hold the guest's link to the card. */
  | "card_link"
  | "ranks"
  | "ranks_or_scores"
  | "stays";

export interface Preset {
  type: PresetType;
  /** One sentence about it: whom it means and what they get. */
  text: Readonly<Record<LanguageCode, string>>;
  needs: readonly PresetNeed[];
  /** About the stay, without advertising: it asks no consent and counts in no cap. All else is marketing. */
  isService?: true;
  /** Asked only where nothing is lacking. */
  segments(context: PresetContext): readonly PresetSegment[];
}

export const all = (...rules: PresetGroup["rules"]): PresetGroup => ({ combinator: "and", rules });
export const oneOf = (...rules: PresetGroup["rules"]): PresetGroup => ({ combinator: "or", rules });
