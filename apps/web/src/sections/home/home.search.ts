import { customerList } from "@okaeri/contract/lists/customers";
import { WORDS_FILTER } from "@okaeri/contract/lists/list";

// What the routes keep in the URL. Apart from the pages, because every route file is loaded with the first page.

/** The customers' list, searched by words alone. */
export const homeList = { ...customerList, path: "/", filters: { q: WORDS_FILTER } } as const;
export const HOME_SIZE = 20;
