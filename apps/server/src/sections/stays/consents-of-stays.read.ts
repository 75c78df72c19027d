import { isInDigest } from "@okaeri/domain/stays/guest-digest";
import { type ReportTimes, reportTime } from "@okaeri/domain/stays/report-times";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { LINE_BYTES } from "./known-reservations.ts";

/** The newest time (ISO 8601) at which a reservation of the customer says this about campaign mail; null: none says it with a time. */
export type ConsentReported = (customerId: number, given: boolean) => string | null;

/**
 * What reservations of these customers say about campaign mail. Of each only a digest is kept; words without a time of
 * their own are left out, and a time that is still to come is now: the clock of a system may be fast.
 */
export async function consentsReported(
  tx: Tx,
  { accountId, now }: { accountId: number; now: Date },
  customerIds: readonly number[],
): Promise<ConsentReported> {
  if (customerIds.length === 0) return () => null;
  const found = await tx.all<{
    id: number;
    source_updated_at: Date | null;
    report_times: ReportTimes | null;
    digest: string;
  }>`with ${givenIds(accountId, customerIds)}
    select given.id, reservation.source_updated_at, reservation.report_times,
      encode(substring(reservation.content_hash from ${LINE_BYTES + 1}), 'hex') as digest
    from given
    join stay_reservations reservation on reservation.account_id = given.account_id and reservation.customer_id = given.id
    where reservation.active_status = 'active' and reservation.content_hash is not null`;
  const newest = new Map<string, string>();
  for (const { id, source_updated_at, report_times, digest } of found)
    for (const given of [true, false]) {
      const reportedAt = reportTime(report_times, "email_consent", source_updated_at?.toISOString() ?? null);
      const at = reportedAt !== null && reportedAt > now.toISOString() ? now.toISOString() : reportedAt;
      const key = `${id} ${given}`;
      if (at !== null && isInDigest(digest, "email_consent", given) && at > (newest.get(key) ?? ""))
        newest.set(key, at);
    }
  return (id, given) => newest.get(`${id} ${given}`) ?? null;
}
