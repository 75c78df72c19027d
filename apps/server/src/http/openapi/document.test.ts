import { expect, test } from "vitest";
import type { Operation } from "./complete.ts";
import { openApiDocument } from "./document.ts";
import { matchesSchema, type Schema } from "./examples.ts";

// The description walks beside the contract: whoever writes to the product finds each field's meaning and an example, what is required, and
// what a call answers when it does not.

const document = await openApiDocument();
const operations = Object.entries(document.paths ?? {}).flatMap(([path, { servers: _servers, ...methods } = {}]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
);
const bodyOf = ({ requestBody }: Operation) => requestBody?.content?.["application/json"]?.schema;

/** Paths of fields without a description or an example. */
function unsaid(schema: Schema | undefined, path = ""): string[] {
  if (!schema) return [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(field.description && field.examples?.length ? [] : [`${path}${name}`]),
    ...unsaid(field, `${path}${name}.`),
  ]);
  const parts = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [...own, ...parts.flatMap((part) => unsaid(part, path))];
}

test("every field that a call takes says what it means, with an example", () => {
  const silent = operations.flatMap(({ path, method, operation }) =>
    [
      ...unsaid(bodyOf(operation)),
      ...(operation.parameters ?? []).flatMap(({ name, description, example }) =>
        description && example !== undefined ? [] : [name],
      ),
    ].map((field) => `${method} ${path} ${field}`),
  );
  expect(silent).toEqual([]);
});

test("so does every field that feeds and booking engines are answered", () => {
  const outside = operations.filter(({ path }) => /^\/(feeds|partner)\//.test(path));
  expect(outside.length).toBeGreaterThan(14);
  const silent = outside.flatMap(({ path, operation }) =>
    Object.values(operation.responses ?? {}).flatMap(({ content = {} }) =>
      unsaid(content["application/json"]?.schema).map((field) => `${path} ${field}`),
    ),
  );
  expect(silent).toEqual([]);
});

test("every call says what it answers when it does not do what was asked", () => {
  for (const { path, method, operation } of operations) {
    const statuses = Object.keys(operation.responses ?? {});
    expect(statuses, `${method} ${path}`).toEqual(expect.arrayContaining(["400", "429", "503"]));
    const keyed = /^\/(feeds|partner)\//.test(path);
    if (keyed) expect(statuses, path).toContain("401");
    if (keyed && /redeem|cancel|reservations|stays/.test(path)) expect(statuses, path).toContain("422");
    if (path.includes("{")) expect(statuses, path).toContain("404");
    for (const [status, { description }] of Object.entries(operation.responses ?? {}))
      if (status >= "400") expect(description, `${path} ${status}`).not.toBe("");
  }
});

/** Returns the fields whose example does not match their schema. */
function refusedExamples(schema: Schema | undefined, path = ""): string[] {
  if (!schema) return [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(field.examples ?? [])
      .filter((example) => !matchesSchema(field, example))
      .map((one) => `${path}${name} ${JSON.stringify(one)}`),
    ...refusedExamples(field, `${path}${name}.`),
  ]);
  const parts = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [...own, ...parts.flatMap((part) => refusedExamples(part, path))];
}

test("every call takes the examples of its fields", () => {
  const refused = operations.flatMap(({ path, method, operation }) =>
    [
      ...refusedExamples(bodyOf(operation)),
      ...(operation.parameters ?? []).flatMap(({ name, example, schema }) =>
        matchesSchema(schema ?? {}, example) ? [] : [`?${name} ${JSON.stringify(example)}`],
      ),
    ].map((field) => `${method} ${path} ${field}`),
  );
  expect(refused).toEqual([]);
});
