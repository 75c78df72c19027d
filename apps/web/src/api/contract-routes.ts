import { contractLines } from "virtual:contract-lines";
import type { AnyContractRouter } from "@orpc/contract";

type Branch = { [name: string]: Branch | object };
type Route = { method: string; path: string; inputStructure?: string };

/** Every call by its name. */
export const routes = new Map(
  contractLines.split("\n").map((line): [string, Route] => {
    const [name = "", method = "", path = "", inputStructure] = line.split(" ");
    return [
      name,
      { method, path: path.replace("~", `/${name.split(".")[0]}`), ...(inputStructure ? { inputStructure } : {}) },
    ];
  }),
);

/** The contract as the call library reads it, without schemas. */
export const contractRoutes = grow() as AnyContractRouter;

/** The method a call goes out with: `["customers", "list"]` → GET. */
export function methodOf(path: readonly string[]): string | undefined {
  return routes.get(path.join("."))?.method;
}

function grow(): Branch {
  const root: Branch = {};
  for (const [name, route] of routes) {
    let at = root;
    for (const step of name.split(".")) {
      at[step] ??= {};
      at = at[step] as Branch;
    }
    at["~orpc"] = { errorMap: {}, meta: {}, route };
  }
  return root;
}
