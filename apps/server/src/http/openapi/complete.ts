import type { Need } from "@okaeri/contract/call";
import { ERRORS } from "@okaeri/contract/errors";
import { fieldText } from "@okaeri/contract/field-texts";
import { GENERAL } from "@okaeri/contract/problems/general";
import { exampleFor, type Schema } from "./examples.ts";

// What the contract's schemas leave unsaid: what fields mean, whom a call answers, and what it answers when it does not.

type Content = { content?: Record<string, { schema?: Schema; example?: unknown }> };
export type Operation = {
  description?: string;
  parameters?: { name: string; in: string; description?: string; example?: unknown; schema?: Schema }[];
  requestBody?: Content;
  responses?: Record<string, Content & { description?: string }>;
};
type Outside = "feeds" | "partner";

/** Who answers what, by the status: feeds and partners have no session, and a refusal of theirs is 422. */
const STATUSES: Record<"back office" | Outside, readonly number[]> = {
  "back office": [400, 401, 403, 404, 409, 412, 413, 429, 503],
  feeds: [400, 401, 413, 415, 429, 503],
  partner: [400, 401, 403, 413, 415, 429, 503],
};
const MEANS: Record<number, string> = {
  400: "The request is wrong. `fields` says what is wrong with which field; nothing was done.",
  401: "Nobody is signed in, or the key does not work: unknown, revoked, expired, or of a client that is switched off.",
  403: "The caller may not do this, or the key was not made for it.",
  404: "There is no such record, or it is out of the caller's reach; both are answered alike.",
  409: "The person's rights have changed: sign in again.",
  412: "The record was changed meanwhile: read it again, and send its new `version`.",
  413: "The body is larger than may be sent.",
  415: "The body is no application/json.",
  422: "The Idempotency-Key was used for another request, or what was wished cannot be done: `reasons` says why.",
  429: "Too many requests: ask again after the seconds in `Retry-After`.",
  503: "Busy, or the database is away: nothing is known to be done; ask again after the seconds in `Retry-After`.",
};

const PROBLEM = { $ref: "#/components/schemas/Problem" };
const messages = (status: number) => Object.values(ERRORS).filter((error) => error.status === status);
export const problemSchema = {
  type: "object",
  required: ["status", "message"],
  properties: {
    status: { type: "integer", description: "The status again.", examples: [400] },
    message: {
      type: "string",
      description: "For people, in the language asked for.",
      examples: [ERRORS.INVALID_INPUT.ja],
    },
    fields: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "What is wrong, by the field's path.",
      examples: [{ check_in_date: GENERAL.required.ja }],
    },
    problems: {
      type: "array",
      description: "What is refused in scripts in Lua, with its place.",
      examples: [[{ line: 1, column: 1, code: "lua_no_return", message: ERRORS.INVALID_INPUT.ja }]],
      items: {
        type: "object",
        properties: {
          line: { type: "integer", description: "Line, from 1.", examples: [1] },
          column: { type: "integer", description: "Column in UTF-16 units, from 1.", examples: [1] },
          code: { type: "string", description: "What is refused, as a code.", examples: ["lua_no_return"] },
          message: { type: "string", description: "The same in words.", examples: [ERRORS.INVALID_INPUT.ja] },
        },
      },
    },
    reasons: {
      type: "array",
      description: "Of 422: everything that stands against it.",
      examples: [[{ code: "above_balance", message: ERRORS.REFUSED.ja }]],
      items: {
        type: "object",
        properties: {
          code: { type: "string", description: "The reason as a code.", examples: ["above_balance"] },
          message: { type: "string", description: "The reason in words.", examples: [ERRORS.REFUSED.ja] },
        },
      },
    },
  },
};

/** Adds what a person who writes to the product has to know, in place. `need`: of calls of the back office. */
export function complete(operation: Operation, path: string, of: Outside | null, need: Need | null): void {
  const texts = of === "partner" ? "partner" : "other";
  if (need) operation.description = [operation.description, needText(need)].filter(Boolean).join("\n\n");
  for (const parameter of operation.parameters ?? []) {
    const text = fieldText(parameter.name, texts);
    if (!text) continue;
    parameter.description ??= parameter.schema?.description ?? text[0];
    parameter.example ??= exampleFor(parameter.schema ?? {}, parameter.schema?.examples?.[0] ?? text[1]);
  }
  const bodies = [operation.requestBody, ...Object.values(operation.responses ?? {})];
  for (const body of bodies)
    for (const { schema } of Object.values(body?.content ?? {})) if (schema) describeFields(schema, texts);
  for (const { schema } of Object.values(operation.requestBody?.content ?? {})) if (schema) mendExamples(schema);
  const isPublic = need?.kind === "public";
  const statuses = STATUSES[of ?? "back office"].filter(
    (status) =>
      !(isPublic && (status === 403 || status === 409)) &&
      !(status === 404 && !path.includes("{")) &&
      !(status === 412 && !mentions(operation.requestBody, "version")),
  );
  const more = [
    ...(/^\/feeds\/[^b]|\/(redeem|cancel)$/.test(path) && of ? [422] : []),
    ...(of === "feeds" && path.includes("{") ? [404] : []),
    // Outside the demo its help does not exist.
    ...(path.startsWith("/demo/") ? [404] : []),
    ...(path === "/partner/customers" || path.endsWith("/cancel") ? [404] : []),
  ];
  operation.responses ??= {};
  for (const status of new Set([...statuses, ...more]))
    operation.responses[status] ??= {
      description: MEANS[status] ?? "",
      content: {
        "application/json": {
          schema: PROBLEM as Schema,
          example: { status, message: messages(status)[0]?.ja ?? "" },
        },
      },
    };
}

function describeFields(schema: Schema, of: "partner" | "other"): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const text = fieldText(name, of);
    if (text && field.description === undefined) {
      field.description = text[0];
      field.examples ??= [text[1]];
    }
    describeFields(field, of);
  }
  for (const part of [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    if (part) describeFields(part, of);
}

/** Examples of what a call takes are values that it takes. Inner fields first: an object's example is made of theirs. */
function mendExamples(schema: Schema): void {
  const fields = Object.values(schema.properties ?? {});
  for (const part of [
    ...fields,
    schema.items,
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ])
    if (part) mendExamples(part);
  for (const field of fields) if (field.examples?.length) field.examples = [exampleFor(field, field.examples[0])];
}

const mentions = (body: Content | undefined, field: string) =>
  Object.values(body?.content ?? {}).some(({ schema }) => schema?.properties?.[field] !== undefined);

function needText(need: Need): string {
  switch (need.kind) {
    case "public":
      return "For everybody.";
    case "second_step":
      return "Between password and code.";
    case "session":
      return "For whoever is signed in.";
    case "administrator":
      return "For administrators.";
    case "operator":
      return "For administrators of the provider.";
    default: {
      const or = need.kind === "action" && need.or ? ` or \`${need.or}\`` : "";
      const more = `${or}${need.and ? ` and \`${need.and}\`` : ""}`;
      const where =
        need.kind === "row"
          ? ""
          : need.on === "programme"
            ? " in the programme's account"
            : " in the account it works in";
      return `Needs \`${need.action}\`${more}${where}${need.exports ? ", and the right to take data out" : ""}.`;
    }
  }
}
