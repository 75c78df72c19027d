import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import type { ActionType } from "@okaeri/domain/enumerations";
import type { Unit } from "../../../ui/format.ts";
import type { CampaignDetail } from "../campaigns.api.ts";
import type { ToDo } from "../delivery/to-do.ts";
import { couponKind } from "./coupon/coupon-kind.ts";
import { useCouponToDos } from "./coupon/use-coupon-todos.ts";
import type { ScreenKind } from "./kind.ts";
import { mailKind } from "./mail/mail-kind.ts";
import { pointKind } from "./point/point-kind.ts";

/** The kinds of action that the screens have, in the order in which they are offered and go out. */
export const KINDS = { point: pointKind, coupon: couponKind, mail: mailKind } as const;
export const ALL_KINDS: readonly ScreenKind[] = Object.values(KINDS);

export function kindOf(type: KindName): ScreenKind {
  return KINDS[type];
}

/** The kind of what a campaign once sent, also where nothing offers it any more. */
export function sentKind(type: ActionType): ScreenKind | undefined {
  return ALL_KINDS.find((kind) => kind.type === type);
}

/** What of any kind needs a person. Only of coupons there is something that runs out. */
export const useToDosOfKinds = (campaign: CampaignDetail): ToDo[] => useCouponToDos(campaign);

/** What comes of an action of this type is counted in. */
export const unitOfAction = (type: ActionType): Unit => sentKind(type)?.unit ?? "items";
