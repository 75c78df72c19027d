import type { KeyReach, PartnerScope } from "@okaeri/domain/accounts/partner-scopes";
import { sql } from "kysely";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import { inForce, planIncludes } from "../../database/active-version.ts";
import { CallError } from "../../http/errors.ts";
import { hashToken } from "../../session/session-store.ts";
import type { BudgetUse } from "./key-budgets.ts";

export type FeedChannelName = "plain" | "dynalution" | "s4";
/** `callerId`: the first of the keys that took each other's place; what was asked with one is the same with the next. */
type FacilityKey = { id: number; accountId: number; facilityId: number; callerId: number };
/** The key of one facility, as its batches name it. */
export type FeedKey = FacilityKey & { channel: FeedChannelName };
/** The key of one facility's booking engine, what it may do and whom it may ask about; and what is used of its budget. */
export type PartnerKey = FacilityKey & {
  scopes: PartnerScope[];
  reach: KeyReach;
  spent: BudgetUse | null;
};

const FORM = { feed: /^Bearer (okf_[A-Za-z0-9_-]{43})$/, partner: /^Bearer (okp_[A-Za-z0-9_-]{43})$/ };
const TABLE = { feed: sql`feed_keys`, partner: sql`partner_keys` };
const OWN = {
  feed: sql`coalesce(k.feed_channel, 'plain') as channel`,
  partner: sql`k.scopes, k.reach, key_budget.misses, key_budget.finds, key_budget.counted_at`,
};
const BUDGET = {
  feed: sql``,
  partner: sql`left join key_budgets key_budget on key_budget.account_id = k.account_id
      and key_budget.caller_id = coalesce(k.first_key_id, k.id)`,
};

/** What of the plan a key needs: what engines use is the CRM's; what feeds tell makes registration cards too. */
const PART = { feed: "feed_keys", partner: "engine_keys" } as const;

/**
 * A key that works: its facility may act today, and its plan has what the key is for. Unknown, revoked and expired keys and those of a
 * client that is switched off get the same answer, so that nobody learns which keys exist.
 */
async function workingKey<Key extends FacilityKey>(
  app: App,
  kind: keyof typeof FORM,
  authorization: string | undefined,
): Promise<Key | undefined> {
  const key = FORM[kind].exec(authorization ?? "")?.[1];
  if (key === undefined) return undefined;
  const today = todayOf(app.clock);
  return app.database.asSystem(
    (tx) => tx.maybe<Key>`
      select k.id, k.account_id as "accountId", k.facility_account_id as "facilityId", coalesce(k.first_key_id, k.id) as "callerId",
        ${OWN[kind]}
      from ${TABLE[kind]} k
      join accounts account on account.programme_account_id = k.account_id
        and account.id = k.facility_account_id ${BUDGET[kind]}
      where k.key_hash = ${hashToken(key)} and k.revoked_at is null and k.active_status = 'active'
        and (k.expires_at is null or k.expires_at > ${app.realClock.now()})
        and ${inForce(today)} and ${planIncludes(PART[kind], today)}`,
  );
}

/**
 * Whose key it is; one of another channel is like an unknown one. `channel` null: any. @throws CallError INVALID_KEY
 */
export async function proveFeedKey(
  app: App,
  authorization: string | undefined,
  channel: FeedChannelName | null,
): Promise<FeedKey> {
  const found = await workingKey<FeedKey>(app, "feed", authorization);
  if (!found || (channel !== null && found.channel !== channel)) throw new CallError("INVALID_KEY");
  return found;
}

/** Whose key it is. @throws CallError INVALID_KEY */
export async function provePartnerKey(app: App, authorization: string | undefined): Promise<PartnerKey> {
  type Row = Omit<PartnerKey, "spent"> & { misses: number; finds: number; counted_at: Date | null };
  const found = await workingKey<Row>(app, "partner", authorization);
  if (!found) throw new CallError("INVALID_KEY");
  const { misses, finds, counted_at: at, ...key } = found;
  return { ...key, spent: at === null ? null : { misses, finds, at } };
}
