import type { IncomingMessage } from "node:http";

const heads = new WeakSet<IncomingMessage>();

/** Before any route is found: HEAD goes the way of GET, and Node leaves the body out. @returns the address, as it came. */
export function headAsGet(request: IncomingMessage): string {
  if (request.method === "HEAD") {
    heads.add(request);
    request.method = "GET";
  }
  return request.url ?? "/";
}

/** Whether nothing but the headers will leave. */
export function isHead(request: IncomingMessage): boolean {
  return heads.has(request);
}
