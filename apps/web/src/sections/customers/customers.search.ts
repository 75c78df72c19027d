// What the routes keep in the URL. Apart from the pages, because every route file is loaded with the first page.

/** What the list may be sorted by, the default first. */
export const CUSTOMER_SORTS = [
  "last_stay_on",
  "name_kana",
  "stay_count",
  "use_price_total",
  "point_balance",
  "member_number",
] as const;
