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
 * A kind of action on the screens. The editor and the campaign's page loop over the kinds and know none (kinds.ts). Only its content is
 * required. Its texts are in i18n/campaigns: `action.<kind>`, `field.<kind>`, `stop.<kind>`.
 */
export type ScreenKind<Draft = unknown, Detail = unknown> = ActionCounts<Detail> & {
  type: KindName;
  rule: ActionRule<Detail>;
  /** A benefit. Benefits go out before messages, whatever their order in the segment. */
  gives: boolean;
  Icon: ComponentType<{ size: number; "aria-hidden": boolean }>;
  /** Unit of its results. */
  unit: Unit;
  content: KindContent<Draft, Detail>;
  review?: KindReview;
  preview?: KindPreview;
  delivery?: KindDelivery<Detail>;
};

/** How an action is written in the editor and shown in a line. */
type KindContent<Draft, Detail> = {
  /** Fields that have a label. */
  fields: readonly string[];
  blank(): Draft;
  /** The draft of a further action that begins as a copy, without fields that must be unique. */
  again?(draft: Draft): Draft;
  /** The part of a draft that is saved: typed values that can be read and that the campaign's type and its own choices leave active. */
  sent(draft: Draft, type: CampaignType): Detail;
  /** Typed texts that are no figure or day, by their path in the draft. */
  unread(draft: Draft): FieldProblem[];
  /** Problems for which the server refuses a draft, beyond those that several kinds have in common. */
  refused?(detail: NonNullable<Detail>): readonly { path: string }[];
  /** Conditions inside it, by their paths. */
  conditions?(detail: NonNullable<Detail>): readonly { path: string; target: ConditionInput }[];
  /** Further details of the action, in a draft a part of it; paths are those in the action. */
  siblings?: {
    read(action: { type: KindName }): Partial<Draft>;
    sent(draft: Draft): object;
    unread(draft: Draft): FieldProblem[];
  };
  /** The end of a field's id, with rows of the draft by what they are and not by their places. */
  rowOf?(draft: Draft, rest: string): string;
  /** The person has typed something: removing the action needs a confirmation. */
  isFilled(draft: Draft): boolean;
  /** Whether one more action fits in a segment that has `count` of them. */
  takesMore(count: number, type: CampaignType): boolean;
  addWords(t: T, again: boolean): string;
  /** In one line: クーポン 3,000円. */
  sentence(t: T, detail: Detail): string;
  /** Last day of the benefit that is given on the day of the first run, if it is counted from that day. */
  firstUntil?(t: T, detail: Detail, firstRunOn: CalendarDate): string | undefined;
  Form(props: FormProps<Draft>): ReactNode;
  Summary(props: { detail: Detail; action?: { type: KindName } }): ReactNode;
};

/** What the review and the audience say of an action. */
type KindReview = {
  reachWords(t: T, count: number, atMost: boolean): string;
  /** Estimate in people and money: 4,364人に計4,364,000ポイント(期限なし). */
  estimateWords(t: T, estimate: Estimate): string;
  /** Name of its step in the audience when no message goes out. */
  stepWords?(t: T): string;
  /** Next to the count of the segment. */
  AudienceNote?(props: { counted: SegmentAudience; hasMessage: boolean }): ReactNode;
};

/** A message as one customer reads it. */
type KindPreview = {
  /** Next to the form. */
  Editor(props: EditorPreviewProps): ReactNode;
  /** On the campaign's page. */
  Saved(props: PreviewProps): ReactNode;
};

/** What the campaign's page shows of an action that was sent. */
type KindDelivery<Detail> = {
  /** Names of outcomes, if they differ from those of a message. */
  outcome?(outcome: RecipientOutcome): "granted" | "notGranted" | Exclude<RecipientOutcome, "failed">;
  /** What one push brought, in a row of the results. */
  SendResult?(props: { push: Push }): ReactNode;
  /** Figures by which variants are compared: shares of the guests who have one, and counts. `Says`: one variant in a line. */
  compared?: {
    of: "delivered" | "given";
    shares: readonly ("opened" | "clicked" | "used")[];
    counts: readonly ("unsubscribed" | "reserved" | "transacted")[];
    Says(props: { detail: Detail }): ReactNode;
  };
  /** State of the action in a campaign that has it. */
  CampaignPanel?(props: { campaign: CampaignDetail }): ReactNode;
};
