import { readFile } from "node:fs/promises";
import type { CallMeta, Need } from "@okaeri/contract/call";
import { contract } from "@okaeri/contract/contract";
import { feeds } from "@okaeri/contract/feeds";
import { partner } from "@okaeri/contract/partner";
import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import type { FastifyInstance } from "fastify";
import { escapeHtml } from "../html.ts";
import { refuseUnknownQuery } from "../unknown-query.ts";
import { complete, type Operation, problemSchema } from "./complete.ts";

/** For whoever connects a system: how it is done, and a client to copy. */
const GUIDES = ["feeds.md", "feeds-client.ts", "partner.md", "partner-client.ts"] as const;
const DOCS = new URL("../../../../../docs/", import.meta.url);

/** The OpenAPI description, made from the contract, a page that reads it, and the guides. */
export async function openApiPages(server: FastifyInstance): Promise<void> {
  server.get("/api/openapi.json", async (request) => {
    refuseUnknownQuery(Object.keys(request.query as object), []);
    return described();
  });
  server.get("/api/docs", async (request, reply) => {
    refuseUnknownQuery(Object.keys(request.query as object), []);
    return reply.type("text/html; charset=utf-8").send(docsPage(await described()));
  });
  for (const guide of GUIDES)
    server.get(`/api/docs/${guide}`, async (request, reply) => {
      refuseUnknownQuery(Object.keys(request.query as object), []);
      return reply.type("text/plain; charset=utf-8").send(await readFile(new URL(guide, DOCS), "utf8"));
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
        "All calls take an optional `?account_id=`: the account to work in. Feeds and the partner calls stand outside `/api` and take a key.",
    },
    servers: [{ url: "/api" }],
    tags: [
      { name: "Feeds", description: FEEDS },
      { name: "Partner", description: PARTNER },
    ],
    components: {
      securitySchemes: {
        feedKey: { type: "http", scheme: "bearer", bearerFormat: "okf_…" },
        partnerKey: { type: "http", scheme: "bearer", bearerFormat: "okp_…" },
      },
      schemas: { Problem: problemSchema as never },
    },
  });
  const keyed = async (calls: typeof feeds | typeof partner, scheme: "feedKey" | "partnerKey", once: RegExp) => {
    const { paths = {} } = await generator.generate(calls, { info: document.info });
    return Object.entries(paths).map(([path, item]) => [
      path,
      outsideApi(item as Record<string, object>, scheme, once.test(path)),
    ]);
  };
  const outside = [
    ...(await keyed(feeds, "feedKey", /\/(reservations|stays)$/)),
    ...(await keyed(partner, "partnerKey", /\/(redeem|cancel)$/)),
  ];
  const paths: typeof document.paths = { ...document.paths, ...Object.fromEntries(outside) };
  const needs = needsByAddress(contract);
  for (const [path, { servers: _servers, ...methods } = {}] of Object.entries(paths ?? {}))
    for (const [method, operation] of Object.entries(methods)) {
      const of = path.startsWith("/feeds/") ? "feeds" : path.startsWith("/partner/") ? "partner" : null;
      const need = of === null ? needs.get(`${method.toUpperCase()} ${path}`) : undefined;
      complete(operation as Operation, path, of, need ?? null);
    }
  return { ...document, paths };
}

type Stated = { "~orpc": { route: { method?: string; path?: string }; meta: CallMeta } };

/** What each call of the back office needs, by method and path. */
function needsByAddress(calls: object): Map<string, Need> {
  return new Map(
    Object.values(calls).flatMap((node: object): [string, Need][] => {
      if (!("~orpc" in node)) return [...needsByAddress(node)];
      const { route, meta } = (node as Stated)["~orpc"];
      return [[`${route.method} ${route.path}`, meta.needs]];
    }),
  );
}

const PARTNER = `What booking engines ask and do, with a key of one facility (Authorization: Bearer okp_…); docs/partner.md shows it step by step.
A quote answers 200 with every reason why not, and changes nothing. What cannot be redeemed or cancelled is 422 with
reasons: [{ code, message }]. redeem and cancel take an Idempotency-Key: the same key with the same body has the same answer for 48 hours, a
refusal included, with another body 422. 400 names the fields that are wrong, 401 a key that does not work, 403 what the key may not do,
429 says with Retry-After how long to wait. Asks that find nobody have a budget of 60 a key, one more each minute; the later ones of them
are answered slower, then every call that names a guest is 429. Guests found: 2,000, and 4,000 more each hour. Numbers asked in order count
as asks that find nobody. Messages are Japanese, or English with X-Okaeri-Language: en.`;

const FEEDS = `What hotel systems send, in batches of 1 to 1,000 rows, with a key of one facility (Authorization: Bearer okf_…).
A batch is answered with 202 once it is stored; unknown fields refuse it (400, each path named), a wrong value refuses only its row.
The same Idempotency-Key with the same body answers the same batch for 48 hours, with another body 422. Fields that a row leaves out stay
as they are. Newer source_updated_at win, whatever the order. use_price_detail: lines of the bill, discounts below zero.
429 says with Retry-After how long to wait.`;

const KEY_HEADER = {
  name: "Idempotency-Key",
  in: "header" as const,
  required: true,
  description:
    "Your own text for this act, 1 to 255 visible ASCII characters: the same request with the same key is done once, and answered alike for 48 hours.",
  example: "batch-20261120-0001",
  schema: { type: "string" as const, minLength: 1, maxLength: 255 },
};

/** A call outside `/api`, with its key. `once`: done once per Idempotency-Key. */
function outsideApi(item: Record<string, object>, scheme: string, once: boolean) {
  const methods = Object.entries(item).map(([method, operation]) => {
    const parameters = "parameters" in operation && Array.isArray(operation.parameters) ? operation.parameters : [];
    const headers = once ? [KEY_HEADER] : [];
    return [method, { ...operation, parameters: [...parameters, ...headers], security: [{ [scheme]: [] }] }];
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
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><title>Okaeri API</title><style>body{font:14px/1.6 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}summary{padding:.4rem 0;cursor:pointer}pre{overflow:auto;background:#f6f5f2;padding:1rem}</style><h1>Okaeri API</h1><p><a href="/api/openapi.json">openapi.json</a>${GUIDES.map((guide) => ` · <a href="/api/docs/${guide}">${guide}</a>`).join("")}</p>${rows.join("")}</html>`;
}
