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

// What a kind of action must offer: all that a campaign asks of it. Campaigns loop over the kinds and know none of them; main/action-kinds.ts
// lists them, and each stands beside the section whose tables it keeps. How one is added: docs/sections.md.

/** The moment of the asking, for a programme; `origin` is that of links and of the fallback sender. */
export type CampaignContext = { accountId: number; origin: string; today: CalendarDate; now: Date };

/** An action of the document; `id` is null until it is saved. */
export type Placed<Detail> = { id: number | null; detail: Detail };
/** An action of the saved campaign. `segment` tells its segment from the others; `matches`: SQL over customers `customer`, whom that means. */
export type SavedPlace<Detail> = Placed<Detail> & { segment: number; matches: RawBuilder<boolean> | null };

/**
 * What the campaign is to do next. `page`: nothing, its page says what it lacks; `start`: go out, or be switched on; `go_on`: deliver the
 * rest of what was started.
 */
export type Next = { next: "page" | "start" | "go_on"; type: CampaignType };

/** Guests of whom something is taken back, and why. */
export type RevocationRequest = { benefits: readonly SentBenefit[]; customerIds: readonly number[]; remarks: string };
/**
 * What was taken. `holders`: guests whose rank may follow. `takenFrom`: pushes of which something was taken. `remainingFrom`: those of which
 * something stays because it was used.
 */
export type Revocation = {
  customers: number;
  points: number;
  coupons: number;
  holders: readonly number[];
  takenFrom: readonly number[];
  remainingFrom: readonly number[];
};

/** An action of the saved campaign with what more of its kind it holds, and with what was counted for its segment. */
export type ReviewedPlace<Detail> = {
  id: number;
  detail: Detail;
  further: readonly { path: string; detail: Detail }[];
  counted: ReviewedSegment;
  asked: AudienceCounting;
  /** When it gives next. */
  given: GrantDay;
};
/** Figures of a segment that a review says something of. */
export type ReviewedSegment = CountedSegment & {
  matched: number;
  coupons_lacking: number;
  reasons: { bounced: number };
};
/** What it is reviewed for. `guests`: SQL of ids, whom the campaign means, all segments together. */
export type Reviewing = { type: CampaignType; terms: MessageTerms; guests: RawBuilder<number> };
/** What an action comes to (contract/campaigns/review/review.ts), and what could go wrong; paths are in the detail's own field names. */
export type ActionEstimate = {
  total: number | null;
  until: CalendarDate | null;
  /** The day from which `until` is counted; null: it is a fixed day, or there is none. */
  countedFrom?: GrantDay | null;
  endless: boolean;
  sender?: { name: string; address: string; reply_to: string };
  cautions: FieldCaution[];
  /** The same of what more the action holds; paths begin with where it stands in the action. */
  furtherCautions?: FieldCaution[];
};

