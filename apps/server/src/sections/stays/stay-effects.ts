import { grantStayPoints } from "../points/grant-stay-points.ts";
import { rollExpiry } from "../points/roll-expiry.ts";
import { keepTotals } from "./keep-totals.ts";
import type { StayEffect } from "./stay-effect.ts";

/** What a confirmed stay does, in the order of applying; reversed in the opposite order. Sections add theirs here. */
export const STAY_EFFECTS: readonly StayEffect[] = [rollExpiry, keepTotals, grantStayPoints];
