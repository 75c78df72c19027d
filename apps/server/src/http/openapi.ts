import { contract } from "@okaeri/contract/contract";
import { feeds } from "@okaeri/contract/feeds";
import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import type { FastifyInstance } from "fastify";
import { refuseUnknownQuery } from "./unknown-query.ts";

/** The OpenAPI description, made from the contract, and a page that reads it. */
export async function openApiPages(server: FastifyInstance): Promise<void> {
  server.get("/api/openapi.json", async (request) => {
    refuseUnknownQuery(Object.keys(request.query as object), []);
    return described();
  });
  server.get("/api/docs", async (request, reply) => {
    refuseUnknownQuery(Object.keys(request.query as object), []);
    return reply.type("text/html; charset=utf-8").send(docsPage(await described()));
  });
}

let document: Promise<Document> | undefined;
/** Made when somebody first asks: a server starts without it, and the contract does not change while it runs. */
function described(): Promise<Document> {
  document ??= openApiDocument();
  return document;
}

export async function openApiDocument() {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: {
      title: "Okaeri",
      version: "0.1.0",
      description:
        "All calls take an optional `?account_id=`: the account to work in. Feeds stand outside `/api` and take a key.",
    },
    servers: [{ url: "/api" }],
    tags: [{ name: "Feeds", description: FEEDS }],
    components: { securitySchemes: { feedKey: { type: "http", scheme: "bearer", bearerFormat: "okf_…" } } },
  });
  const sent = await generator.generate(feeds, { info: document.info });
  const feedPaths = Object.entries(sent.paths ?? {}).map(([path, item]) => [
    path,
    asFeed(item as Record<string, object>),
  ]);
  const paths: typeof document.paths = { ...document.paths, ...Object.fromEntries(feedPaths) };
  return { ...document, paths };
}

const FEEDS = `What hotel systems send, in batches of 1 to 1,000 rows, with a key of one facility (Authorization: Bearer okf_…).
A batch is answered with 202 once it is stored; unknown fields refuse it (400, each path named), a wrong value refuses only its row.
The same Idempotency-Key with the same body answers the same batch for 48 hours, with another body 422. Fields that a row leaves out stay
as they are. Newer source_updated_at win, whatever the order. use_price_detail: lines of the bill, discounts below zero.
429 says with Retry-After how long to wait.`;

const KEY_HEADER = {
  name: "Idempotency-Key",
  in: "header" as const,
  required: true,
  schema: { type: "string" as const, minLength: 1, maxLength: 255 },
};

/** A call outside `/api`, with its key. */
function asFeed(item: Record<string, object>) {
  const methods = Object.entries(item).map(([method, operation]) => {
    const parameters = "parameters" in operation && Array.isArray(operation.parameters) ? operation.parameters : [];
    const headers = method === "post" ? [KEY_HEADER] : [];
    return [method, { ...operation, parameters: [...parameters, ...headers], security: [{ feedKey: [] }] }];
  });
  return { ...Object.fromEntries(methods), servers: [{ url: "/" }] };
}

type Document = Awaited<ReturnType<typeof openApiDocument>>;

/** A plain page without scripts, so that the content security policy stays as strict as everywhere else. */
function docsPage(document: Document): string {
  const rows = Object.entries(document.paths ?? {}).flatMap(
    ([path, { servers = [{ url: "/api" }], ...methods } = {}]) =>
      Object.entries(methods).map(([method, operation]) => {
        const summary =
          typeof operation === "object" && operation && "summary" in operation ? String(operation.summary) : "";
        const body = `<pre>${escapeHtml(JSON.stringify(operation, null, 2))}</pre>`;
        return `<details><summary><code>${method.toUpperCase()} ${escapeHtml(`${servers[0]?.url ?? ""}${path}`.replace("//", "/"))}</code> ${escapeHtml(summary)}</summary>${body}</details>`;
      }),
  );
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><title>Okaeri API</title><style>body{font:14px/1.6 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}summary{padding:.4rem 0;cursor:pointer}pre{overflow:auto;background:#f6f5f2;padding:1rem}</style><h1>Okaeri API</h1><p><a href="/api/openapi.json">openapi.json</a></p>${rows.join("")}</html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
