import * as v from "valibot";
import { CUSTOMER_SORTS } from "../../../../sections/customers/customers.search.ts";
import { dayInSearch, listInSearch, numberInSearch, oneOfInSearch, textInSearch } from "../../../-list-search.ts";

/** Ids separated by commas, as the call takes them. */
const ids = textInSearch(/^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,99}$/);
const months = textInSearch(/^(1[0-2]|[1-9])(,(1[0-2]|[1-9])){0,11}$/);
const wholeNumber = numberInSearch(0, 999_999_999_999_999);
const score = numberInSearch(1, 5);
const reach = oneOfInSearch(["reachable", "unreachable"]);

/** What the customer list keeps in its URL; wrong values count as absent. */
export const customerSearch = v.object({
  ...listInSearch(CUSTOMER_SORTS),
  rfm_group_id: ids,
  rank_detail_id: ids,
  customer_type_id: ids,
  facility_account_id: ids,
  recency_score: score,
  frequency_score: score,
  monetary_score: score,
  last_stay_from: dayInSearch,
  last_stay_to: dayInSearch,
  stay_count_min: wholeNumber,
  stay_count_max: wholeNumber,
  use_price_min: wholeNumber,
  use_price_max: wholeNumber,
  point_min: wholeNumber,
  point_max: wholeNumber,
  birthday_month: months,
  mail: reach,
  line: reach,
});
