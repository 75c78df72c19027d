import * as z from "zod/mini";
import { CUSTOMER_SORTS } from "../../../../sections/customers/customers.search.ts";
import { dayInSearch, listSearch, oneOfInSearch } from "../../../-list-search.ts";

/** Ids separated by commas, as the call takes them. */
const ids = z.catch(z.optional(z.coerce.string().check(z.regex(/^[0-9]{1,15}(,[0-9]{1,15}){0,99}$/))), undefined);
const months = z.catch(
  z.optional(z.coerce.string().check(z.regex(/^(1[0-2]|[1-9])(,(1[0-2]|[1-9])){0,11}$/))),
  undefined,
);
const wholeNumber = z.catch(
  z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(999_999_999_999_999))),
  undefined,
);
const score = z.catch(z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(5))), undefined);
const reach = oneOfInSearch(["reachable", "unreachable"]);

/** What the customer list keeps in its URL; wrong values count as absent. */
export const customerSearch = z.extend(listSearch(CUSTOMER_SORTS), {
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

/** Page and size of a history below a customer. */
export const historySearch = z.pick(listSearch(["x"]), { page: true, size: true });
