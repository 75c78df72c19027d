import type { Language } from "../../errors.ts";
import { ATTRIBUTED_WORDS } from "./attributed-words.ts";
import { FIGURE_WORDS } from "./figure-words.ts";
import type { ResultDimension, ResultFigure } from "./result-figures.ts";

/** What the figures of results are called on the page and in its file. */
export const RESULT_WORDS: Record<ResultFigure, Record<Language, string>> = {
  sent: { ja: "送った", en: "Sent" },
  delivered: FIGURE_WORDS.reached,
  opened: FIGURE_WORDS.opened,
  machine_opened: FIGURE_WORDS.machine_opened,
  clicked: FIGURE_WORDS.clicked,
  unsubscribed: FIGURE_WORDS.unsubscribed,
  clicks: { ja: "クリックの回数", en: "Clicks" },
  reserved: ATTRIBUTED_WORDS.reserved,
  reserved_price: ATTRIBUTED_WORDS.reserved_price,
  transacted: ATTRIBUTED_WORDS.transacted,
  use_price: ATTRIBUTED_WORDS.use_price,
  points: { ja: "付与ポイント", en: "Points granted" },
  points_used: { ja: "使われたポイント", en: "Points used" },
  coupons_given: { ja: "渡したクーポン", en: "Coupons given" },
  coupons_used: { ja: "使われたクーポン", en: "Coupons used" },
  cost: { ja: "費用", en: "Cost" },
};

/** Heading of the column that tells the rows of a dimension apart. */
export const DIMENSION_WORDS: Record<ResultDimension, Record<Language, string>> = {
  action: { ja: "内容", en: "Action" },
  segment: { ja: "対象", en: "Segment" },
  facility: { ja: "施設", en: "Facility" },
  variant: { ja: "文面・クーポン", en: "Text or coupon" },
  day: { ja: "日", en: "Day" },
};
