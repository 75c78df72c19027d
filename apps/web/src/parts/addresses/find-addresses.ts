import { api } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";

/** What a postcode of the published list stands for, as an address begins: prefecture, city and town. */
export async function findAddresses(code: string): Promise<string[]> {
  const { items } = await queryClient.fetchQuery(api.postcodes.find.queryOptions({ input: { code } }));
  return items.map(({ prefecture, city, town }) => prefecture + city + town);
}
