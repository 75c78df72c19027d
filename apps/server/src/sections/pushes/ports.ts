import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { ActionType } from "@okaeri/domain/enumerations";
import type { SectionAction } from "@okaeri/domain/permissions/actions";
import type { MessageRoute } from "@okaeri/domain/pushes/routes";
import type { Share, Variant } from "@okaeri/domain/pushes/variants";
import { type RawBuilder, sql } from "kysely";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import type { Shape } from "../../database/form-sql.ts";
import type { CampaignTerms, MessageTerms } from "./campaign-terms.read.ts";
import type { FrequencyLimit } from "./frequency-limit.ts";

// What the engine needs from others. It knows no channel, no campaign and no event; main/push-engine.ts passes them in (dependency
// inversion).

export type PushEngine = {
  app: App;
  causes: readonly Cause[];
  /** How long one push is worked on before the others have their turn. */
  turnSeconds: number;
};

/** A cause of pushes. */
export type Cause = {
  /** What its pushes say in `started_by`. */
  kind: string;
  /** What delivers for it. A channel knows where the content of such a push is. */
  channels: Partial<Record<ActionType, Channel>>;
} & (SendCause | EventCause);

/** People start a send and watch over it: it has an audience, and may have to wait for a person. Its pushes are worked on one by one. */
export type SendCause = { source: PushSource };

/**
 * It happens without a person, mostly for one guest at a time (start-events.ts). Its pushes are worked on in sets with the same content.
 */
export type EventCause = {
  /** Whether the event still needs an answer: for a campaign that was stopped meanwhile nothing is sent. */
  goesOn(tx: Tx, accountId: number, campaignId: number | null): Promise<boolean>;
  /** Of what can come to nothing while recipients wait. */
  noLonger?: {
    /** SQL over claimed recipients `next` and their pushes `push`: why what happened is none any more, null where it still is. */
    reason: RawBuilder<string | null>;
    /** Runs in the transaction that leaves these out. */
    dropped(tx: Tx, accountId: number, recipients: readonly Recipient[]): Promise<void>;
  };
};

/** The action of a campaign. */
export type CampaignActionKey = { campaignId: number; campaignSegmentId: number; campaignActionId: number };

/** What a push delivers. */
export type PushedAction = { accountId: number; campaign: CampaignActionKey | null; terms: PushTerms | null };

/** Of a run over several pushes, the first of them. */
export type PushTerms = CampaignTerms & MessageTerms;

/** What the pushes of one run have in common. */
export type PushFacts = PushedAction & {
  cause: string;
  channel: ActionType;
  /** Of a send; null where each push has its own. */
  triggerKey: string | null;
  /** The text that a person chose for the guests whose turn it is now; null: they have theirs. */
  chosen: Variant | null;
};
export type Moment = { today: CalendarDate; now: Date };

/** The action of a push whose channel delivers for campaigns alone. */
export function campaignOf({ campaign }: PushedAction): CampaignActionKey {
  if (campaign === null) throw new Error("the push has no campaign");
  return campaign;
}

/** Under which terms its campaign reaches guests. */
export function campaignTermsOf({ terms }: PushedAction): PushTerms {
  if (terms === null) throw new Error("the push has no campaign");
  return terms;
}

