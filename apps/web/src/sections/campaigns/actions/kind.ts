import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import type { ConditionInput, SegmentTarget } from "@okaeri/contract/campaigns/audience/condition";
import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { ActionRule, MentionSubject } from "@okaeri/domain/campaigns/actions/action-rule";
import type { ActionCounts, AudienceCounting as CountingOf } from "@okaeri/domain/campaigns/audience/counting";
import type { CampaignPurpose } from "@okaeri/domain/campaigns/delivery/purpose";
import type { Occasion } from "@okaeri/domain/campaigns/triggers/occasions";
import type { ActionType, CampaignType } from "@okaeri/domain/enumerations";
import type { TFunction } from "i18next";
import type { ComponentType, ReactNode } from "react";
import type { FieldRule } from "../../../ui/fields/field-props.ts";
import type { Unit } from "../../../ui/format.ts";
import type { CampaignDetail, Estimate, Push, RecipientOutcome, SegmentAudience } from "../campaigns.api.ts";
import type { VariantKey } from "../variants/variant-key.ts";
import type { BlockConditionComponents } from "./mail/mail-editing.ts";

export type T = TFunction<["campaigns", "ui"]>;

export type Counting = CountingOf<KindName>;

/** What a kind's form works with; names of fields are those of the detail, and paths in it. */
export type FormProps<Draft> = {
  detail: Draft;
  set(part: Partial<Draft>): void;
  /** Always of the newest; the same function as long as the action stands in its place. */
  change(recipe: (detail: Draft) => object): void;
  field(name: string): { id: string; label: string; error: string | undefined };
  rule(name: string): FieldRule;
  /** Where the action stands in the campaign, as the checks name it, and a field by its path in the action. */
  path: string;
  at(path: string): { id: string; error: string | undefined };
  /** Builds conditions, for what only some guests are told. */
  conditions: BlockConditionComponents;
  /** Which letter, and of a message in which language, one works on: it is open in the form and read beside it. */
  variantKey: VariantKey;
  onWording(variantKey: VariantKey): void;
  type: CampaignType;
  /** What the actions of the segment give, all together. */
  given: ReadonlySet<MentionSubject>;
  /** The guests of the segment as they were last counted. */
  counted: SegmentAudience | undefined;
  /** Day of the schedule's next run; null where none is known. */
  firstRunOn: CalendarDate | null;
  /** Null until campaign and action are saved. */
  saved: { campaignId: number; actionId: number } | null;
};

/** An action in the place it has: whom the target means, on which occasions, what for, and what stands beside it. */
export type PreviewProps = {
  target: SegmentTarget | undefined;
  occasions: Occasion[];
  purpose: CampaignPurpose;
  /** First and last day of the campaign. */
  period: { campaign_start_dt: string | null; campaign_end_dt: string | null };
  actions: readonly CampaignAction[];
};
/** `guest`: who is shown, null where the server chooses; `onGuest`: another one is wanted. */
export type EditorPreviewProps = PreviewProps & {
  examples: readonly { id: number; name: string }[];
  /** The ones that are worked on. */
  variantKeyOf(type: ActionType): VariantKey;
  guest: number | null;
  onGuest(id: number | null): void;
};

/**
 * A kind of action on the screens. The editor and the campaign's page loop over the kinds and know none (kinds.ts). Words are in
 * i18n/campaigns: `action.<kind>`, `field.<kind>`, `stop.<kind>`.
 */
export type ScreenKind<Draft = unknown, Detail = unknown> = ActionCounts<Detail> & {
  type: KindName;
  rule: ActionRule<Detail>;
  /** What gives goes out before what tells, whatever their order in the segment. */
  gives: boolean;
  Icon: ComponentType<{ size: number; "aria-hidden": boolean }>;
  /** What comes of it is counted in. */
  unit: Unit;
  /** Fields that have a label. */
  fields: readonly string[];

  blank(): Draft;
  /** What one more such action begins with, where not all of it can stand twice. */
  again?(draft: Draft): Draft;
  /** What the save calls take of a draft: what can be read of it, and of what the campaign's type and its own choices leave in force. */
  sent(draft: Draft, type: CampaignType): Detail;
  /** What is typed where a figure or a day belongs and is none, by its path in the draft. */
  unread(draft: Draft): FieldProblem[];
  /** Problems with which the server refuses a draft of it, beside what stands in several kinds. */
  refused?(detail: NonNullable<Detail>): readonly { path: string }[];
  /** Conditions inside of it, by their paths. */
  conditions?(detail: NonNullable<Detail>): readonly { path: string; target: ConditionInput }[];
  /** What an action holds beside that, in a draft a part of it; paths are those in the action. */
  siblings?: {
    read(action: { type: KindName }): Partial<Draft>;
    sent(draft: Draft): object;
    unread(draft: Draft): FieldProblem[];
  };
  /** The end of a field's id, with rows of the draft by what they are and not by their places. */
  rowOf?(draft: Draft, rest: string): string;
  /** Something was typed: removing asks first. */
  isFilled(draft: Draft): boolean;
  /** Whether one more can stand in a segment that has so many. */
  takesMore(count: number, type: CampaignType): boolean;
  addWords(t: T, again: boolean): string;
  /** In one line: クーポン 3,000円. */
  sentence(t: T, detail: Detail): string;
  /** Last day of what is given on that day, where it is counted from it. */
  firstUntil?(t: T, detail: Detail, firstRunOn: CalendarDate): string | undefined;
  Form(props: FormProps<Draft>): ReactNode;
  Summary(props: { detail: Detail; action?: { type: KindName } }): ReactNode;
  /** As a real guest reads it, beside the form and on the campaign's page. */
  Preview?(props: EditorPreviewProps): ReactNode;
  SavedPreview?(props: PreviewProps): ReactNode;

  reachWords(t: T, count: number, atMost: boolean): string;
  /** What it comes to in people and money: 4,364人に計4,364,000ポイント(期限なし). */
  estimateWords(t: T, estimate: Estimate): string;
  /** How the step of it is called where no message goes out. */
  stepWords?(t: T): string;
  /** Beside the count of the segment. */
  AudienceNote?(props: { counted: SegmentAudience; hasMessage: boolean }): ReactNode;

  /** How its outcomes are called, where not as those of a message. */
  outcome?(outcome: RecipientOutcome): "granted" | "notGranted" | Exclude<RecipientOutcome, "failed">;
  /** What one push brought, in a row of the results. */
  SendResult?(props: { push: Push }): ReactNode;
  /** Several of it are compared by these figures: shares of those who have it, and counts. `Says`: what one of them is, in a line. */
  compared?: {
    of: "delivered" | "given";
    shares: readonly ("opened" | "clicked" | "used")[];
    counts: readonly ("unsubscribed" | "reserved" | "transacted")[];
    Says(props: { detail: Detail }): ReactNode;
  };
  /** How it stands with a campaign that has it. */
  CampaignPanel?(props: { campaign: CampaignDetail }): ReactNode;
};
