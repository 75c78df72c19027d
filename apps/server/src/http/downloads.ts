import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import type { RequestContext } from "./binder.ts";

/** Files that are streamed rather than answered as JSON; each proves its need like every call. */
export function downloads(
  _server: FastifyInstance,
  _app: App,
  _contextOf: (request: FastifyRequest, reply: FastifyReply) => RequestContext,
): void {}
