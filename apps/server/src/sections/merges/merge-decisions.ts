/** What a merge makes of each column that refers to a customer (docs/adr/0101). A column without a decision fails checks/merges.test.ts. */
export type MergeDecision =
  /** Keeps the customer it was written for; readers ask for the survivor's whole set. */
  | "set"
  /** Belongs to the survivor from then on, and goes back when the merge is undone. */
  | "moved"
  /** Recomputed for the survivor. */
  | "recomputed"
  /** Stays with the merged customer. */
  | "stays";

export const MERGE_DECISIONS: Readonly<Record<string, MergeDecision>> = {
  "acquire_coupons.customer_id": "set",
  "control_guests.customer_id": "set",
  // Settled anew, for both (docs/adr/0560).
  "conversion_attributions.customer_id": "recomputed",
  "conversion_attributions.sent_to_id": "stays",
  // What was said before stays; the merge adds the survivor's word.
  "customer_consents.customer_id": "set",
  "customer_facilities.customer_id": "recomputed",
  // Found by way of merged_into, like the merged customer's own columns.
  "customer_keys.customer_id": "stays",
  "customer_merge_candidates.customer_id": "moved",
  "customer_merge_candidates.other_customer_id": "moved",
  "customer_merges.source_customer_id": "stays",
  "customer_merges.survivor_customer_id": "stays",
  "customer_notes.customer_id": "set",
  "customer_rank_histories.customer_id": "set",
  "customer_ranks.customer_id": "recomputed",
  "customer_rfm_histories.customer_id": "set",
  "customer_rfms.customer_id": "recomputed",
  "customer_totals.customer_id": "recomputed",
  // The survivor gets those that are missing.
  "customer_types.customer_id": "recomputed",
  "customers.merged_into": "moved",
  "grant_points.customer_id": "set",
  "message_events.customer_id": "set",
  "mail_facts.customer_id": "set",
  "mail_suppressions.customer_id": "set",
  "message_jobs.customer_id": "set",
  "point_accounts.customer_id": "recomputed",
  // With the customer of the grant they are about.
  "point_adjustments.customer_id": "set",
  // An approval books for the survivor; after an undo, for the guest it was requested for.
  "point_grant_requests.customer_id": "set",
  "point_lots.customer_id": "moved",
  // Only what still waits; what was sent stays.
  "push_action_targets.customer_id": "moved",
  "stay_customers.customer_id": "moved",
  "stay_reservation_customers.customer_id": "moved",
  "stay_reservations.customer_id": "moved",
  "stay_transactions.customer_id": "moved",
  // By address, whoever has it.
  "suppressions.customer_id": "stays",
  "trigger_events.customer_id": "set",
  "unrecognised_reports.customer_id": "set",
  "attribution_queue.customer_id": "stays",
  "use_coupon_cases.customer_id": "set",
  "use_point_cases.customer_id": "set",
};
