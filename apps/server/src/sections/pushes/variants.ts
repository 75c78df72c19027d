import { remainingShare, type Share, type Variant } from "@okaeri/domain/pushes/variants";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

// Which of an action's texts a guest gets, and who waits until a person has chosen one of them (docs/adr/0565).

/**
 * SQL: the text that the guest gets by the shares; null: none of them. A number from 0 to 99 that md5 makes of account, action and guest
 * falls into the shares one after the other: the same in each send, independent between actions, and a share moves those alone who are
 * between its old end and its new one.
 */
export function variantByShare(
  shares: readonly Share[],
  { accountId, campaignActionId }: { accountId: number; campaignActionId: number },
  customerId: RawBuilder<unknown>,
): RawBuilder<Variant | null> {
  if (shares.length < 2) return sql<Variant | null>`null::text`;
  const hash = sql`md5(concat_ws('/', ${accountId}::bigint, 'variant', ${campaignActionId}::bigint, ${customerId}))`;
  const drawn = sql`(('x' || left(${hash}, 8))::bit(32)::bigint % 100)`;
  const ends = shares.map(({ variant, share }, at) => ({
    variant,
    end: shares.slice(0, at).reduce((sum, before) => sum + before.share, share),
  }));
  const cases = ends.map(({ variant, end }) => sql`when n < ${end}::int then ${variant}::text`);
  return sql<Variant | null>`(select case ${sql.join(cases, sql` `)} end from (select ${drawn} as n) n)`;
}

/**
 * SQL over claimed recipients `next` and customers `customer`: the text that was fixed for them, as long as there is one of that letter;
 * else what a person chose, else by the shares. An edit of a stopped send may have taken letters out or changed shares.
 */
export function currentVariant(
  shares: readonly Share[],
  push: { accountId: number; campaignActionId: number; chosen: Variant | null },
): RawBuilder<Variant | null> {
  if (shares.length < 2) return sql<Variant | null>`null::text`;
  const variants = shares.map(({ variant }) => variant);
  const chosen = push.chosen !== null && variants.includes(push.chosen) ? push.chosen : null;
  return sql<Variant | null>`coalesce(case when next.variant = any(${variants}::text[]) then next.variant end, ${chosen}::text,
    ${variantByShare(shares, push, sql`customer.id`)}, ${variants[0]}::text)`;
}

/** A push whose texts are shared out. */
export type Split = { id: number; segmentId: number; shares: readonly Share[] };

/**
 * Holds back recipients outside every variant's share, in all pushes of the segment: benefits go out together with the message. `pushes`:
 * all pushes of the send, with their recipients fixed.
 */
export async function holdRemaining(
  tx: Tx,
  accountId: number,
  pushes: readonly { id: number; segmentId: number }[],
  splits: readonly Split[],
): Promise<void> {
  const withRemaining = splits.filter(({ shares }) => remainingShare(shares) > 0);
  for (const [segmentId, own] of Map.groupBy(withRemaining, (split) => split.segmentId)) {
    const ids = own.map(({ id }) => id);
    const ofSegment = pushes.filter((push) => push.segmentId === segmentId).map(({ id }) => id);
    await tx.run`update push_action_targets target
      set wave = 'remaining'
      where target.account_id = ${accountId} and target.push_action_id = any(${ofSegment}::bigint[]) and target.outcome = 'waiting'
        and target.wave in ('canary', 'main') and target.customer_id in (select remaining_target.customer_id
          from push_action_targets remaining_target
          where remaining_target.account_id = ${accountId} and remaining_target.push_action_id = any(${ids}::bigint[])
            and remaining_target.outcome = 'waiting' and remaining_target.wave = 'remaining')`;
    await tx.run`update push_actions push
      set has_remaining = true
      where push.account_id = ${accountId} and push.id = any(${ids}::bigint[])
        and exists (select from push_action_targets target
          where target.account_id = ${accountId} and target.push_action_id = push.id and target.outcome = 'waiting'
            and target.variant is null)`;
  }
}

/** When all of a push have an outcome but those who wait for the choice, these are next. The caller has locked the campaign. */
export async function releaseRemaining(
  tx: Tx,
  { accountId, pushActionId }: { accountId: number; pushActionId: number },
): Promise<void> {
  const ofPush = (outcome: RawBuilder<boolean>) => sql<boolean>`exists (select from push_action_targets target
    where target.account_id = ${accountId} and target.push_action_id = ${pushActionId} and ${outcome})`;
  await tx.run`update push_actions push
    set wave = 'remaining', heartbeat_at = null, updated_at = now()
    where push.account_id = ${accountId} and push.id = ${pushActionId} and push.wave = 'main' and push.push_status = 'doing'
      and not ${ofPush(sql`target.outcome = 'waiting' and target.wave in ('canary', 'main')`)}
      and not ${ofPush(sql`target.outcome = 'sending'`)} and ${ofPush(sql`target.outcome = 'waiting' and target.wave = 'remaining'`)}`;
}
