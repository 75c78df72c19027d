import type { NotDelivered } from "@okaeri/contract/problems/stored-reasons";
import type { Tx } from "../../../database/connection.ts";
import { type Returned, recordReturns } from "../../customers/suppressions/record-returns.ts";
import { holdPushesOf } from "../../pushes/keep-reactions.ts";
import { recordLateFailures } from "../../pushes/record-late-failures.ts";
import { type MessageEvent, recordMessageEvents } from "../events/record-message-events.ts";

/** What somebody tells of a mail that went out, once or several times. */
export type NewsEvent = Omit<MessageEvent, "pushActionId" | "customerId"> & {
  pushActionId: number;
  customerId: number;
  /** The mail did not arrive: why, as the recipient shows it. */
  failure?: { reason: NotDelivered; detail: string };
  /** What it says of the address. */
  returned?: Omit<Returned, "customerId" | "pushActionId" | "happenedAt">;
};

// Any number that no other advisory lock of the product uses as its first.
const LOCK_CLASS = 800;

/**
 * Lets everything follow from what is told of mails that went out: recipients and figures, the address, the days of the mails. Each event
 * once, in whatever order they come and however many tell at once: what is told twice is told by one after the other.
 * @returns how many were new.
 */
export async function recordNews(tx: Tx, accountId: number, reports: readonly NewsEvent[], now: Date): Promise<number> {
  if (reports.length === 0) return 0;
  await tx.run`select pg_advisory_xact_lock(${LOCK_CLASS}, hashint8(${accountId}::bigint))`;
  const ids = reports.map((event) => event.providerEventId);
  const known = await tx.all<{ provider_event_id: string }>`select provider_event_id
    from message_events
    where account_id = ${accountId} and provider_event_id = any(${ids}::text[])`;
  const seen = new Set(known.map((row) => row.provider_event_id));
  const news = reports.filter(({ providerEventId: id }) => !seen.has(id) && seen.add(id));
  await holdPushesOf(
    tx,
    accountId,
    news.map((event) => event.pushActionId),
  );
  await recordLateFailures(
    tx,
    accountId,
    news.flatMap(({ failure, pushActionId, customerId }) =>
      failure ? [{ ...failure, pushActionId, customerId }] : [],
    ),
  );
  await recordReturns(
    tx,
    accountId,
    news.flatMap(({ returned, pushActionId, customerId, happenedAt }) =>
      returned ? [{ ...returned, pushActionId, customerId, happenedAt }] : [],
    ),
    now,
  );
  await recordMessageEvents(tx, accountId, news);
  return news.length;
}
