import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { ActionType } from "@okaeri/domain/enumerations";
import type { SectionAction } from "@okaeri/domain/permissions/actions";
import type { RawBuilder } from "kysely";
import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";

// What the engine asks others for. It knows no channel, no campaign and no event; main/push-engine.ts puts them together.

export type PushEngine = {
  app: App;
  causes: readonly Cause[];
  /** How long one push is worked on before the others have their turn. */
  turnSeconds: number;
};

/** What pushes are sent because of. */
export type Cause = {
  /** What its pushes say in `started_by`. */
  kind: string;
  /** What delivers for it. A channel knows where the content of such a push is. */
  channels: Partial<Record<ActionType, Channel>>;
} & (SendCause | EventCause);

/** People start a send and watch over it: its audience is asked for, and it may have to wait for them. Its pushes are worked on one by one. */
export type SendCause = { source: PushSource };

/** It happens by itself, mostly to one guest at a time (start-events.ts). Its pushes are worked on in sets that deliver the same. */
export type EventCause = {
  /** Whether what happened is still to be answered: of a campaign that was stopped meanwhile nothing goes out. */
  goesOn(tx: Tx, accountId: number, campaignId: number | null): Promise<boolean>;
};

/** The action of a campaign. */
export type CampaignContent = { campaignId: number; campaignSegmentId: number; campaignActionId: number };

/** What a push delivers. */
export type PushedAction = { accountId: number; campaign: CampaignContent | null };

/** What the pushes of one run have in common. */
export type PushFacts = PushedAction & {
  cause: string;
  channel: ActionType;
  /** Of a send; null where each push has its own. */
  triggerKey: string | null;
};
export type Moment = { today: CalendarDate; now: Date };

/** The action of a push whose channel delivers for campaigns alone. */
export function campaignOf({ campaign }: PushedAction): CampaignContent {
  if (campaign === null) throw new Error("the push has no campaign");
  return campaign;
}

/** Who starts sends: a campaign. */
export type PushSource = {
  /** What its pushes say in `started_by`. */
  kind: string;
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
export type Eligibility = { joins: RawBuilder<unknown>; reason: RawBuilder<string | null> };

/** Pauses after which what is handed to somebody else is tried again. */
export type Pace = Pick<DeliveryOutside, "retryDelaysSeconds" | "outageSeconds">;

/** One way of delivering. */
export type Channel = {
  /** Who is left out from the start, asked over a whole audience when the recipients are fixed. */
  eligibility(tx: Tx, push: PushedAction, moment: Moment): Promise<Eligibility>;
  /** Makes one run ready. */
  open(tx: Tx, push: PushFacts): Promise<Delivery>;
};
export type Delivery = DeliveryInside | DeliveryOutside | DeliveryBatch;

/** A recipient whose turn it is, with what the channel's `lastMoment` selects. */
export type Claimed = {
  push_action_id: number;
  customer_id: number;
  reason: string | null;
  attempt_count: number;
  /** Points the recipient has got by this send; null when his segment gives none. */
  granted_points: number | null;
};

export type Recipient = { pushActionId: number; customerId: number };
export const recipientOf = ({ push_action_id, customer_id }: Claimed): Recipient => ({
  pushActionId: push_action_id,
  customerId: customer_id,
});

type AnyDelivery = {
  /** Of the claiming statement, which depends on nothing else: PostgreSQL plans it once per connection. */
  statementName: string;
  /** Asked again for each few recipients at the last moment: who is left out now, and what is delivered with. */
  lastMoment(moment: Moment): Eligibility & { columns: RawBuilder<unknown> };
  /** Recipients that are taken at once. */
  size: number;
  /** SQL over recipients `t` of one push: whose turn comes first, where there may not be enough for all. */
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
export type DeliveredInside = Recipient & {
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
  recorded(tx: Tx, results: readonly (Recipient & { delivered: DeliveredOutside })[]): Promise<void>;
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

/**
 * Handed to somebody else many at a time, under a key by which the other side takes a batch once, however often it is told: what a crash or
 * a silence cuts off is told again, the same guests under the same key.
 */
export type DeliveryBatch = AnyDelivery & {
  kind: "batch";
  /** Pauses before the second, third … try, of a batch and of a recipient. */
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
