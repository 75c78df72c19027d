import { carriesOut } from "@okaeri/domain/campaigns/actions/offered-types";
import type { CampaignType } from "@okaeri/domain/enumerations";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { useTranslation } from "react-i18next";
import type { CampaignDetail } from "../campaigns.api.ts";
import text from "../text.module.css";

type Actions = readonly Pick<CampaignDetail["segments"][number]["actions"][number], "type">[];

/** Whether it makes a difference: a message goes out, and something is given beside it. */
export function givesBenefitsWithMessage(type: CampaignType, actions: Actions): boolean {
  const done = actions.filter((action) => carriesOut(type, action.type));
  return done.some((action) => isMessage(action.type)) && done.some((action) => !isMessage(action.type));
}

type Segment = { benefits_to_reached?: boolean | undefined; actions: Actions };

/** In words: who gets the points and coupons of a segment that also sends a message. */
export function BenefitsToReached({ type, segment }: { type: CampaignType; segment: Segment }) {
  const { t } = useTranslation("campaigns");
  if (!givesBenefitsWithMessage(type, segment.actions)) return null;
  return <p className={text.quiet}>{t(`benefitsToReached.${segment.benefits_to_reached ? "on" : "off"}`)}</p>;
}
