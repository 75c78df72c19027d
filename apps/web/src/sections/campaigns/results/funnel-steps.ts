import type { ResultFigure } from "@okaeri/contract/campaigns/results/result-figures";
import type { Unit } from "../../../ui/format.ts";
import type { Results } from "../campaigns.api.ts";

/** What each figure is counted in. */
export const RESULT_UNITS: Record<ResultFigure, Unit> = {
  sent: "people",
  delivered: "people",
  opened: "people",
  machine_opened: "people",
  clicked: "people",
  unsubscribed: "people",
  clicks: "times",
  reserved: "items",
  reserved_price: "yen",
  transacted: "items",
  use_price: "yen",
  points: "points",
  points_used: "points",
  coupons_given: "sheets",
  coupons_used: "sheets",
  cost: "yen",
};

/** What a step is a rate of; `hundred`: so many for each hundred guests, since one guest may book twice. */
export type Rate = { of: "sent" | "delivered" | "reserved" | "coupons_given" | "points"; hundred: boolean; n: string };
export type ResultFunnelStep = { figure: ResultFigure; value: number; share: number; rate: Rate | null };

/** A rate of 0 to 100 with one decimal; what is too little for one has two, nothing and all have none. */
export function rateText(part: number, whole: number): string {
  if (part === 0 || part === whole) return part === 0 ? "0" : "100";
  const n = (part / whole) * 100;
  return n.toFixed(n < 0.05 ? 2 : 1);
}

type Total = Results["total"];
/** What a campaign does: it sends messages, gives without one, or grants points with every stay and sends nothing. */
export type Way = "messages" | "benefits" | "stays";
type FunnelFacts = {
  way: Way;
  /** The period is all of its time; what comes in a part of it may come of messages before. */
  whole: boolean;
};

/**
 * From the first message, or from what was given where none goes out, to the stay. The bar of a step is a share (0 to 1) of the guests it
 * began with; coupons and points are a share of those that were given. A rate is said where it can be one: never of nothing, never
 * above its whole.
 */
export function funnelSteps(total: Total, { way, whole }: FunnelFacts): ResultFunnelStep[] {
  const first = (way === "messages" ? total.sent : total.delivered) ?? 0;
  const step = (figure: ResultFigure, of?: Rate["of"], base = first, hundred = false): ResultFunnelStep[] => {
    const value = total[figure];
    if (value === null) return [];
    const among = of === undefined ? 0 : (total[of] ?? 0);
    const isRate = of !== undefined && among > 0 && (hundred || value <= among);
    return [
      {
        figure,
        value,
        share: base === 0 ? 0 : Math.min(1, value / base),
        rate: isRate ? { of, hundred, n: rateText(value, among) } : null,
      },
    ];
  };
  const ofPoints = whole ? "points" : undefined;
  if (way === "stays")
    return [...step("points", undefined, total.points ?? 0), ...step("points_used", ofPoints, total.points ?? 0)];
  const begun =
    way === "messages"
      ? [...step("sent"), ...step("delivered", "sent"), ...step("opened", "delivered"), ...step("clicked", "delivered")]
      : [
          ...step("delivered"),
          ...(total.coupons_given
            ? step("coupons_used", whole ? "coupons_given" : undefined, total.coupons_given)
            : []),
          ...(total.points ? step("points_used", ofPoints, total.points) : []),
        ];
  return [
    ...begun,
    ...step("reserved", whole ? "delivered" : undefined, first, true),
    ...step("transacted", whole ? "reserved" : undefined),
  ];
}
