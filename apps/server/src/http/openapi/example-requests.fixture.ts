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
  query: object;
  body: unknown;
};

/** Fields that one form of a request omits, and the fields it sends instead. */
type Form = { without: readonly string[]; says?: object };

/** Calls that take one set of fields or another: each form is sent in a request of its own. */
const FORMS: readonly (readonly [calls: RegExp, forms: readonly Form[]])[] = [
  [/^GET \/partner\/customers$/, [{ without: ["email"] }, { without: ["member_number"] }]],
  [/^POST \/partner\/coupons\/(quote|redeem)$/, [{ without: ["acquire_coupon_id"] }, { without: ["coupon_code"] }]],
  [/\/keys\/\{kind\}\/\{key_id\}\/(replace|end)$/, [{ without: ["works_until"] }, { without: ["works_hours"] }]],
  [
    /^POST \/accounts\/\{id\}\/keys$/,
    [{ without: ["scopes", "reach"] }, { without: [], says: { kind: "partner", feed_channel: null } }],
  ],
  [
    /^POST .*\/grant-points(\/preview)?$/,
    [
      { without: ["reverses_grant_point_id"] },
      {
        without: ["expiration_type", "expiration_date", "expiration_days_from_grant", "expiration_days_from_last_stay"],
        says: { grant_point: -500 },
      },
    ],
  ],
];

/** Every example of what the calls of the document take, as requests. */
export async function exampleRequests(): Promise<Example[]> {
  const document = await openApiDocument();
  return Object.entries(document.paths ?? {}).flatMap(([path, { servers: _servers, ...methods } = {}]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      requestsOf(path, method.toUpperCase(), operation as Operation),
    ),
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
  const fields = { name, method, path, operation, at: parametersIn("path") };
  return method === "GET"
    ? formsOf(name, parametersIn("query")).map((query) => ({ ...fields, query, body: undefined }))
    : bodies.flatMap((body) => formsOf(name, body)).map((body) => ({ ...fields, query: parametersIn("query"), body }));
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

function formsOf<Fields>(name: string, body: Fields): Fields[] {
  const forms = FORMS.find(([calls]) => calls.test(name))?.[1];
  if (forms === undefined) return [body];
  return forms.map(({ without, says = {} }) => {
    const fields = Object.entries(body as object).filter(([field]) => !without.includes(field));
    return { ...Object.fromEntries(fields), ...says } as Fields;
  });
}
