import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { daysBefore, type Term } from "../../jobs/terms.ts";
import { domainOf, domainOfSql, EVERY_DOMAIN, type Rates, turnsOf } from "../../mail/pace.ts";

// Rates hold over all processes that send for a programme: turns are rows, by the database's own clock (docs/adr/0558).

const isLimited = ({ perMinute, perDomainAndMinute }: Rates) => perMinute !== null || perDomainAndMinute !== null;

/**
 * Takes the next turns for mails to these addresses. In how many milliseconds each may leave; null: not now, others come first. The rows
 * stay locked until the transaction ends, so it should end soon.
 */
export async function takeSlots(
  tx: Tx,
  accountId: number,
  rates: Rates,
  addresses: readonly string[],
  patienceMs?: number,
): Promise<(number | null)[]> {
  if (!isLimited(rates) || addresses.length === 0) return addresses.map(() => 0);
  const domains = addresses.map(domainOf);
  const keys = [
    ...(rates.perMinute === null ? [] : [EVERY_DOMAIN]),
    ...(rates.perDomainAndMinute === null ? [] : [...new Set(domains)].sort()),
  ];
  // Always in the same order: otherwise two would deadlock.
  const rows = await tx.all<{ domain: string; free_ms: number; now_ms: number }>`insert into send_slots
      (account_id, domain, free_at)
    select ${accountId}, u.domain, clock_timestamp()
    from unnest(${keys}::text[]) with ordinality u (domain, place)
    order by u.place
    on conflict (account_id, domain) do update set free_at = send_slots.free_at
    returning domain, (extract(epoch from free_at - now()) * 1000)::float8 as free_ms,
      (extract(epoch from clock_timestamp() - now()) * 1000)::float8 as now_ms`;
  // By now all of them are locked. Milliseconds count from the beginning of the transaction.
  const now = Math.max(...rows.map((row) => row.now_ms));
  const free = new Map(rows.map((row) => [row.domain, row.free_ms - now]));
  const turns = turnsOf(domains, rates, free, patienceMs);
  await tx.run`update send_slots send_slot
    set free_at = now() + make_interval(secs => u.free_ms / 1000)
    from unnest(${[...free.keys()]}::text[], ${[...free.values()].map((ms) => now + ms)}::float8[]) u (domain, free_ms)
    where send_slot.account_id = ${accountId} and send_slot.domain = u.domain`;
  return turns;
}

/** SQL over customers `customer`: the domain that receives their mails. */
const receiving = domainOfSql(sql`customer.email`);

/** SQL over recipients `target`: seconds until a turn of the receiving domain is free; null: it has none yet. */
export const secondsToSlot: RawBuilder<number | null> = sql<number | null>`(
  select extract(epoch from send_slot.free_at - now())::float8
  from customers customer
  join send_slots send_slot on send_slot.account_id = customer.account_id and send_slot.domain = ${receiving}
  where customer.account_id = target.account_id and customer.id = target.customer_id)`;

/** After so many seconds it is looked again whether a receiving domain is still slow. */
const SLOW_SECONDS = 2;

/** SQL over recipients `target`: seconds until one of these slow domains is looked at again; null: it is another one. */
export const secondsUntilNoLongerSlow = (slow: readonly string[]) => sql<number | null>`(
  select case when ${receiving} = any(${slow}::text[]) then ${SLOW_SECONDS}::float8 end
  from customers customer
  where customer.account_id = target.account_id and customer.id = target.customer_id)`;

/** The turns of those whom one run has claimed. */
export class SendSlots {
  /** By guest: when, as performance.now() tells it; null: not now. */
  private readonly leaving = new Map<number, number | null>();

  /** Runs in the transaction that claims. */
  async take(
    tx: Tx,
    mailer: { takeSlots(tx: Tx, addresses: readonly string[]): Promise<(number | null)[]> },
    claimed: readonly { customer_id: number; reason: string | null; email: string | null }[],
  ): Promise<void> {
    const going = claimed.filter(({ reason }) => reason === null);
    const turns = await mailer.takeSlots(
      tx,
      going.map(({ email }) => email ?? ""),
    );
    const now = performance.now();
    going.forEach(({ customer_id: id }, at) => {
      const turn = turns[at] ?? null;
      this.leaving.set(id, turn === null ? null : now + turn);
    });
  }

  /** Resolves when the guest's turn has come; false: others come first. */
  async came({ customer_id: id }: { customer_id: number }): Promise<boolean> {
    const at = this.leaving.get(id) ?? null;
    this.leaving.delete(id);
    if (at === null) return false;
    const ms = at - performance.now();
    if (ms > 0) await sleep(ms);
    return true;
  }
}

const RETENTION_DAYS = 1;

export const oldSlots: Term = {
  table: "send_slots",
  of: "programmes",
  steps:
    () =>
    async (tx, { accountId, now, most }) => {
      const ended = await tx.run`delete from send_slots
        where account_id = ${accountId} and domain in (select send_slot.domain
          from send_slots send_slot
          where send_slot.account_id = ${accountId} and send_slot.free_at < ${daysBefore(now, RETENTION_DAYS)}
          order by send_slot.domain limit ${most} for update skip locked)`;
      return { ended, more: ended === most };
    },
};
