import type { CalendarDate } from "../../calendar-date.ts";
import type { CampaignType } from "../../enumerations.ts";
import type { ReadinessProblem } from "../review/readiness-parts.ts";

/** What a segment gives its guests, or acts because of, so that a text in it may speak of it. */
export type MentionSubject = "points" | "coupon" | "coupon_code" | "reservation";

/** Where an action stands, as far as its rule asks. */
export type ActionSetting = {
  type: CampaignType;
  today: CalendarDate;
  /** First day on which it can be given: of a schedule the next run, of a basic campaign its first day. */
  firstGrant: CalendarDate;
  /** What the actions of the segment give, all together. */
  given: ReadonlySet<MentionSubject>;
};

/** The rule of one kind of action. Paths are in the detail's own field names. */
export interface ActionRule<Detail> {
  /** What keeps it from going out; empty = ready. */
  problems(detail: Detail, of: ActionSetting): ReadinessProblem[];
  /** The same of all that one action holds of its kind, where one stands beside the other. `mayWait`: some of its guests can get it later. */
  together?(held: readonly { path: string; detail: Detail }[], mayWait: boolean): ReadinessProblem[];
  /** Conditions inside what it holds: judged when its segment's are. */
  targets?(detail: Detail): { path: string; target: unknown }[];
  /** What its guests have by it; null: nothing is filled in yet. */
  gives(detail: Detail | null): readonly MentionSubject[];
  /** Path of the first text that mentions a coupon. */
  couponMention?(detail: Detail): string | undefined;
}
