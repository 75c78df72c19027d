import { randomBytes } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import { sql } from "kysely";
import type { App } from "../../app.ts";
import { hashToken } from "../../session/session-store.ts";
import type { TestApp } from "../../test/app.ts";
import { processFeeds } from "./process-feeds.ts";

export type Channel = "plain" | "dynalution" | "s4";

/** A key as the settings of an account make it. */
export async function feedKey(
  app: App,
  { accountId, facilityId }: { accountId: number; facilityId: number },
  channel: Channel = "plain",
  over: { expires_at?: Date; revoked_at?: Date } = {},
): Promise<string> {
  const key = `okf_${randomBytes(32).toString("base64url")}`;
  await app.database.inScope({ accountIds: [accountId] }, (tx) =>
    sql`insert into feed_keys (account_id, facility_account_id, feed_channel, name, key_hash, key_hint, expires_at, revoked_at)
      values (${accountId}, ${facilityId}, ${channel === "plain" ? null : channel}, 'test', ${hashToken(key)}, 'okf_',
        ${over.expires_at ?? null},
        ${over.revoked_at ?? null})`.execute(tx.db),
  );
  return key;
}

let serial = 0;

export type Sent = {
  path?: string;
  key?: string;
  headers?: Record<string, string>;
  payload?: unknown;
  idempotencyKey?: string;
};

/** Sends one request as a hotel's system does. */
export function send(
  t: TestApp,
  { path = "/feeds/plain/reservations", key = "", headers = {}, payload, idempotencyKey }: Sent,
): Promise<LightMyRequestResponse> {
  return t.server.inject({
    method: "POST",
    url: path,
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": idempotencyKey ?? `k-${++serial}`,
      ...headers,
    },
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
  });
}

/** Sends rows and has them worked off. Gives the batch's status. */
export async function fed(
  t: TestApp,
  accountId: number,
  key: string,
  path: string,
  rows: object[],
): Promise<{
  batchId: number;
  status: Record<string, unknown> & { refused: { index: number; field: string; reason: string; message: string }[] };
}> {
  const answer = await send(t, { path, key, payload: { rows } });
  if (answer.statusCode !== 202) throw new Error(answer.body);
  await work(t.app, accountId);
  const { batch_id: batchId } = answer.json();
  return { batchId, status: (await statusOf(t, key, batchId)).json() };
}

export const work = (app: App, accountId: number, attempt = 0) =>
  processFeeds(app, { account_id: accountId }, { signal: new AbortController().signal, attempt });

export const statusOf = (t: TestApp, key: string, batchId: number | string) =>
  t.server.inject({ method: "GET", url: `/feeds/batches/${batchId}`, headers: { authorization: `Bearer ${key}` } });

/** A reservation that is worth sending. */
export const booking = (code: string, over: object = {}): Record<string, unknown> => ({
  reservation_code: code,
  check_in_date: "2026-11-01",
  check_out_date: "2026-11-03",
  guest_name: "山田 花子",
  ...over,
});
