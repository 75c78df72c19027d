import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { ERRORS, type ErrorCode } from "@okaeri/contract/errors";
import type { FastifyInstance } from "fastify";
import { CallError } from "./errors.ts";

/** What Node's parser refuses before there is a request. */
const REFUSED: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: "TOO_SLOW",
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "TOO_LARGE",
};

type Answering = { _httpMessage?: { headersSent: boolean } | null };

/**
 * Fastify's `clientErrorHandler`: the shape of every other refusal. No header was read, so nobody knows the person's language: both are
 * said. In the middle of an answer nothing can be added to it.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  const answering = (socket as Answering)._httpMessage?.headersSent;
  if (error.code !== "ECONNRESET" && socket.writable && !answering)
    socket.write(inBothLanguages(REFUSED[error.code ?? ""] ?? "BAD_REQUEST"));
  socket.destroy();
}

function inBothLanguages(code: ErrorCode): string {
  const { status, ja, en } = ERRORS[code];
  const body = JSON.stringify({ status, message: `${ja} / ${en}` });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    "connection: close",
    "",
    body,
  ].join("\r\n");
}

/**
 * What Node would refuse with an empty body is refused as everything else: a request without Host (`requireHostHeader` is off), or one
 * that expects what nobody does.
 */
export function refuseOddRequests(server: FastifyInstance): void {
  server.server.on("checkExpectation", (request, response) => server.server.emit("request", request, response));
  server.addHook("onRequest", async ({ headers, raw }) => {
    if (headers.expect !== undefined && headers.expect.toLowerCase() !== "100-continue")
      throw new CallError("NOT_EXPECTED");
    if (headers.host === undefined && raw.httpVersion === "1.1") throw new CallError("BAD_REQUEST");
  });
}
