// What the routes keep in the URL. Apart from the pages, because every route file is loaded with the first page.

/** What the list may be sorted by, the default first. */
export const CLIENT_SORTS = ["name", "account_count", "user_count", "contract_ended_at", "updated_at"] as const;
