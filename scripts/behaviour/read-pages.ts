import type { Json } from "./json.ts";

export type PageAnswer = { status: number; body: Json };
export type Call = (method: "GET" | "POST" | "PUT", path: string, payload?: Json | Buffer) => Promise<PageAnswer>;

type Parameter = { name: string; in: string; required?: boolean; schema?: { enum?: Json[] } };
type Paths = Record<string, { get?: { parameters?: Parameter[] } }>;
type Bodies = ReadonlyMap<string, Json>;

/** Number of rows whose pages are read: of a list, and of a list below a row. */
const LISTED = 30;
const NESTED = 4;
const PERIOD: Record<string, string> = { from: "2029-05-01", to: "2029-07-05" };

/**
 * Reads every GET call of the OpenAPI document. The ids in addresses are those that earlier lists and pages answered; `rows` gives them for
 * some lists. Calls that the user may not make are made as the operator.
 */
export async function readPages(call: Call, asOperator: Call, rows: Bodies): Promise<Record<string, Json>> {
  const { paths } = (await call("GET", "/openapi.json")).body as { paths: Paths };
  const pages: Record<string, Json> = {};
  const bodies = new Map<string, Json>();
  const depth = (path: string) => path.split("/").length + path.split("{").length;
  for (const [path, { get }] of Object.entries(paths).sort(([a], [b]) => depth(a) - depth(b) || (a < b ? -1 : 1))) {
    if (!get) continue;
    const parameters = get.parameters ?? [];
    const valuesOf = (above: string, name: string) => {
      const choices = parameters.find((one) => one.name === name)?.schema?.enum;
      return choices ?? (rows.get(above) as Json[] | undefined) ?? idsBelow(bodies, above, name);
    };
    let addresses = [""];
    for (const segment of path.split("/").slice(1)) {
      const name = /^{\+?(.*)}$/.exec(segment)?.[1];
      addresses = addresses.flatMap((above) =>
        (name === undefined ? [segment] : valuesOf(above, name)).map((value) => `${above}/${value}`),
      );
    }
    if (addresses.length === 0) pages[path] = "no row to ask about";
    for (const address of addresses) {
      const asked = parameters.filter((one) => one.in === "query" && (one.required || one.name === "size"));
      const query = asked.map(({ name }) => {
        const value = name === "size" ? 100 : (PERIOD[name] ?? valuesOf(address, name)[0] ?? "");
        return `${name}=${encodeURIComponent(String(value))}`;
      });
      const url = query.length > 0 ? `${address}?${query.join("&")}` : address;
      const own = await call("GET", url);
      const answer = own.status === 403 ? await asOperator("GET", url) : own;
      bodies.set(address, answer.body);
      pages[address] = answer;
    }
  }
  return pages;
}

/** Ids of the rows listed at this address; else of the list that the name means (`coupon_id`: `coupons`), else what the row's pages name so. */
function idsBelow(bodies: Bodies, address: string, name: string): Json[] {
  const listed = (path: string) => {
    const list = bodies.get(path) as { items?: { id?: Json }[] } | undefined;
    return list?.items?.flatMap((item) => item.id ?? []) ?? [];
  };
  const row = /^\/[^/]+\/\d+/.exec(address)?.[0];
  if (row === undefined) return listed(address).slice(0, LISTED);
  const [word] = name.split("_");
  const named = () => [...bodies].filter(([path]) => path.startsWith(`${row}/`)).flatMap(([, body]) => at(body, name));
  const found = [listed(address), listed(`${row}/${word}s`), listed(`${row}/${word}es`)].find((ids) => ids.length > 0);
  return [...new Set(found ?? named())].slice(0, NESTED);
}

/** All numbers below this key. */
function at(value: Json, name: string): Json[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, one]) =>
    key === name && typeof one === "number" ? [one] : at(one, name),
  );
}
