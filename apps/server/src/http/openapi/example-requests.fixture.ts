import type { Operation } from "./complete.ts";
import { openApiDocument } from "./document.ts";
import type { Schema } from "./examples.ts";

export type Example = {
  /** As in the document: "PUT /users/{id}". */
  name: string;
  method: string;
  path: string;
  operation: Operation;
  /** Numbers in the address, by name. */
  at: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
};

type Field = readonly [calls: RegExp, fields: readonly string[]];

/** Fields of which a request takes one set or another: each set is sent in a request of its own, without the fields of the others. */
const EITHER: readonly (readonly Field[])[] = [
  [
    [/POST .*\/grant-points(\/preview)?$/, []],
    [/POST .*\/grant-points(\/preview)?$/, ["reverses_grant_point_id"]],
  ],
  [
    [/keys\/\{kind\}\/\{key_id\}\/(replace|end)$/, ["works_hours"]],
    [/keys\/\{kind\}\/\{key_id\}\/(replace|end)$/, ["works_until"]],
  ],
  [
    [/POST \/accounts\/\{id\}\/keys$/, ["scopes", "reach"]],
    [/POST \/accounts\/\{id\}\/keys$/, ["feed_channel"]],
  ],
];

/** Every example of what the calls of the document take, as requests. */
export async function exampleRequests(): Promise<Example[]> {
  const document = await openApiDocument();
  return Object.entries(document.paths ?? {}).flatMap(([path, { servers: _servers, ...methods } = {}]) =>
    Object.entries(methods).flatMap(([method, operation]) => requestsOf(path, method.toUpperCase(), operation as Operation)),
  );
}

function requestsOf(path: string, method: string, operation: Operation): Example[] {
  const name = `${method} ${path}`;
  const parametersIn = (place: string) =>
    Object.fromEntries(
      (operation.parameters ?? [])
        .filter((one) => one.in === place && one.example !== undefined)
        .map((one) => [one.name, one.example]),
    );
  const bodies = bodiesOf(operation.requestBody?.content?.["application/json"]?.schema);
  return bodies
    .flatMap((body) => alternatives(name, body))
    .map((body) => ({ name, method, path, operation, at: parametersIn("path"), query: parametersIn("query"), body }));
}

/** One body for each form that the schema takes; a call without a body has one that is undefined. */
function bodiesOf(schema: Schema | undefined): unknown[] {
  const parts = [...(schema?.anyOf ?? []), ...(schema?.oneOf ?? [])];
  return parts.length > 0 ? parts.flatMap(bodiesOf) : [exampleOf(schema)];
}

export function exampleOf(schema: Schema | undefined): unknown {
  if (schema === undefined) return undefined;
  if (schema.examples?.length) return schema.examples[0];
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(exampleOf));
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).flatMap(([field, of]) => ("not" in of ? [] : [[field, exampleOf(of)]])),
    );
  const [part] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (part) return exampleOf(part);
  return schema.items ? [exampleOf(schema.items)] : undefined;
}

function alternatives(name: string, body: unknown): unknown[] {
  const sets = EITHER.find((one) => one.some(([calls]) => calls.test(name)));
  if (sets === undefined) return [body];
  return sets.map(([, own]) => {
    const others = new Set(sets.flatMap(([, fields]) => fields).filter((field) => !own.includes(field)));
    const rest = Object.entries(body as object).filter(([field]) => !others.has(field));
    const nulls = name.endsWith("/keys") && others.has("feed_channel") ? { feed_channel: null, kind: "partner" } : {};
    return { ...Object.fromEntries(rest), ...nulls };
  });
}
