import { ACTION_TYPES } from "@okaeri/domain/enumerations";
import { VARIANTS } from "@okaeri/domain/pushes/variants";
import { z } from "zod";

const count = z.number().int();
/** Within which the share lies by 95 percent, each 0 to 1; null: of nobody. */
const interval = z.object({ low: z.number(), high: z.number() }).nullable();

/** One of several texts or coupons of an action, and what came of it among the guests who got it by its share: each once for a send. */
export const comparedVariant = z.object({
  variant: z.enum(VARIANTS),
  /** Whole percent. */
  share: count,
  /** To whom it was tried; those whom it reached among them. */
  sent: count,
  delivered: count,
  opened: count,
  clicked: count,
  unsubscribed: count,
  /** Shares of those whom it reached. */
  opened_interval: interval,
  clicked_interval: interval,
  /** Coupons of the letter that guests have, in guests, and those of them who used it; 0 of texts. */
  given: count,
  used: count,
  /** Share of those who have it. */
  used_interval: interval,
  /** Bookings and stays that are credited to it: of a coupon by its uses. */
  reserved: count,
  transacted: count,
});

/** An action with several texts or coupons: of sends the newest, of what happens guest by guest all. */
export const comparison = z.object({
  action_id: count,
  type: z.enum(ACTION_TYPES),
  priority_seq: count,
  variants: z.array(comparedVariant),
  /** Who waits, or waited, for a person to choose; null: the newest send left nobody. */
  rest: z
    .object({
      push_action_id: count,
      /** Guests who have none of the texts yet. */
      waiting: count,
      /** The person may choose, and nobody has yet. */
      may_choose: z.boolean(),
      chosen: z.enum(VARIANTS).nullable(),
      chosen_by_name: z.string().nullable(),
      chosen_at: z.string().nullable(),
    })
    .nullable(),
});
