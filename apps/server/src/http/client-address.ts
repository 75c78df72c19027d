import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/**
 * The caller's address, always one that the audit log and the throttles can hold: what a proxy passes on may have been made up by
 * the client.
 */
export function clientAddress(request: FastifyRequest): string {
  const own = request.socket.remoteAddress ?? "";
  const address = isIP(request.ip) > 0 ? request.ip : own;
  // The zone of a link-local IPv6 address is no part of it.
  return address.replace(/%.*$/, "") || "0.0.0.0";
}
