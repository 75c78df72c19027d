import { randomBytes } from "node:crypto";
import type { PartnerScope } from "@okaeri/domain/accounts/partner-scopes";
import { sql } from "kysely";
import { expect } from "vitest";
import type { App } from "../../app.ts";
import { hashToken } from "../../session/session-store.ts";
import { makeAccount, TEST_NOW, type TestApp } from "../../test/app.ts";
import { couponAction, EVERYBODY, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline } from "../campaigns/pipeline.fixture.ts";
import { makeCustomer, makeGrant, within } from "../customers/customers.fixture.ts";
import { brokenLedgers } from "../points/broken-ledgers.ts";

type Over = {
  name?: string;
  scopes?: PartnerScope[];
  reach?: "programme" | "facility";
  expires_at?: Date;
  revoked_at?: Date;
};

/** A key as the settings of an account make it. */
export async function partnerKey(
  app: App,
  accountId: number,
  facilityId = accountId,
  over: Over = {},
): Promise<string> {
  const key = `okp_${randomBytes(32).toString("base64url")}`;
  const { name = "予約サイト", scopes = ["customers", "points", "coupons"] } = over;
  await within(
    app,
    [accountId],
    (tx) =>
      tx.run`insert into partner_keys (account_id, facility_account_id, name, scopes, reach, key_hash, key_hint, expires_at, revoked_at)
        values (${accountId}, ${facilityId}, ${name}, ${scopes}, ${over.reach ?? "programme"}, ${hashToken(key)}, 'okp_',
          ${over.expires_at ?? null}, ${over.revoked_at ?? null})`,
  );
  return key;
}

let serial = 0;

/** One request as a booking engine sends it. */
export async function engine(
  t: TestApp,
  key: string,
  path: string,
  payload?: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await t.server.inject({
    method: payload === undefined ? "GET" : "POST",
    url: `/partner/${path}`,
    headers: {
      authorization: `Bearer ${key}`,
      "idempotency-key": `k-${++serial}`,
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload: typeof payload === "string" ? payload : JSON.stringify(payload) }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

type Terms = NonNullable<Parameters<typeof couponAction>[0]>;

/** An inn, its annex, and the annex's booking engine with a key. Today is 2026-11-20 in Tokyo, and the clock can be set. */
export async function openEngines() {
  let now = TEST_NOW;
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const p = await openPipeline({ clock: { now: () => now, wait } });
  const account = p.inn.accountId;
  const { accountId: annex } = await makeAccount(p.t.app, { name: "別館", above: p.inn, option: null });
  const key = await partnerKey(p.t.app, account, annex);
  /** A coupon that was sent to everybody there is. */
  const sent = async (terms: Terms): Promise<number> => {
    const actions = [couponAction(terms)];
    await p.started(promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }] }));
    await p.drain();
    const [found] = await p.query<{ id: number }>(sql`select max(id) as id from coupons`);
    return found?.id ?? 0;
  };
  return {
    p,
    account,
    annex,
    sent,
    /** How long callers were let wait, in milliseconds. */
    waits,
    setNow: (date: Date) => {
      now = date;
    },
    ask: (path: string, payload?: unknown, headers?: Record<string, string>) =>
      engine(p.t, key, path, payload, headers),
    /** A coupon with a code of its own. */
    async code(terms: Terms = {}): Promise<string> {
      const name = `AKI-${++serial}`;
      await sent({ type: "code", code: name, acquire_amount_limit: null, ...terms });
      return name;
    },
    async member(points = 0, over: { email?: string } = {}): Promise<{ id: number; number: string }> {
      const number = `M-${++serial}`;
      const id = await within(p.t.app, [account], async (tx) => {
        const made = await makeCustomer(tx, account, { name: "会員 花子", member_number: number, ...over });
        if (points > 0)
          await makeGrant(tx, account, made, { point: points, on: "2026-10-01", expiresOn: "2026-12-31" });
        return made;
      });
      return { id, number };
    },
    async close(): Promise<void> {
      expect(await within(p.t.app, [account], (tx) => brokenLedgers(tx, account))).toEqual([]);
      await p.close();
    },
  };
}

export const pointUse = (member_number: string, points: unknown, more: object = {}) => ({
  member_number,
  points,
  reservation_code: `R-${++serial}`,
  use_price: 30_000,
  check_in_date: "2026-12-04",
  ...more,
});
/** Two nights from Friday, 4 December 2026. */
export const booking = (more: object = {}) => ({
  reservation_code: `R-${++serial}`,
  check_in_date: "2026-12-04",
  check_out_date: "2026-12-06",
  plan_code: "BB",
  use_price: 30_000,
  room_count: 1,
  adult_count: 2,
  child_count: 0,
  ...more,
});
export const codes = (reasons: { code: string }[]) => reasons.map((reason) => reason.code);