/** Who starts sends: a campaign. */
export type PushSource = {
  /** What its pushes say in `started_by`. */
  kind: string;
  /** What the person who starts or resumes a push must hold as long as it runs. */
  needs: SectionAction;
  /** Locks the campaign. Lock order: the campaign before its pushes, in every command. False: there is none. */
  lock(tx: Tx, accountId: number, campaignId: number): Promise<boolean>;
  /**
   * SQL over customers `customer`: the guests whom a segment means and no segment before it, be that one of this send or not; and whether
   * that is worked out guest by guest.
   */
  audience(
    tx: Tx,
    /** `decided`: segments whose guests the same send has chosen already. */
    segment: {
      accountId: number;
      campaignSegmentId: number;
      facilityIds: readonly number[] | null;
      decided: readonly number[];
    },
    moment: Moment,
  ): Promise<{ matches: RawBuilder<boolean>; byGuest: boolean }>;
  /** Keeps whom the segments of the campaign mean at this moment, once for all sends that mean the same; answers the hash to find it by. */
  snapshotDefinition(tx: Tx, accountId: number, campaignId: number): Promise<Buffer>;
  /** Segments of the campaign whose benefits go to those alone whom a message of the same segment can reach. */
  benefitsToReached(tx: Tx, accountId: number, campaignId: number): Promise<ReadonlySet<number>>;
  /** How often an action meets one guest at most. */
  frequencyLimitOf(tx: Tx, accountId: number, campaignActionId: number): Promise<FrequencyLimit>;
  /** All its pushes are over: nothing is sent, and nothing is left to resume. */
  rest(tx: Tx, accountId: number, campaignId: number): Promise<void>;
  /** A hash of everything its pushes give and tell guests: what a second person approves. */
  contentHash(tx: Tx, accountId: number, campaignId: number): Promise<Buffer>;
  /** What goes out is no longer what was approved. */
  approvalVoided(tx: Tx, accountId: number, campaignId: number): Promise<void>;
  /** The engine found a reason to stop it (a code of STOP_REASONS). */
  stop(tx: Tx, stop: { accountId: number; campaignId: number; now: Date; reason: string }): Promise<void>;
};

/** SQL that says why customers `customer` are not eligible (null: they are), over the joins. */
export type Eligibility = { joins: RawBuilder<unknown>; reason: RawBuilder<string | null> };
/** The same, looked up guest by guest or joined as sets (database/form-sql.ts). */
export type EligibilityOf = (shape: Shape) => Eligibility;
/** Excludes nobody. */
export const unrestricted: EligibilityOf = () => ({ joins: sql``, reason: sql<string | null>`null::text` });

/** Retry delays (backoff) of deliveries to another system. */
export type Pace = Pick<DeliveryOutside, "retryDelaysSeconds" | "outageSeconds">;

/** One way of delivering. */
export type Channel = {
  /** Who is not eligible, checked over a whole audience when the recipients are fixed. */
  eligibility(tx: Tx, push: PushedAction, moment: Moment): Promise<EligibilityOf>;
  /** What a send must not do without and has lost since it was started (a code of STOP_REASONS); null: nothing. */
  missing?(tx: Tx, push: PushedAction): Promise<string | null>;
  /** How its texts are shared out, where it has several; empty: it has one. */
  shares?(tx: Tx, push: PushedAction): Promise<readonly Share[]>;
  /** Makes one run ready. */
  open(tx: Tx, push: PushFacts): Promise<Delivery>;
};
export type Delivery = DeliveryInside | DeliveryOutside | DeliveryBatch;

/** A recipient whose turn it is, with what the channel's `recheckAtSend` selects. */
export type Claimed = {
  push_action_id: number;
  customer_id: number;
  reason: string | null;
  attempt_count: number;
  /** Points the recipient has got by this send; null when his segment gives none. */
  granted_points: number | null;
  /** Which of several texts it is; null: there is one. */
  variant: Variant | null;
};

export type Recipient = { pushActionId: number; customerId: number };
export const recipientOf = ({
  push_action_id,
  customer_id,
}: Pick<Claimed, "push_action_id" | "customer_id">): Recipient => ({
  pushActionId: push_action_id,
  customerId: customer_id,
});

type AnyDelivery = {
  /** Eligibility, checked again for each few recipients `next` at the last moment, and the columns to deliver with. */
  recheckAtSend(moment: Moment): Eligibility & { columns: RawBuilder<unknown> };
  /** Recipients that are taken at once. */
  size: number;
  /** Runs in the transaction that claims, with all that were claimed. */
  claimed?(tx: Tx, claimed: readonly Claimed[]): Promise<void>;
  /** SQL over recipients `target` of one push: whose turn comes first, where there may not be enough for all. */
  first?: RawBuilder<boolean>;
  /** SQL over claimed recipients `next` and customers `customer`: which of several texts they get (variants.ts). */
  assignedVariant?: RawBuilder<Variant | null>;
  /** MessageRoute by which its messages leave. */
  route?: MessageRoute;
  /** It waits more than it works: it has lanes of its own, so that others do not wait for it. */
  isSlow?: boolean;
  /** SQL over recipients `target`, where some must wait for a turn: in how many seconds it comes; null: it has come. Asked for each claim. */
  throttleDelay?(): RawBuilder<number | null> | null;
};

