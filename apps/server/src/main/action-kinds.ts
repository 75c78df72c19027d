import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import type { ActionKind, ActionKinds } from "../sections/campaigns/actions/action-kind.ts";
import { couponAction } from "../sections/campaigns/actions/coupon/coupon-action.ts";
import { mailAction } from "../sections/campaigns/actions/mail/mail-action.ts";
import { pointAction } from "../sections/campaigns/actions/point/point-action.ts";

const BY_NAME = { point: pointAction, coupon: couponAction, mail: mailAction } satisfies Record<KindName, ActionKind>;

/** What a campaign's actions can be: all kinds of contract/campaigns/actions/kinds.ts, or it does not compile. */
export const ACTION_KINDS: ActionKinds = Object.values<ActionKind>(BY_NAME);
