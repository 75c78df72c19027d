import { bookStayPoints } from "../points/book-stay-points.ts";
import { keepTotals } from "./keep-totals.ts";
import type { CountedEffect, SettledEffect } from "./stay-effect.ts";

// What a confirmed stay does. Sections add theirs here.

/** In the order of applying; reversed in the opposite order. */
export const COUNTED_EFFECTS: readonly CountedEffect[] = [keepTotals];

/** In this order, once all stays of a change are written and counted. */
export const SETTLED_EFFECTS: readonly SettledEffect[] = [bookStayPoints];
