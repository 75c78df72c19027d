import { IMAGE_TYPES } from "@okaeri/contract/image-limits";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { isCallAddress, isDisguised, pathOf } from "./addresses.ts";
import { CallError } from "./errors.ts";
import { isSameOrigin } from "./same-origin.ts";

/** A picture goes where pictures are taken. No page of another site can send one without being asked (CORS). */
const isImage = (url: string, type: string) =>
  pathOf(url) === "/api/images" && IMAGE_TYPES.some((each) => type.toLowerCase().split(";")[0]?.trim() === each);

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
    if (type !== undefined && !/^application\/(json|octet-stream)\b/.test(type) && !isImage(request.url, type))
      throw new CallError("UNSUPPORTED_TYPE");
  });
  server.addHook("onSend", async (request, reply) => {
    if (isCallAddress(request.url) || isDisguised(request.url)) reply.header("cache-control", "no-store");
  });
}
