import type { ActionType, CampaignType } from "../../enumerations.ts";
import { detailsOf } from "../actions/further-details.ts";
import { carriesOut } from "../actions/offered-types.ts";
import type { WithVariants } from "../variants/variants.ts";

// How an audience is asked for, and what of its figures belongs to which kind of action: for the counts of the editor and for the review.

/** A coupon that a segment gives: to so many guests (null: to all), as long as its pool has codes, or one code to everybody. */
export type CountedCoupon = WithVariants & {
  action_id: number | null;
  given: "each" | "pool" | "shared";
  limit: number | null;
};

/** What the count of an audience asks of a segment beside its target: which kinds, what a text tells of, what does not suffice for all. */
export type AudienceCounting<Kind extends ActionType = ActionType> = {
  types: Kind[];
  tells_of: "coupon" | "code" | null;
  coupons: CountedCoupon[];
};

/** The figures of a segment that say whom a kind of action reaches. */
export type CountedSegment = {
  will_receive: number;
  benefits_for: number;
  /** Guests who get a coupon; null where none is given. */
  coupons: number | null;
};

/** What a kind of action says of a count. */
export type ActionCounts<Detail> = {
  counting?(detail: Detail, id: number | null): Partial<Omit<AudienceCounting, "types">>;
  /** Guests whom it reaches. */
  reaches(counted: CountedSegment): number;
  /** Fewer get it than match, and who is not known before. */
  isShort?(counted: CountedSegment): boolean;
  /** It may reach fewer than counted; `short`: something of the segment does not suffice for all. */
  atMost(asked: AudienceCounting, short: boolean): boolean;
};

type Action<Kind extends ActionType> = { id: number | null; type: Kind };

/** What the segment does: actions that are left from another type do nothing. */
export function countingOf<Kind extends ActionType>(
  type: CampaignType,
  actions: readonly Action<Kind>[],
  countsOf: (kind: Kind) => Pick<ActionCounts<unknown>, "counting">,
): AudienceCounting<Kind> {
  const done: AudienceCounting<Kind> = { types: [], tells_of: null, coupons: [] };
  for (const action of actions.filter((one) => carriesOut(type, one.type))) {
    if (!done.types.includes(action.type)) done.types.push(action.type);
    for (const { detail } of detailsOf(action)) {
      const asked = detail === null ? undefined : countsOf(action.type).counting?.(detail, action.id);
      if (done.tells_of !== "code") done.tells_of = asked?.tells_of ?? done.tells_of;
      done.coupons.push(...(asked?.coupons ?? []));
    }
  }
  return done;
}
