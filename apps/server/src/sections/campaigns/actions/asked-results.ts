import type { ResultFigure } from "@okaeri/contract/campaigns/results/result-figures";
import type { Variant } from "@okaeri/domain/pushes/variants";
import type { RawBuilder } from "kysely";
import type { OpenDayRange, Seen } from "../../../database/narrowed.ts";

/**
 * What a campaign's results ask of all who keep a part of them. Who is asked answers SQL, rows of figure, action_id, facility_id (null: it
 * has none), day, at (null: no more than the day is known), customer_id, reservation_id, amount and place, which tells rows of an action apart.
 */
export type ResultsAsked = Seen & {
  actionIds: readonly number[];
  days: OpenDayRange;
  /** Of which figure each guest's part is wanted; null: sums of all figures, and nobody's customer_id. */
  figure: ResultFigure | null;
};

/** What a kind of action tells of itself in them. */
export type ActionResults = {
  /** The figures that it can have. */
  figures: readonly ResultFigure[];
  /** SQL over campaign actions `action`: what it is called. */
  called?: RawBuilder<string | null>;
  /** Where it has several texts or coupons: SQL, the same of each by its letter, in JSON; and its entries have a `letter`, null where there is one text. */
  withVariants?: RawBuilder<Partial<Record<Variant, string>> | null>;
  /** SQL: entries of the tables it keeps, besides whom it was sent to and what it brought. */
  entries?(asked: ResultsAsked): RawBuilder<unknown>;
};
