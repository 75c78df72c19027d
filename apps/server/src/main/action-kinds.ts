import type { ActionKinds } from "../sections/actions/action-kind.ts";
import { couponAction } from "../sections/coupons/action/coupon-action.ts";
import { mailAction } from "../sections/messaging/mail-action/mail-action.ts";
import { pointAction } from "../sections/points/action/point-action.ts";

/** What a campaign's actions can be; the contract's are in contract/campaigns/actions/kinds.ts. */
export const ACTION_KINDS: ActionKinds = [pointAction, couponAction, mailAction];
