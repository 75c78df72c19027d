import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { expectedQuery } from "../../../../parts/campaigns/runs/expected.ts";
import { formatCount } from "../../../../ui/format.ts";
import type { CampaignDetail } from "../../campaigns.api.ts";
import type { ToDo } from "../../delivery/to-do.ts";
import { CODES_PLACE, calledOf, couponsQuery, otherVariants } from "./of-campaign.ts";

/** Codes that run out while the campaign goes on by itself: for the next run, or for whoever comes next. */
export function useCouponToDos(campaign: CampaignDetail): ToDo[] {
  const { t } = useTranslation(["campaigns", "ui"]);
  const goesOn =
    campaign.automatic && campaign.status !== "inactive" && campaign.action_types.some((type) => type === "coupon");
  const { data } = useQuery({ ...couponsQuery(campaign), enabled: goesOn, throwOnError: false });
  const { data: expected } = useQuery(expectedQuery(campaign.id, goesOn));
  return (data?.items ?? []).flatMap((coupon) => {
    const { id, campaign_action_id, state, pool } = coupon;
    if (!goesOn || pool === null || state === "ended") return [];
    const { left, alarm_at } = pool;
    const name = calledOf(t, campaign, coupon);
    const share = otherVariants(campaign, coupon).find(({ variant }) => variant === coupon.variant)?.share ?? 100;
    const run = expected?.schedule.find(({ action_id }) => action_id === campaign_action_id)?.count ?? 0;
    const next = Math.ceil((run * share) / 100);
    // The next run is counted with the codes there are: who gets none for want of them is not in it.
    const allGo = next > 0 && next >= left;
    if (left > 0 && !allGo && (alarm_at === null || left > alarm_at)) return [];
    const codes = formatCount(left, "codes");
    return [
      {
        key: `codes-${id}`,
        danger: left === 0,
        what:
          left === 0 ? t("todo.noCodes", { name }) : t(allGo ? "todo.lastCodes" : "todo.fewCodes", { name, n: codes }),
        why: t("todo.codesWhy"),
        verb: t("todo.codes"),
        to: { place: CODES_PLACE },
      },
    ];
  });
}
