import { api } from "../../../../api/client.ts";
import type { CampaignDetail } from "../../campaigns.api.ts";

/** How the campaign's coupons stand. The version: what was saved or sent changes what is shown. */
export function couponsQuery({ id, version, sending }: Pick<CampaignDetail, "id" | "version" | "sending">) {
  const query = api.coupons.ofCampaign.queryOptions({ input: { id }, refetchInterval: sending ? 3_000 : false });
  return { ...query, queryKey: [...query.queryKey, version] as unknown as typeof query.queryKey };
}

/** Where the codes stand on the campaign's page. */
export const CODES_PLACE = "coupon-codes";
