import { minifyContractRouter } from "@orpc/contract";
import type { Plugin } from "vite";

/**
 * Name, method and path of every call, a line each, without the zod schemas: the browser needs only these
 * (src/api/contract-routes.ts), and the schemas would cost the sign-in page more than a quarter of its budget.
 */
export function contractLines(): Plugin {
  const id = "virtual:contract-lines";
  return {
    name: "okaeri-contract-lines",
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(resolved) {
      if (resolved !== `\0${id}`) return undefined;
      const { contract } = await import("@okaeri/contract/contract");
      const lines = linesOf(minifyContractRouter(contract), "");
      return `export const contractLines = ${JSON.stringify(lines.join("\n"))};`;
    },
  };
}

/** `customers.get GET /customers/{id}`; a call whose input is split into parts says so in a fourth word. */
function linesOf(router: object, name: string): string[] {
  return Object.entries(router).flatMap(([key, part]: [string, object]) => {
    if (key !== "~orpc") return linesOf(part, name === "" ? key : `${name}.${key}`);
    const { route } = part as { route: { method?: string; path?: string; inputStructure?: string } };
    return [[name, route.method, route.path, route.inputStructure].filter((word) => word !== undefined).join(" ")];
  });
}
