import { sql } from "kysely";

export type FunnelCounts = {
  matched: number;
  consented: number;
  reachable: number;
  not_capped: number;
  not_control: number;
  will_receive: number;
  reasons: {
    /** Of runs: the action met the guest before, within its limit. */
    once_per?: number;
    no_consent: number;
    no_address: number;
    bounced: number;
    opted_out: number;
    class_refused: number;
    paused: number;
    capped: number;
    standing_control: number;
    control_group: number;
    no_coupon: number;
  };
};
export type ReasonCounts = { matched: number } & FunnelCounts["reasons"];

/** The funnel from guests who match to guests who receive; every reason drops out at one step. */
export function funnelOf({ matched, ...reasons }: ReasonCounts): FunnelCounts {
  const consented =
    matched - (reasons.once_per ?? 0) - reasons.no_consent - reasons.opted_out - reasons.class_refused - reasons.paused;
  const reachable = consented - reasons.no_address - reasons.bounced;
  const notCapped = reachable - reasons.capped;
  const notControl = notCapped - reasons.standing_control - reasons.control_group;
  return {
    matched,
    consented,
    reachable,
    not_capped: notCapped,
    not_control: notControl,
    will_receive: notControl - reasons.no_coupon,
    reasons,
  };
}

/** Counts per reason over rows with a column `reason`. */
export const reasonCounts = sql`count(*)::int as matched, (count(*) filter (where reason = 'once_per'))::int as once_per,
  (count(*) filter (where reason = 'no_consent'))::int as no_consent,
  (count(*) filter (where reason = 'no_address'))::int as no_address,
  (count(*) filter (where reason = 'bounced'))::int as bounced,
  (count(*) filter (where reason = 'opted_out'))::int as opted_out,
  (count(*) filter (where reason = 'class_refused'))::int as class_refused,
  (count(*) filter (where reason = 'paused'))::int as paused,
  (count(*) filter (where reason = 'capped'))::int as capped,
  (count(*) filter (where reason = 'standing_control'))::int as standing_control,
  (count(*) filter (where reason = 'control_group'))::int as control_group,
  (count(*) filter (where reason = 'no_coupon'))::int as no_coupon`;
