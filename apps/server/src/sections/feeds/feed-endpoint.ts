import { ID_TEXT } from "@okaeri/contract/paging";
import { FEED_KINDS } from "@okaeri/domain/stays/feed-kinds";
import { isTooDeep, unknownInFeed } from "@okaeri/domain/stays/feed-row";
import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { CallError, fieldError, refuseFields } from "../../http/errors.ts";
import type { Fields } from "../../http/fields.ts";
import { idempotencyKeyOf } from "../../http/idempotency.ts";
import { keyCallers } from "../../http/key-callers.ts";
import { languageOf } from "../../http/language.ts";
import { strictJson } from "../../http/strict-json.ts";
import { keyCallLog } from "../accounts/key-calls.ts";
import { type FeedChannelName, type FeedKey, proveFeedKey } from "../accounts/prove-key.ts";
import { BODY_BYTES, MAX_ROWS } from "./feed-limits.ts";
import { feedStatus } from "./feed-status.ts";
import { storeBatch } from "./store-batch.ts";

const CHANNELS: readonly FeedChannelName[] = ["plain", "dynalution", "s4"];

/** What hotel systems send (product §12): the key is proven before a byte of the body is read. */
export function feedEndpoint(server: FastifyInstance, app: App): void {
  // A context of its own, because no other call takes numbers for codes.
  server.register(async (feeds) => {
    strictJson(feeds, "as_written");
    feedCalls(feeds, app);
  });
}

function feedCalls(server: FastifyInstance, app: App): void {
  const { guard, keyOf, addFacts } = keyCallers<FeedKey>(server, app.realClock, keyCallLog(app, "feed"));
  const guarded = (channel: FeedChannelName | null) =>
    guard({ prove: (authorization) => proveFeedKey(app, authorization, channel) });
  for (const channel of CHANNELS)
    for (const kind of FEED_KINDS)
      server.post(
        `/feeds/${channel}/${kind}`,
        { bodyLimit: BODY_BYTES, ...guarded(channel) },
        async (request, reply) => {
          const key = keyOf(request);
          const idempotencyKey = idempotencyKeyOf(request.headers["idempotency-key"]);
          const rows = rowsOf(request.body);
          const stored = await storeBatch(app, key, { kind, rows, idempotencyKey });
          addFacts(request, { batchId: stored.body.batch_id, hasLine: true });
          return reply.status(stored.status).send(stored.body);
        },
      );
  server.get<{ Params: { batch_id: string } }>("/feeds/batches/:batch_id", guarded(null), async (request) => {
    const { batch_id } = request.params;
    if (!ID_TEXT.test(batch_id)) throw new CallError("NOT_FOUND");
    return feedStatus(app, keyOf(request), Number(batch_id), languageOf(request));
  });
}

/** The rows of a body whose shape is right; their values are judged one row at a time, by the worker. */
function rowsOf(body: unknown): Record<string, unknown>[] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new CallError("BAD_REQUEST");
  const { rows } = body as Record<string, unknown>;
  const fields: Fields = {};
  for (const name of Object.keys(body)) if (name !== "rows") fields[name] = { code: "not_accepted" };
  if (rows === undefined) fields.rows = { code: "required" };
  refuseFields(fields);
  if (!Array.isArray(rows)) throw fieldError("rows", { code: "wrong_form" });
  if (rows.length === 0) throw fieldError("rows", { code: "too_few", min: 1 });
  if (rows.length > MAX_ROWS) throw fieldError("rows", { code: "too_many", max: MAX_ROWS });
  if (isTooDeep(body)) throw new CallError("BAD_REQUEST");
  for (const path of unknownInFeed(rows))
    fields[path] = { code: /^rows\.\d+$/.test(path) ? "wrong_form" : "not_accepted" };
  refuseFields(fields);
  return rows;
}