export type ActionKind<Detail = unknown> = {
  type: KindName;
  /** What it says of a count. */
  counts: ActionCounts<Detail>;
  /** What keeps it from going out, as the contract has it. */
  rule: ActionRule<Detail>;
  /** Whether a message still has the words of this preset in every text field. */
  isPresetText?(preset: PresetType, detail: Detail): boolean;

  /** What none may even be drafted with, beside the contract: a list for each. `gone`: actions that the same save takes out. */
  draftProblems(
    tx: Tx,
    asking: CampaignContext,
    actions: readonly Placed<Detail>[],
    gone: readonly number[],
  ): Promise<FieldProblem[][]>;
  /** What only the server knows to be missing before it goes out, beside its rule in the contract: a list for each. */
  missing(
    tx: Tx,
    asking: CampaignContext,
    actions: readonly SavedPlace<Detail>[],
    next: Next,
  ): Promise<FieldProblem[][]>;

  /** SQL over campaign actions `action`: the detail as the contract has it, in JSON; null where nothing is filled in. */
  read: RawBuilder<unknown>;
  /** The same of what more of its kind the action holds, in JSON by the contract's names. */
  readFurther?: Record<string, RawBuilder<unknown>>;
  /** Makes the action's detail what the document says, with what more of its kind it holds. */
  write(
    tx: Tx,
    who: { accountId: number; userId: number },
    actionId: number,
    detail: Detail | null,
    further: readonly Detail[],
  ): Promise<void>;
  /** SQL over campaign actions `action`: something hangs on the action for which it has to be kept. */
  inUse: RawBuilder<boolean>;
  /** Ends what guests could use of actions that are taken out. They keep what they hold: `write` brings it back with them. */
  remove?(tx: Tx, accountId: number, actionIds: readonly number[]): Promise<void>;
  /** Deletes what actions hold that were taken out and that nothing hangs on. */
  end(tx: Tx, accountId: number, actionIds: readonly number[]): Promise<void>;
  /** What copies of actions hold, where it is not the same: what there can be only one of. */
  copied?(tx: Tx, accountId: number, details: readonly Detail[]): Promise<Detail[]>;
  /** SQL over campaign actions `action`: a jsonb array of all that guests get or read by it, which a second person approves. */
  approvalFingerprint: RawBuilder<unknown>;

  /** Returns, once per programme, who is left out of each message that is not sent yet. `moment`: when it would go out. */
  eligibility?(tx: Tx, asking: CampaignContext): Promise<MessageEligibility>;
  /** What a message that is not saved yet asks of one guest. */
  explain?(
    tx: Tx,
    asking: CampaignContext,
    segment: AudienceSegment,
    terms: MessageTerms,
    customerId: number,
  ): Promise<AudienceCheck[]>;
  /** What each of the segments gives by it not without end. */
  limitedBenefits?(tx: Tx, accountId: number, segments: readonly AudienceSegment[]): Promise<LimitedBenefit[][]>;
  /** What the actions come to with the guests who were counted, and what could go wrong: one for each. */
  review(
    tx: Tx,
    asking: CampaignContext,
    actions: readonly ReviewedPlace<Detail>[],
    of: Reviewing,
  ): Promise<ActionEstimate[]>;
  /** As one guest would get it. `reach`: SQL over customers `customer`, whom the person sees; `matches`: whom the target means. */
  preview?(tx: Tx, asking: CampaignContext, input: object, audience: PreviewAudience): Promise<KindPreview>;
  /** Keeps a test of the saved message for people who work with the product (docs/adr/0478). Answers which of them wait to be sent. */
  test?(tx: Tx, asking: CampaignContext, test: ActionTest, audience: PreviewAudience): Promise<number[]>;

  /** What came of it, in the results of its campaign. */
  results: ActionResults;

  /** Delivers it. */
  channel(app: App, pace?: Pace): Channel;
  /** SQL over customers `customer`: where it is sent to. */
  address?: RawBuilder<string | null>;
  /** SQL over recipients `target`: the number of what was sent on the guest's page; null where it is not kept. */
  message?: RawBuilder<number | null>;
  revoke?: {
    /** Whether guests may still have what the push gave; `reversed`: points that were taken back of it. */
    isLeft(push: Pick<PushRow, "points_granted" | "was_revoked">, detail: Detail | null, reversed: number): boolean;
    /** What `take` would do to everybody. */
    count(
      tx: Tx,
      asking: Pick<CampaignContext, "accountId" | "today">,
      benefits: readonly SentBenefit[],
    ): Promise<Partial<RevocationPreview>>;
    take(
      tx: Tx,
      ctx: { accountId: number; today: CalendarDate; userId: number | null },
      taking: RevocationRequest,
    ): Promise<Revocation>;
  };
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
  /** The segment, and which of its actions is tried. */
  segment: {
    target: SegmentTarget;
    occasions: Occasion[];
    purpose: CampaignPurpose;
    period: { campaign_start_dt: string | null; campaign_end_dt: string | null };
    actions: readonly CampaignAction[];
  };
  actionId: number;
  /** Which of several texts; null: the first. */
  variant: Variant | null;
  customerId: number | null;
  people: readonly { userId: number; address: string }[];
  by: number;
};

/** Who is left out of a segment's message that goes out at `moment`. */
export type MessageEligibility = (
  segment: Pick<AudienceSegment, "tells_of" | "coupons">,
  terms: MessageTerms,
  moment: { today: EvaluationDay; now: Date },
) => EligibilityOf;

/** What is shown, as the kind's contract says, with problems that are not worded yet. */
export type KindPreview = { problems: FieldProblem[] };

/** What taking a send back would do, as of now (contract/revocations.ts). */
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
