import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { isNoPage } from "./addresses.ts";
import { CallError, errorBody } from "./errors.ts";
import { languageOf } from "./language.ts";

export const WEB_DIST = join(import.meta.dirname, "../../../web/dist");

/** The built web app; an address that is no file is a page of the app, which shows its own page-not-found. */
export async function webApp(server: FastifyInstance): Promise<void> {
  const built = existsSync(join(WEB_DIST, "index.html"));
  server.setNotFoundHandler((request, reply) => {
    const page = request.method === "GET" && !isNoPage(request.url);
    if (built && page) return reply.header("cache-control", "no-cache").sendFile("index.html");
    const body = errorBody(new CallError("NOT_FOUND"), languageOf(request));
    return reply.status(404).send(body);
  });
  if (!built) return;
  await server.register(fastifyStatic, {
    root: WEB_DIST,
    wildcard: false,
    index: false,
    setHeaders: (reply, path) =>
      void reply.header(
        "cache-control",
        path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      ),
  });
}