/**
 * What changes only this database: claimed, delivered and recorded in one transaction, so a crash leaves nothing half done (exactly once).
 */
export type DeliveryInside = AnyDelivery & {
  kind: "inside";
  /** Takes locks that the delivery needs before the push is locked (lock order): a person who stops the push must not wait for them too. */
  lock?(tx: Tx): Promise<void>;
  /** The reason of a recipient whom the database itself refuses. */
  refused: string;
  deliver(tx: Tx, recipients: readonly Claimed[]): Promise<DeliveredInside[]>;
};
export type DeliveredInside = Recipient & {
  outcome: "sent" | "skipped" | "failed";
  reason: string | null;
  grantedPoints: number | null;
};

/**
 * What is handed to another system, at most once: claimed and committed before, recorded and committed after. The moment before it can
 * leave is committed too: what a crash cuts off earlier is done again; what it cuts off later has an unknown outcome and is not.
 */
export type DeliveryOutside = AnyDelivery & {
  kind: "outside";
  /** Backoff: pauses before the second, third … try of a recipient. One more try than pauses. */
  retryDelaysSeconds: readonly number[];
  /** Pause after an outage of the other side. */
  outageSeconds: number;
  /** Calls `confirmSend` when only the last word is missing, with the other side's name of the message; on false, nothing leaves. */
  deliver(recipient: Claimed, confirmSend: (providerMessageId: string) => Promise<boolean>): Promise<DeliveredOutside>;
  /** Runs in the transaction that lets these leave. */
  leaving?(tx: Tx, recipients: readonly Recipient[]): Promise<void>;
  /** Runs in the transaction that records these results. */
  recorded(tx: Tx, results: readonly (Recipient & { delivered: DeliveredOutside })[]): Promise<void>;
};
export type DeliveredOutside = {
  /**
   * `skipped`: what is known of the guest leaves nothing to send. `later`: not now, perhaps at the next try. `down`: an outage. `withheld`:
   * it was not to leave. Neither of the last two costs a try.
   */
  outcome: "sent" | "skipped" | "failed" | "unknown" | "later" | "down" | "withheld";
  reason: string | null;
  /** What the other side answered, without personal data. */
  detail: string | null;
  providerMessageId: string | null;
  /** The other side answered, be it no. */
  reached: boolean;
  /** What the other side's refusal says about the recipient's address. */
  refusal?: { address: string; verdict: "hard" | "soft"; statusCode: string; reply: string };
  /** Id of the action's text that the recipient got. */
  textId?: number;
};

/**
 * Handed over in batches under an idempotency key, by which the other side takes a batch once, however often it is sent (at least once with
 * deduplication): after a crash or without an answer it is sent again, the same guests under the same key.
 */
export type DeliveryBatch = AnyDelivery & {
  kind: "batch";
  /** Backoff: pauses before the second, third … try, of a batch and of a recipient. */
  retryDelaysSeconds: readonly number[];
  outageSeconds: number;
  deliver(batch: { key: string; recipients: readonly Claimed[] }): Promise<DeliveredBatch>;
};
export type DeliveredBatch = {
  /** What the other side calls it. */
  requestId: string | null;
  /** What it said, without personal data. */
  detail: string | null;
} & (
  | { outcome: "answered"; of(recipient: Recipient): { outcome: "sent" | "failed"; reason: string | null } }
  /** `unknown`: perhaps it was taken. `later`, `down`: it was not, as of single messages. */
  | { outcome: "unknown" | "later" | "down"; reason: string }
);
