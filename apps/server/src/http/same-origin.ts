import type { FastifyRequest } from "fastify";

/** Addresses that count as ours when no origin is configured. */
function localOrigins(port: number): string[] {
  return ["localhost", "127.0.0.1", "[::1]"].map((host) => `http://${host}:${port}`);
}

/**
 * CSRF protection: whether a writing request comes from our own pages. Browsers send Origin or Sec-Fetch-Site with every write; a caller
 * that sends neither is no browser, so it carries nobody's cookie.
 */
export function isSameOrigin(request: FastifyRequest, appOrigin: string | null, port: number): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const origin = request.headers.origin;
  if (origin === undefined) return site !== "none";
  return appOrigin ? origin === appOrigin : localOrigins(port).includes(origin);
}
