import type { Binder } from "../../http/binder.ts";
import { findInList } from "./published-list.ts";

export function postcodesRoutes(os: Binder) {
  return { find: os.postcodes.find.handler(({ input }) => ({ items: findInList(input.code) })) };
}
