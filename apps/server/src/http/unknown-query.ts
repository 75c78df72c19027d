import { refuseFields } from "./errors.ts";

/** Every call takes it: the account to work in. */
const ALWAYS = "account_id";

/**
 * Refuses what an address asks for and nobody reads: a filter that is misspelt would quietly show everything, and a token in an address
 * ends up in logs (quality S14). @throws CallError INVALID_INPUT naming each.
 */
export function refuseUnknownQuery(requested: readonly string[], known: readonly string[]): void {
  // `q[a]` is the parameter q, whose shape its own schema refuses.
  const unknown = requested.filter((name) => name !== ALWAYS && !known.includes(name.replace(/(?<=.)\[.*$/s, "")));
  refuseFields(Object.fromEntries(unknown.map((name) => [name, { code: "not_accepted" } as const])));
}

/** The names that a call reads from its address: of a GET the input's fields without those of its path, of other methods none. */
export function queryFieldsOf({ route, inputSchema }: { route: Route; inputSchema?: unknown }): string[] {
  if (route.method !== "GET" || inputSchema === undefined) return [];
  const { shape } = inputSchema as { shape?: object };
  if (!shape) throw new Error(`${route.path}: the input of a GET is an object, whose fields are its query`);
  return Object.keys(shape).filter((name) => !route.path?.includes(`{${name}}`));
}

type Route = { method?: string; path?: string };
