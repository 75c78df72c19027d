import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import type { AudienceCheck, AudienceSegment } from "@okaeri/contract/campaigns/audience/audience";
import type { SegmentTarget } from "@okaeri/contract/campaigns/audience/condition";
import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import type { FieldCaution } from "@okaeri/contract/problems/cautions";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { ActionRule } from "@okaeri/domain/campaigns/actions/action-rule";
import type { ActionCounts, AudienceCounting, CountedSegment } from "@okaeri/domain/campaigns/audience/counting";
import type { CampaignPurpose } from "@okaeri/domain/campaigns/delivery/purpose";
import type { GrantDay } from "@okaeri/domain/campaigns/schedule/grant-day";
import type { KnownRun } from "@okaeri/domain/campaigns/schedule/runs";
import type { Occasion } from "@okaeri/domain/campaigns/triggers/occasions";
import type { CampaignType, PresetType } from "@okaeri/domain/enumerations";
import type { Variant } from "@okaeri/domain/pushes/variants";
import type { RawBuilder } from "kysely";
import type { App } from "../../../app.ts";
import type { Tx } from "../../../database/connection.ts";
import type { EvaluationDay } from "../../../database/evaluation-day.ts";
import type { MessageTerms } from "../../pushes/campaign-terms.read.ts";
import type { Channel, EligibilityOf, Pace } from "../../pushes/ports.ts";
import type { PushRow } from "../../pushes/pushes.read.ts";
import type { SentBenefit } from "../../pushes/revocations.read.ts";
import type { LimitedBenefit } from "../../segments/audience-sets.ts";
import type { ActionResults } from "./asked-results.ts";

// The interface between campaigns and kinds of action. Campaigns loop over the kinds and name none; main/action-kinds.ts lists them.
// How to add one: docs/sections.md.

/** Programme and moment of a call; `origin` is the address of links and of the default sender. */
export type CampaignContext = { accountId: number; origin: string; today: CalendarDate; now: Date };

/** An action of the document; `id` is null until it is saved. */
export type Placed<Detail> = { id: number | null; detail: Detail };
/** An action of the saved campaign. `segment`: place of its segment; `matches`: SQL over customers `customer` that the segment matches. */
export type SavedPlace<Detail> = Placed<Detail> & { segment: number; matches: RawBuilder<boolean> | null };

/**
 * Next step of the campaign. `page`: none, its page lists missing requirements; `start`: send or activate it; `go_on`: deliver to the
 * remaining recipients.
 */
export type Next = { next: "page" | "start" | "go_on"; type: CampaignType };

/** Customers whose benefits are revoked, and the reason. */
export type RevocationRequest = { benefits: readonly SentBenefit[]; customerIds: readonly number[]; remarks: string };
/**
 * Result of a revocation. `holders`: customers whose rank may change. `takenFrom`: pushes with revoked benefits. `remainingFrom`: pushes
 * with benefits that stay because they were used.
 */
export type Revocation = {
  customers: number;
  points: number;
  coupons: number;
  holders: readonly number[];
  takenFrom: readonly number[];
  remainingFrom: readonly number[];
};

/** An action of the saved campaign, its further details, and the count of its segment. */
export type ReviewedPlace<Detail> = {
  id: number;
  detail: Detail;
  further: readonly { path: string; detail: Detail }[];
  counted: ReviewedSegment;
  asked: AudienceCounting;
  /** Day of its next delivery. */
  given: GrantDay;
};
/** Figures of a segment that a review uses. */
export type ReviewedSegment = CountedSegment & {
  matched: number;
  coupons_lacking: number;
  reasons: { bounced: number };
};
/** Context of a review. `guests`: SQL of the ids of all customers that the segments of the campaign match. */
export type Reviewing = { type: CampaignType; terms: MessageTerms; guests: RawBuilder<number> };
/** Estimated cost of an action (contract/campaigns/review/review.ts) and its risks; paths use the field names of the detail. */
export type ActionEstimate = {
  total: number | null;
  until: CalendarDate | null;
  /** The day from which `until` is counted; null: it is a fixed day, or there is none. */
  countedFrom?: GrantDay | null;
  endless: boolean;
  sender?: { name: string; address: string; reply_to: string };
  cautions: FieldCaution[];
  /** Risks of the further details; paths begin with the field of the action. */
  furtherCautions?: FieldCaution[];
};

/**
 * A kind of action. Only its content is required: a kind without `delivery` sends nothing, without `review` it costs nothing, without
 * `preview` a guest reads nothing of it, without `revocation` nothing can be revoked.
 */
export type ActionKind<Detail = unknown> = {
  type: KindName;
  /** Which figures of a count belong to it. */
  counts: ActionCounts<Detail>;
  /** Validation errors that block activation and that the contract can check. */
  rule: ActionRule<Detail>;
  content: ActionContent<Detail>;
  delivery?: ActionDelivery;
  /** Estimates what the actions cost with the guests who were counted, and names risks: one entry for each action. */
  review?(
    tx: Tx,
    asking: CampaignContext,
    actions: readonly ReviewedPlace<Detail>[],
    of: Reviewing,
  ): Promise<ActionEstimate[]>;
  preview?: ActionPreview;
  revocation?: ActionRevocation<Detail>;
};

