import { contract } from "@okaeri/contract/contract";
import { z } from "zod";

// What the contract says of the numbers of a call, for tests.

type Schema = {
  type?: string | string[];
  maximum?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};
type Call = { "~orpc"?: { route: { method?: string; path?: string }; inputSchema?: z.ZodType } };

function callsOf(part: object): Call[] {
  if ((part as Call)["~orpc"] !== undefined) return [part as Call];
  return Object.values(part).flatMap((inner) => callsOf(inner as object));
}

const CALLS = callsOf(contract);

/** The most that the contract takes at this place of a call's input: null where it says none, undefined where it takes no number. */
export function mostAt(method: string, url: string, place: readonly (string | number)[]): number | null | undefined {
  const path = url.replace(/^\/api/, "");
  const call = CALLS.find((one) => {
    const route = one["~orpc"]?.route;
    const form = route?.path?.replaceAll(/\{[^}]+\}/g, "[^/]+");
    return route?.method === method && form !== undefined && new RegExp(`^${form}$`).test(path);
  });
  const input = call?.["~orpc"]?.inputSchema;
  if (input === undefined) throw new Error(`the contract has no ${method} ${path}`);
  const whole = z.toJSONSchema(input, { io: "input", unrepresentable: "any", cycles: "ref", reused: "inline" });
  const found = place.reduce<Schema[]>((schemas, key) => schemas.flatMap((one) => inner(one, key)), [whole as Schema]);
  const numbers = found.flatMap(branches).filter(({ type }) => type === "number" || type === "integer");
  if (numbers.length === 0) return undefined;
  const most = numbers.flatMap(({ maximum }) => (maximum === undefined ? [] : [maximum]));
  return most.length === 0 ? null : Math.max(...most);
}

const branches = (schema: Schema): Schema[] => [
  schema,
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(branches),
];

function inner(schema: Schema, key: string | number): Schema[] {
  return branches(schema).flatMap((one) => {
    const next = typeof key === "number" ? one.items : one.properties?.[key];
    return next === undefined ? [] : [next];
  });
}
