import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import type { ActionKind, ActionKinds } from "../sections/actions/action-kind.ts";
import { couponAction } from "../sections/coupons/action/coupon-action.ts";
import { mailAction } from "../sections/messaging/mail-action/mail-action.ts";
import { pointAction } from "../sections/points/action/point-action.ts";

const BY_NAME = { point: pointAction, coupon: couponAction, mail: mailAction } satisfies Record<KindName, ActionKind>;

/** What a campaign's actions can be: all kinds of contract/campaigns/actions/kinds.ts, or it does not compile. */
export const ACTION_KINDS: ActionKinds = Object.values<ActionKind>(BY_NAME);
