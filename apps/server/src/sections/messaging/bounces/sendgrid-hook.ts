import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { App } from "../../../app.ts";
import { clientAddress } from "../../../http/client-address.ts";
import { CallError } from "../../../http/errors.ts";
import { hookOf, type WebhookOwner } from "../../accounts/mail-delivery/webhook-owner.read.ts";
import { eventsIn } from "./sendgrid-events.ts";
import { isRecent, isSigned, SIGNATURE, TIMESTAMP } from "./sendgrid-signature.ts";
import { takeEvents } from "./take-events.ts";
import { countRefusedEvents } from "./unrecognised/count-refused-events.ts";

/** Ten thousand events. */
const BODY_BYTES = 16_777_216;
/** Bodies that are read at once in one process: who sends more is asked to come again, as SendGrid does. Nobody takes all places. */
const AT_ONCE = 8;
const OF_ONE_PROGRAMME = 2;
/** Refused events of one body that get a line in the log. */
const MOST_LOGGED = 20;
/** Rate limit: requests of one address in a minute, in one process. */
const REQUESTS = 600;

/**
 * `POST /hooks/sendgrid/<key>`: what became of mails, as SendGrid tells (product §12). Whose key it is, and that the signature is of now,
 * is known before a byte of the body is read; a wrong key, an old one and a wrong signature are one answer.
 */
export function sendgridHook(server: FastifyInstance, app: App): void {
  /** Of the programmes whose bodies are being read. */
  const reading: number[] = [];
  const owners = new WeakMap<FastifyRequest, WebhookOwner>();
  void server.register(async (hooks) => {
    await hooks.register(rateLimit, {
      max: REQUESTS,
      timeWindow: 60_000,
      keyGenerator: clientAddress,
      errorResponseBuilder: (_request, { ttl }) =>
        new CallError("TOO_MANY_REQUESTS", { retryAfter: Math.max(1, Math.ceil(ttl / 1_000)) }),
    });
    // The signature is over the bytes as they came.
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    hooks.addHook("onResponse", async (request) => {
      const owner = owners.get(request);
      if (owner) reading.splice(reading.indexOf(owner.accountId), 1);
    });
    hooks.post<{ Params: { key: string } }>(
      "/hooks/sendgrid/:key",
      {
        bodyLimit: BODY_BYTES,
        onRequest: async (request, reply) => {
          void reply.header("cache-control", "no-store");
          const timestamp = headerOf(request, TIMESTAMP);
          const recent = isRecent(timestamp, app.realClock.now());
          const owner = await hookOf(app, request.params.key);
          if (!recent || owner === null || headerOf(request, SIGNATURE) === "") throw new CallError("INVALID_KEY");
          const ofProgramme = reading.filter((id) => id === owner.accountId).length;
          if (reading.length >= AT_ONCE || ofProgramme >= OF_ONE_PROGRAMME)
            throw new CallError("TOO_MANY_REQUESTS", { retryAfter: 2 });
          reading.push(owner.accountId);
          owners.set(request, owner);
        },
      },
      async (request, reply) => {
        const owner = owners.get(request);
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        if (!owner || !isSigned(owner.publicKey, headerOf(request, SIGNATURE), headerOf(request, TIMESTAMP), body))
          throw new CallError("INVALID_KEY");
        const found = eventsIn(parsed(body));
        if (found === null) throw new CallError("BAD_REQUEST");
        const { events, refused } = found;
        const unstored = await takeEvents(app, owner.accountId, events);
        for (const { index, field } of refused.slice(0, MOST_LOGGED))
          app.log.warn({ event: "sendgrid.refused", accountId: owner.accountId, index, field }, "an event was refused");
        for (const { id } of unstored)
          app.log.error({ event: "sendgrid.unstored", accountId: owner.accountId, id }, "an event could not be stored");
        await countRefusedEvents(app, owner.accountId, { refused, unstored });
        return reply.send({ received: events.length - unstored.length, refused: refused.length + unstored.length });
      },
    );
  });
}

const headerOf = (request: FastifyRequest, name: string) => String(request.headers[name] ?? "");

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
