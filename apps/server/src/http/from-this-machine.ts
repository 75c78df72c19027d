import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import { isLoopback } from "../loopback.ts";

/** What proxies of every make add to a request that they pass on. */
const FORWARDED =
  /^(.*forwarded.*|via|cdn-loop|x-original-.+|x-envoy-.+|x-amzn?-.+|x-azure-.+|x-arr-.+|x-real-ip|x-cluster-.+|x-proxy.*|cf-.+|fly-.+|.*client-?ip|x-nf-.+|x-vercel-.+|.*(client|remote|source|connecting|connection)-?(ip|addr|address)|.*-user-ip)$/;

/**
 * Whether a request was made on this machine itself: for the figures and the help of the demo, which nobody else may see. The socket
 * alone would tell the address of a proxy beside us, and the Host alone is what a page of a stranger makes a browser send.
 */
export function isFromThisMachine({
  raw,
  socket,
  headers,
}: Pick<FastifyRequest, "raw" | "socket" | "headers">): boolean {
  return isLoopback(socket.remoteAddress ?? "") && isLoopback(hostName(headers)) && !isPassedOn(headers) && !isOld(raw);
}

/** nginx that was told nothing but where to (`proxy_pass`) names us as the Host, adds no header, and speaks HTTP/1.0, as nobody else does. */
function isOld({ httpVersion }: FastifyRequest["raw"]): boolean {
  return httpVersion === "1.0";
}

function isPassedOn(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => FORWARDED.test(name));
}

function hostName({ host = "" }: IncomingHttpHeaders): string {
  return host.replace(/:\d*$/, "");
}
