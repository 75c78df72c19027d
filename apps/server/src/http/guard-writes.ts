import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { isCallAddress, isDisguised } from "./addresses.ts";
import { CallError } from "./errors.ts";
import { isSameOrigin } from "./same-origin.ts";

/** quality S09, S10: a write comes from our own pages and carries JSON (or the bytes of an upload), else nothing runs. */
export function guardWrites(server: FastifyInstance, app: App): void {
  server.addHook("onRequest", async (request) => {
    if (isDisguised(request.url)) throw new CallError("NOT_FOUND");
    if (!isCallAddress(request.url)) return;
    if (request.method === "GET") return;
    const address = server.server.address();
    const port = typeof address === "object" && address ? address.port : app.config.port;
    if (!isSameOrigin(request, app.config.appOrigin, port)) throw new CallError("FORBIDDEN");
    const type = request.headers["content-type"];
    if (type !== undefined && !/^application\/(json|octet-stream)\b/.test(type))
      throw new CallError("UNSUPPORTED_TYPE");
  });
  server.addHook("onSend", async (request, reply) => {
    if (isCallAddress(request.url) || isDisguised(request.url)) reply.header("cache-control", "no-store");
  });
}
