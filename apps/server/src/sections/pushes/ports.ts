import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { ActionType } from "@okaeri/domain/enumerations";
import type { SectionAction } from "@okaeri/domain/permissions/actions";
import type { RawBuilder } from "kysely";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";

// What the engine asks others for. It knows no channel and no campaign; main/push-engine.ts puts them together.

export type PushEngine = {
  app: App;
  channels: Partial<Record<ActionType, Channel>>;
  source: PushSource;
  /** How long one push is worked on before the others have their turn. */
  turnSeconds: number;
};

/** What a push delivers. */
export type PushedAction = Pick<PushFacts, "accountId" | "campaignActionId" | "campaignSegmentId">;

/** What a push says of itself to its channel and to its campaign. */
export type PushFacts = {
  accountId: number;
  pushActionId: number;
  campaignId: number;
  campaignActionId: number;
  campaignSegmentId: number;
  triggerKey: string;
  channel: ActionType;
};
export type Moment = { today: CalendarDate; now: Date };

/** Who starts pushes: a campaign. */
export type PushSource = {
  /** What the person who starts or resumes a push must hold as long as it runs. */
  needs: SectionAction;
  /** Locks the campaign, before any of its pushes, as every command on it does. False: there is none. */
  lock(tx: Tx, accountId: number, campaignId: number): Promise<boolean>;
  /** SQL over customers `c`: who is meant by a segment. */
  audience(
    tx: Tx,
    segment: { accountId: number; campaignSegmentId: number; facilityIds: readonly number[] | null },
    moment: Moment,
  ): Promise<RawBuilder<boolean>>;
  /** All its pushes are over: nothing is sent, and nothing is left to resume. */
  rest(tx: Tx, accountId: number, campaignId: number): Promise<void>;
  /** A hash of everything its pushes give and say to guests: what a second person approves. */
  contentHash(tx: Tx, accountId: number, campaignId: number): Promise<Buffer>;
  /** What goes out is no longer what was approved. */
  approvalVoided(tx: Tx, accountId: number, campaignId: number): Promise<void>;
  /** The engine found a reason to stop it (a code of STOP_REASONS). */
  stop(tx: Tx, stop: { accountId: number; campaignId: number; now: Date; reason: string }): Promise<void>;
};

/** Why customers `c` get nothing (null: they get it), over the joins. */
export type Standing = { joins: RawBuilder<unknown>; reason: RawBuilder<string | null> };

/** One way of delivering: points, mail. */
export type Channel = {
  /** Who is left out from the start, asked over a whole audience when the recipients are fixed. */
  standing(tx: Tx, push: PushedAction, moment: Moment): Promise<Standing>;
  /** Makes one run over one push ready. */
  open(tx: Tx, push: PushFacts): Promise<Delivery>;
};
export type Delivery = DeliveryInside | DeliveryOutside;

/** A recipient whose turn it is, with what the channel's `lastMoment` selects. */
export type Claimed = {
  customer_id: number;
  reason: string | null;
  attempt_count: number;
  /** Points the recipient has got by this send; null when his segment gives none. */
  granted_points: number | null;
};

type AnyDelivery = {
  /** Of the claiming statement, which depends on nothing else: PostgreSQL plans it once per connection. */
  statementName: string;
  /** Asked again for each few recipients at the last moment: who is left out now, and what is delivered with. */
  lastMoment(moment: Moment): Standing & { columns: RawBuilder<unknown> };
  /** Recipients that are taken at once. */
  size: number;
  /** SQL over recipients `t`: whose turn comes first, where there may not be enough for all. */
  first?: RawBuilder<boolean>;
};

/** What changes in this database only: claimed, delivered and recorded in one transaction, so that a crash leaves nothing half done. */
export type DeliveryInside = AnyDelivery & {
  kind: "inside";
  /** Takes locks that delivering waits for, before the push is locked: whoever stops the push must not wait for them too. */
  lock?(tx: Tx): Promise<void>;
  /** The reason of a recipient whom the database itself refuses. */
  refused: string;
  deliver(tx: Tx, recipients: readonly Claimed[]): Promise<DeliveredInside[]>;
};
export type DeliveredInside = {
  customerId: number;
  outcome: "sent" | "skipped" | "failed";
  reason: string | null;
  grantedPoints: number | null;
};

/**
 * What is handed to somebody else: claimed and committed before, recorded and committed after. The moment before it can be out is
 * committed too: what a crash cuts off earlier is done again, what it cuts off later has an unknown outcome and is not.
 */
export type DeliveryOutside = AnyDelivery & {
  kind: "outside";
  /** Pauses before the second, third … try of a recipient. One more try than pauses. */
  retryDelaysSeconds: readonly number[];
  /** Pause after the other side could not be reached at all. */
  outageSeconds: number;
  /** Asks `mayLeave` when only the last word is left to say, with the name the other side knows the message by; on no, nothing leaves. */
  deliver(recipient: Claimed, mayLeave: (providerMessageId: string) => Promise<boolean>): Promise<DeliveredOutside>;
  /** Runs in the transaction that records these results. */
  recorded(tx: Tx, results: readonly { customerId: number; delivered: DeliveredOutside }[]): Promise<void>;
};
export type DeliveredOutside = {
  /** `later`: not now, perhaps at the next try. `down`: nobody's would get through. `kept_back`: it was not to leave. Neither costs a try. */
  outcome: "sent" | "failed" | "unknown" | "later" | "down" | "kept_back";
  reason: string | null;
  /** What the other side said, without personal data. */
  detail: string | null;
  providerMessageId: string | null;
  /** The other side answered, be it no. */
  reached: boolean;
  /** The address that does not exist, as the other side says. */
  deadAddress?: string | null;
};
