import { minifyContractRouter } from "@orpc/contract";
import type { Plugin } from "vite";
import { z } from "zod";

/**
 * The contract as the browser needs it, without the zod schemas, which would cost the sign-in page more than a quarter of its budget:
 * `virtual:contract-lines` has name, method and path of the calls before the sign-in, a line each (src/api/contract-routes.ts),
 * `virtual:signed-in-lines` of all others;
 * `virtual:contract-fields` what the fields of every write take (src/parts/records/field-rules.ts), loaded with the first form.
 */
export function contractLines(): Plugin {
  const made: Record<string, () => Promise<string>> = {
    "virtual:contract-lines": () => lines((section) => BEFORE_SIGN_IN.includes(section)),
    "virtual:signed-in-lines": () => lines((section) => !BEFORE_SIGN_IN.includes(section)),
    "virtual:contract-fields": async () => {
      const { contract } = await import("@okaeri/contract/contract");
      return `export const contractFields = ${JSON.stringify(Object.fromEntries(writesOf(contract, "")))};`;
    },
  };
  return {
    name: "okaeri-contract-lines",
    resolveId: (source) => (source in made ? `\0${source}` : undefined),
    load: (resolved) => made[resolved.slice(1)]?.(),
  };
}

/** What pages before the sign-in, and the frame of every page, ask. */
const BEFORE_SIGN_IN = ["auth", "demo", "menu", "site"];

async function lines(wanted: (section: string) => boolean): Promise<string> {
  const { contract } = await import("@okaeri/contract/contract");
  const sections = Object.entries(minifyContractRouter(contract)).filter(([section]) => wanted(section));
  return `export default ${JSON.stringify(linesOf(Object.fromEntries(sections), "").join("\n"))};`;
}

/** `customers.get GET ~/{id}`, where `~` is `/customers`; a call whose input is split into parts says so in a fourth word. */
function linesOf(router: object, name: string): string[] {
  return Object.entries(router).flatMap(([key, part]: [string, object]) => {
    if (key !== "~orpc") return linesOf(part, name === "" ? key : `${name}.${key}`);
    const { route } = part as { route: { method?: string; path?: string; inputStructure?: string } };
    const section = `/${name.split(".")[0]}`;
    const path = route.path?.startsWith(section) ? `~${route.path.slice(section.length)}` : route.path;
    return [[name, route.method, path, route.inputStructure].filter((word) => word !== undefined).join(" ")];
  });
}

type Call = { route: { method?: string }; inputSchema?: z.ZodType };
/** See FieldRule in src/ui/fields/field-props.ts. */
type Rule = { required?: true; max?: number; form?: string; from?: number; to?: number; most?: number };
type Json = {
  type?: string;
  format?: string;
  properties?: Record<string, Json>;
  required?: string[];
  items?: Json;
  anyOf?: Json[];
  oneOf?: Json[];
} & { [key in "minLength" | "maxLength" | "minimum" | "maximum" | "minItems" | "maxItems"]?: number };

/** `accounts.update` → what its fields take, by their path without the numbers of rows: `options.option_item`. */
function writesOf(router: object, name: string): [string, Record<string, Rule>][] {
  return Object.entries(router).flatMap(([key, part]: [string, object]) => {
    if (key !== "~orpc") return writesOf(part, name === "" ? key : `${name}.${key}`);
    const { route, inputSchema } = part as Call;
    if (inputSchema === undefined || route.method === "GET") return [];
    const rules = rulesOf(z.toJSONSchema(inputSchema, { io: "input", unrepresentable: "any" }) as Json);
    return rules.length === 0 ? [] : [[name, Object.fromEntries(rules)] as [string, Record<string, Rule>]];
  });
}

function rulesOf(schema: Json, path = ""): [string, Rule][] {
  // Rows of several kinds: the fields of each stand under its own name.
  if (schema.items?.oneOf) return schema.items.oneOf.flatMap((kind) => rulesOf(kind, path));
  const { properties = {}, required = [] } = schema.properties ? schema : (schema.items ?? {});
  return Object.entries(properties).flatMap(([key, property]) => {
    const place = path === "" ? key : `${path}.${key}`;
    const filled = property.anyOf?.find(({ type }) => type !== "null") ?? property;
    const rule = ruleOf(filled, required.includes(key) && property.anyOf === undefined);
    return [...(Object.keys(rule).length === 0 ? [] : [[place, rule] as [string, Rule]]), ...rulesOf(filled, place)];
  });
}

function ruleOf({ type, format, ...json }: Json, needed: boolean): Rule {
  // Ids and versions are nobody's to type; their bounds are those of numbers as such.
  const figure = json.minimum !== undefined && json.maximum !== undefined && json.maximum < Number.MAX_SAFE_INTEGER;
  const filled = figure || format === "date" || (json.minLength ?? 0) > 0 || (json.minItems ?? 0) > 0;
  return {
    ...(needed && filled ? { required: true } : {}),
    ...(json.maxLength === undefined ? {} : { max: json.maxLength }),
    ...(type === "string" && format ? { form: format } : {}),
    ...(figure ? { from: json.minimum as number, to: json.maximum as number } : {}),
    ...(json.maxItems === undefined ? {} : { most: json.maxItems }),
  };
}
