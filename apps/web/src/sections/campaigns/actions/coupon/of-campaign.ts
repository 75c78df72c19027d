import { sharesOfAction } from "@okaeri/domain/campaigns/variants/variants";
import type { Share, Variant } from "@okaeri/domain/pushes/variants";
import { api } from "../../../../api/client.ts";
import type { CampaignDetail } from "../../campaigns.api.ts";
import type { T } from "../kind.ts";

/** How the campaign's coupons stand. The version: what was saved or sent changes what is shown. */
export function couponsQuery({ id, version, sending }: Pick<CampaignDetail, "id" | "version" | "sending">) {
  const query = api.coupons.ofCampaign.queryOptions({ input: { id }, refetchInterval: sending ? 3_000 : false });
  return { ...query, queryKey: [...query.queryKey, version] as unknown as typeof query.queryKey };
}

/** Where the codes stand on the campaign's page. */
export const CODES_PLACE = "coupon-codes";

type OfAction = { campaign_action_id: number; variant: Variant };

/** The letters of the action that a coupon belongs to. */
export function otherVariants(campaign: Pick<CampaignDetail, "segments">, { campaign_action_id }: OfAction): Share[] {
  const actions = campaign.segments.flatMap((segment) => segment.actions);
  return actions.filter(({ id }) => id === campaign_action_id).flatMap(sharesOfAction);
}

/** A coupon by its name, and where its action has several by its letter. */
export function calledOf(
  t: T,
  campaign: Pick<CampaignDetail, "segments">,
  coupon: OfAction & { name: string },
): string {
  const { name, variant } = coupon;
  if (otherVariants(campaign, coupon).length < 2) return name;
  return name === "" ? t("coupon.variantWords.name", { variant }) : t("compare.called", { name, variant });
}
