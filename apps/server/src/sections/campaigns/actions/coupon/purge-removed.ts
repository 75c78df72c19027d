import { sql } from "kysely";
import type { Term } from "../../../../jobs/terms.ts";
import { deleteCoupons } from "./write-coupon.ts";

/** Coupons that were taken out of a campaign a day ago, before anybody had one; also those whose action stays and holds nothing. */
export const removedCoupons: Term = {
  table: "coupons",
  of: "programmes",
  steps:
    () =>
    async (tx, { accountId, most }) => {
      if (accountId === null) return { ended: 0, more: false };
      const found = await tx.all<{ id: number }>`select coupon.id
        from coupons coupon
        where coupon.account_id = ${accountId} and coupon.active_status = 'inactive' and coupon.issued_at is null
          and coupon.campaign_action_id is not null and coupon.updated_at < now() - interval '1 day'
        order by coupon.id limit ${most}`;
      const ids = found.map(({ id }) => id);
      await deleteCoupons(tx, accountId, sql`coupon.id = any(${ids}::bigint[])`);
      return { ended: found.length, more: found.length === most };
    },
};
