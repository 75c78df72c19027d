import type { AnyContractRouter } from "@orpc/contract";

type Branch = { [name: string]: Branch | object };
type Route = { method: string; path: string; inputStructure?: string };

/** The calls that were read so far, by name. */
export const routes = new Map<string, Route>();

/** Calls as `virtual:contract-lines` tells them → the contract as the call library reads it, without schemas. */
export function contractOf(lines: string): AnyContractRouter {
  const root: Branch = {};
  for (const line of lines.split("\n")) {
    const [name = "", method = "", path = "", inputStructure] = line.split(" ");
    const steps = name.split(".");
    const route = { method, path: path.replace("~", `/${steps[0]}`), ...(inputStructure ? { inputStructure } : {}) };
    routes.set(name, route);
    let at = root;
    for (const step of steps) {
      at[step] ??= {};
      at = at[step] as Branch;
    }
    at["~orpc"] = { errorMap: {}, meta: {}, route };
  }
  return root as AnyContractRouter;
}

/** The method a call goes out with: `["customers", "list"]` → GET. */
export function methodOf(path: readonly string[]): string | undefined {
  return routes.get(path.join("."))?.method;
}
