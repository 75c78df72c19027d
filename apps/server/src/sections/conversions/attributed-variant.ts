import type { Variant } from "@okaeri/domain/pushes/variants";
import { type RawBuilder, sql } from "kysely";
import { variantOfUse } from "../coupons/uses-on-bookings.read.ts";
import { variantSent } from "../pushes/variants.read.ts";

/** SQL over attributions `conversion_attribution`: the letter of the text or coupon that is credited; null where its action has one. */
export const variantOf = (accountId: number): RawBuilder<Variant | null> =>
  sql<Variant | null>`coalesce(
    ${variantSent(accountId, sql`conversion_attribution.push_action_id`, sql`conversion_attribution.sent_to_id`)},
    ${variantOfUse(accountId, sql`conversion_attribution.use_coupon_case_id`)})`;
