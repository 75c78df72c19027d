import { z } from "zod";

export type Schema = {
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
type JsonSchema = Schema & {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  required?: string[];
  minimum?: number;
  minItems?: number;
};

/** Returns true if the value matches the schema, and for any schema that zod cannot read. */
export function matchesSchema(schema: Schema, value: unknown): boolean {
  // A field that must be absent in this form of the body has no value at all.
  if ("not" in schema) return true;
  try {
    return z.fromJSONSchema({ ...schema, examples: undefined } as never).safeParse(value).success;
  } catch {
    return true;
  }
}

/**
 * The example of a field by its name where its schema takes it, else the nearest value that the schema takes: fields of one name differ
 * from call to call.
 */
export function exampleFor(schema: Schema, byName: unknown): unknown {
  const near = [byName, String(byName), [byName], Array.isArray(byName) ? byName[0] : undefined, Number(byName)];
  const found = near.find((one) => one !== undefined && matchesSchema(schema, one));
  if (found !== undefined) return found;
  const made = madeOf(schema as JsonSchema);
  return made === undefined ? byName : made;
}

const TEXTS = [
  "example",
  "0b5b1686-72db-4925-96df-0a0ce4d6e5ac",
  "2026-12-24",
  "09:00",
  "1",
  "a@example.jp",
  "a".repeat(32),
  "a".repeat(64),
  "A",
];

function madeOf(schema: JsonSchema): unknown {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((part) => madeOf(part as JsonSchema));
  const values = [
    schema.const,
    schema.enum?.[0],
    schema.default,
    ...(schema.examples ?? []),
    ...parts,
    ...plain(schema),
  ];
  return values.find((one) => one !== undefined && matchesSchema(schema, one));
}

function plain(schema: JsonSchema): unknown[] {
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "string":
      return TEXTS;
    case "integer":
    case "number":
      return [1, schema.minimum, 0];
    case "boolean":
      return [true];
    case "array":
      return [[], Array.from({ length: schema.minItems ?? 1 }, () => (schema.items ? madeOf(schema.items) : 1))];
    case "object": {
      const required = (schema.required ?? []).map((name) => {
        const field = schema.properties?.[name];
        return [name, field?.examples?.[0] ?? (field && madeOf(field as JsonSchema))];
      });
      return [Object.fromEntries(required)];
    }
    default:
      return [];
  }
}
