import { contract } from "@okaeri/contract/contract";
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
  return generator.generate(contract, {
    info: {
      title: "Okaeri",
      version: "0.1.0",
      description: "All calls take an optional `?account_id=`: the account to work in.",
    },
    servers: [{ url: "/api" }],
  });
}

type Document = Awaited<ReturnType<typeof openApiDocument>>;

/** A plain page without scripts, so that the content security policy stays as strict as everywhere else. */
function docsPage(document: Document): string {
  const rows = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => {
      const summary =
        typeof operation === "object" && operation && "summary" in operation ? String(operation.summary) : "";
      const body = `<pre>${escapeHtml(JSON.stringify(operation, null, 2))}</pre>`;
      return `<details><summary><code>${method.toUpperCase()} /api${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary>${body}</details>`;
    }),
  );
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><title>Okaeri API</title><style>body{font:14px/1.6 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}summary{padding:.4rem 0;cursor:pointer}pre{overflow:auto;background:#f6f5f2;padding:1rem}</style><h1>Okaeri API</h1><p><a href="/api/openapi.json">openapi.json</a></p>${rows.join("")}</html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