/** How the detail of an action is checked, stored and approved. */
export type ActionContent<Detail> = {
  /** Whether a message still has the words of this preset in every text field. */
  isPresetText?(preset: PresetType, detail: Detail): boolean;
  /** Errors with which even a draft is refused, beyond the contract: a list for each action. `gone`: actions that the same save removes. */
  draftProblems?(
    tx: Tx,
    asking: CampaignContext,
    actions: readonly Placed<Detail>[],
    gone: readonly number[],
  ): Promise<FieldProblem[][]>;
  /** Errors that block activation and that only the server can check: a list for each action. */
  missing?(
    tx: Tx,
    asking: CampaignContext,
    actions: readonly SavedPlace<Detail>[],
    next: Next,
  ): Promise<FieldProblem[][]>;
  /** SQL over campaign actions `action`: the detail in JSON, with the contract's names; null while nothing is filled in. */
  read: RawBuilder<unknown>;
  /** The same for further details of the action, by the contract's names. */
  readFurther?: Record<string, RawBuilder<unknown>>;
  /** Stores the detail of the document, and its further details. */
  write(
    tx: Tx,
    who: { accountId: number; userId: number },
    actionId: number,
    detail: Detail | null,
    further: readonly Detail[],
  ): Promise<void>;
  /** SQL over campaign actions `action`: other rows refer to what the action holds, so that it has to be kept. */
  inUse?: RawBuilder<boolean>;
  /** Deactivates what guests could use of removed actions. `write` restores it when the actions come back. */
  remove?(tx: Tx, accountId: number, actionIds: readonly number[]): Promise<void>;
  /** Deletes the details of removed actions that are not in use. */
  purge(tx: Tx, accountId: number, actionIds: readonly number[]): Promise<void>;
  /** Details of copies of actions, where they differ: fields that must be unique. */
  copied?(tx: Tx, accountId: number, details: readonly Detail[]): Promise<Detail[]>;
  /** SQL over campaign actions `action`: a jsonb array of everything guests get or read by it, which a second person approves. */
  approvalFingerprint: RawBuilder<unknown>;
};

/** How an action reaches guests. */
export type ActionDelivery = {
  channel(app: App, pace?: Pace): Channel;
  /** Figures of the action in the results of its campaign. */
  results: ActionResults;
  /** Returns, once per programme, who is skipped by each message that is not sent yet. */
  eligibility?(tx: Tx, asking: CampaignContext): Promise<MessageEligibility>;
  /** Checks one guest for a message that is not saved yet. */
  explain?(
    tx: Tx,
    asking: CampaignContext,
    segment: AudienceSegment,
    terms: MessageTerms,
    customerId: number,
  ): Promise<AudienceCheck[]>;
  /** Benefits of each segment that only a limited number of guests can get. */
  limitedBenefits?(tx: Tx, accountId: number, segments: readonly AudienceSegment[]): Promise<LimitedBenefit[][]>;
  /** SQL over customers `customer`: the address it is sent to. */
  address?: RawBuilder<string | null>;
  /** SQL over recipients `target`: the id of the message on the guest's page; null where it is not kept. */
  message?: RawBuilder<number | null>;
};

/** How people who work with the product read a message before it goes out. */
export type ActionPreview = {
  /** Renders it for one guest. `reach`: SQL over customers `customer`, whom the person sees; `matches`: whom the target means. */
  render(tx: Tx, asking: CampaignContext, input: object, audience: PreviewAudience): Promise<KindPreview>;
  /** Stores a test of the saved message for people who work with the product (docs/adr/0478). Returns the ids of tests to send. */
  test(tx: Tx, asking: CampaignContext, test: ActionTest, audience: PreviewAudience): Promise<number[]>;
};

/** How benefits that were given are revoked. */
export type ActionRevocation<Detail> = {
  /** Whether guests may still have what the push gave; `reversed`: points of it that were revoked. */
  isLeft(push: Pick<PushRow, "points_granted" | "was_revoked">, detail: Detail | null, reversed: number): boolean;
  /** What `revoke` would do to all guests. */
  count(
    tx: Tx,
    asking: Pick<CampaignContext, "accountId" | "today">,
    benefits: readonly SentBenefit[],
  ): Promise<Partial<RevocationPreview>>;
  revoke(
    tx: Tx,
    ctx: { accountId: number; today: CalendarDate; userId: number | null },
    request: RevocationRequest,
  ): Promise<Revocation>;
};
export type ActionKinds = readonly ActionKind[];

/** `isTest`: nothing in it may be used by whoever reads it. `onOccasion`: it goes out for a reservation's sake, and the guest's next one stands for that. */
export type PreviewAudience = {
  reach: RawBuilder<boolean>;
  matches: RawBuilder<boolean>;
  onOccasion: boolean;
  isTest?: true;
  /** Runs of a saved action that were moved or skipped. */
  changedRuns(actionId: number): Promise<readonly KnownRun[]>;
};
/** A message as one guest would get it, for people who work with the product. `customerId` null: as in the preview. */
export type ActionTest = {
  campaignId: number;
  /** Segment of the tested action. */
  segment: {
    target: SegmentTarget;
    occasions: Occasion[];
    purpose: CampaignPurpose;
    period: { campaign_start_dt: string | null; campaign_end_dt: string | null };
    actions: readonly CampaignAction[];
  };
  actionId: number;
  /** Variant that is tested; null: the first one. */
  variant: Variant | null;
  customerId: number | null;
  people: readonly { userId: number; address: string }[];
  by: number;
};

/** Customers who are skipped by a segment's message at `moment`. */
export type MessageEligibility = (
  segment: Pick<AudienceSegment, "tells_of" | "coupons">,
  terms: MessageTerms,
  moment: { today: EvaluationDay; now: Date },
) => EligibilityOf;

/** A preview in the form of the kind's contract; its problems are codes without texts. */
export type KindPreview = { problems: FieldProblem[] };

/** Effect of revoking a send at this moment (contract/revocations.ts). */
export type RevocationPreview = Record<
  | "customers"
  | "points"
  | "from_balance"
  | "expired"
  | "used"
  | "owed_customers"
  | "owed_points"
  | "coupons"
  | "used_coupons"
  | "ended_coupons",
  number
>;
