import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { pointRule } from "@okaeri/domain/campaigns/actions/point/point";
import { POINT_EXPIRATION_TYPES, POINT_GRANT_TYPES } from "@okaeri/domain/enumerations";
import { MAX_GRANT_CONDITION, MAX_GRANT_POINTS } from "@okaeri/domain/points/amount";
import { z } from "zod";
import { date } from "../../../paging.ts";
import { percent } from "../../../percent.ts";
import { planCode } from "../../../plan-code.ts";
import { defineKind } from "../kind.ts";

/** Points of an action: absolute points, or `grant_rate` percent (three decimals) of a stay's use_price. */
export const pointDetail = z.strictObject({
  grant_type: z.enum(POINT_GRANT_TYPES),
  grant_absolute: z.number().int().min(1).max(MAX_GRANT_POINTS).nullable(),
  grant_rate: percent.nullable(),
  /** Least use_price of the stay, in yen; null means any. */
  grant_condition: z.number().int().min(0).max(MAX_GRANT_CONDITION).nullable(),
  plan_code: z.array(planCode).max(100),
  expiration_type: z.enum(POINT_EXPIRATION_TYPES),
  expiration_days_from_grant: z.number().int().min(1).max(36_500).nullable(),
  expiration_days_from_last_stay: z.number().int().min(1).max(36_500).nullable(),
  expiration_date: date.nullable(),
});

export type PointDetail = z.output<typeof pointDetail>;

export const point = defineKind({
  detail: pointDetail,
  rule: pointRule,
  // `date` has validated the day.
  terms: ({ expiration_date, ...detail }) => ({ ...detail, expiration_date: expiration_date as CalendarDate | null }),
});
