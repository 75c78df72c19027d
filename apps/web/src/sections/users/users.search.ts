// What the routes keep in the URL. Apart from the pages, because every route file is loaded with the first page.
export const USER_TABS = ["history"] as const;
