import { CAMPAIGN_STATUSES } from "@okaeri/domain/enumerations";
import { z } from "zod";
import { call, needsAction } from "./call.ts";
import { attributedFigures, spentFigures } from "./campaigns/results/attributed.ts";
import { sendFigures } from "./campaigns/results/figures.ts";
import { date } from "./paging.ts";

/** Days in Asia/Tokyo, both ends included; twelve months up to today unless asked otherwise. */
export const reportPeriod = z.object({ from: date.optional(), to: date.optional() });

/** Results of each campaign and the points of each month in a period, days in Asia/Tokyo, both ends included. */
export const reports = {
  overview: call(needsAction("reports/read"))
    .route({ method: "GET", path: "/reports", summary: "キャンペーンの結果と月ごとのポイント" })
    .input(reportPeriod)
    .output(
      z.object({
        from: z.string(),
        to: z.string(),
        campaigns: z.array(
          z.object({
            id: z.number().int(),
            name: z.string(),
            status: z.enum(CAMPAIGN_STATUSES),
            last_sent_at: z.string().nullable(),
            /** What came of its sends in the period; null where there was none. */
            figures: sendFigures.nullable(),
            /** Of its messages, clicks and coupons: bookings made and stays that ended in the period. */
            attributed: attributedFigures,
            /** Coupons and points that were given and used on days of the period, whenever it was sent. */
            spent: spentFigures,
            /** What the ledger granted on days of the period. */
            points_granted: z.number().int(),
            /** Taken back on days of the period, by hand, with a send or because stays changed. */
            points_reversed: z.number().int(),
            /** Of its points, what staff deducted from guests. */
            points_deducted: z.number().int(),
            /** Of its points, what made up for points of the same guests that were taken back elsewhere after they had been spent. */
            points_for_debt: z.number().int(),
          }),
        ),
        points: z.array(
          z.object({
            month: z.string(),
            granted: z.number().int(),
            reversed: z.number().int(),
            deducted: z.number().int(),
            used: z.number().int(),
            expired: z.number().int(),
            /** Points taken back that had been spent: the guest owes them. */
            debt_incurred: z.number().int(),
            /** Owed points that new points paid. */
            debt_paid: z.number().int(),
            outstanding: z.number().int(),
          }),
        ),
        stays: z.array(z.object({ month: z.string(), stays: z.number().int(), use_price: z.number().int() })),
      }),
    ),
};
